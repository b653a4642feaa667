#!/bin/bash
# scipy_test.sh LONG_WRITER: SciPy reads what Saltus writes into MAT files. Needs .deps/python, which ./test makes.
set -euo pipefail
here=$(cd -- "$(dirname -- "$0")" && pwd -P)
python=$here/../../.deps/python/bin/python
if ! "$python" -c 'import scipy' 2>/dev/null; then
  echo "no SciPy in .deps/python"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
"$1" "$folder/whole.mat" 3 1000
"$1" "$folder/time_only.mat" 0 10
"$python" -B "$here/scipy_test.py" "$folder"

# Killed eight times: what is counted in data_2 is there.
for ((k = 0; k < 8; ++k)); do
  "$1" "$folder/killed.mat" 20 100000000 &
  sleep "0.0$((RANDOM % 50 + 10))"
  kill -9 $!
  wait $! 2>/dev/null || true
  "$python" -B "$here/scipy_test.py" "$folder" killed.mat.partial
done
