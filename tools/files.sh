# files.sh: sourced by the checks; goes to the top of the sources and defines `files`.
# shellcheck shell=bash
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

# files REGEX: the text files whose path matches, one per line: what git knows or would add; all but build/ without git.
files() {
  { git ls-files -co --exclude-standard 2>/dev/null ||
    find . -type f -not -path './build/*' -not -path './.git/*' | sed 's|^\./||'; } |
    grep -E "$1" | sort | while IFS= read -r file; do if [[ -f $file ]]; then echo "$file"; fi; done
}
