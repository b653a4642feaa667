#!/bin/bash
# check_words.sh: what never belongs in the sources. Prints file:line for each finding; exit code 1 if there is one.
#
#   absolute paths of somebody's machine     everywhere
#   blanks at the end of a line              everywhere
#   tabs                                     C++, CMake, shell, Python
#   TODO, FIXME, XXX                         src, include, apps: an issue number or nothing
#   #include "../..."                        C++: it would walk around the include roots that keep the layers apart
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/files.sh"
code='\.(cpp|hpp|h|cmake|sh|py)$|(^|/)CMakeLists\.txt$|^(saltus|test|\.ci/run)$'
text="$code"'|\.(md|json|html|in)$|^\.(clang-format|clang-tidy|editorconfig|gitignore)$'
findings=0

# refuse WHAT PATHS LINES: reports every line that matches LINES in the files that match PATHS.
refuse() {
  local found
  found=$(files "$2" | tr '\n' '\0' | xargs -0 -r grep -nHIE -- "$3" | sed "s|^|$1: |") || true
  if [[ -n $found ]]; then
    printf '%s\n' "$found"
    findings=$((findings + $(wc -l <<<"$found")))
  fi
}

refuse "path of a machine" "$text" '(^|[^A-Za-z0-9_.~})/-])/(home|root|work|Users|workspace)/[A-Za-z0-9_.]'
refuse "blank at the end" "$text" '[[:blank:]]$'
refuse "tab" "$code" $'\t'
refuse "unfinished" '^(src|include|apps)/' '\b(TODO|FIXME|XXX)\b'
refuse "relative include" '\.(cpp|hpp)$' '^[[:blank:]]*#[[:blank:]]*include[[:blank:]]*"\.\.'

echo "words: $findings findings"
((findings == 0))
