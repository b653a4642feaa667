#!/bin/bash
# check_format.sh: which C++ files differ from what .clang-format says. With --fix, rewrites them.
#
# With --strict a difference is a failure; the tests ask for that. Without clang-format-14 the check is skipped (exit
# code 77).
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/files.sh"
mode=${1:-}
if ! command -v clang-format-14 >/dev/null; then
  echo "format: not checked, clang-format-14 is not installed"
  exit 77
fi
mapfile -t sources < <(files '\.(cpp|hpp)$' | grep -v '^examples/')  # those are laid out by hand, for reading
differing=0
for file in "${sources[@]}"; do
  if [[ $mode == --fix ]]; then
    clang-format-14 -i "$file"
  elif ! clang-format-14 --dry-run -Werror "$file" 2>/dev/null; then
    echo "format: $file differs"
    differing=$((differing + 1))
  fi
done
echo "format: $differing of ${#sources[@]} files differ from .clang-format (tools/check_format.sh --fix rewrites them)"
[[ $mode != --strict || $differing == 0 ]]
