#!/bin/bash
# check_links.sh [FILE.md...]: do the relative links of the documents lead anywhere?
#
# Without arguments: README.md, CONTRIBUTING.md, CHANGELOG.md and docs/**/*.md. Each [text](path), [text](path#heading),
# [text](#heading) and ![picture](path) is looked up; the heading as GitHub names it: lower case, blanks to hyphens,
# punctuation dropped, "-1" after the second of the same name. Addresses with a scheme (https:) are not visited; fenced,
# indented and `quoted` code is not read.
#
# Prints file:line for each finding; exit code 1 if there is one, or if there is no link at all.
set -euo pipefail
export LC_ALL=C.UTF-8
arguments=("$@")
source "$(dirname -- "${BASH_SOURCE[0]}")/files.sh"
if ((${#arguments[@]} == 0)); then
  mapfile -t arguments < <(files '^(README|CONTRIBUTING|CHANGELOG)\.md$|^docs/.*\.md$')
fi

# prose FILE: its lines without code, numbered.
prose() {
  awk '/^ *(```|~~~)/ { fenced = !fenced; before = ""; next }
       fenced { next }
       /^    / && (before ~ /^ *$/ || coded) { coded = 1; next }
       { coded = 0; before = $0; gsub(/`[^`]*`/, "code"); print NR ":" $0 }' "$1"
}

# anchors FILE: the names of its headings, one per line.
anchors() {
  awk '/^ *(```|~~~)/ { fenced = !fenced; next }
       !fenced && /^#+ / { sub(/^#+ +/, ""); sub(/ +#* *$/, ""); print }' "$1" |
    sed -E 's/\[([^]]*)\]\([^)]*\)/\1/g; s/.*/\L&/; s/[^[:alnum:] _-]//g; s/ /-/g' |
    awk '{ print seen[$0]++ ? $0 "-" seen[$0] - 1 : $0 }'
}

links=0 findings=0
report() {
  echo "$1"
  findings=$((findings + 1))
}
for file in "${arguments[@]}"; do
  while IFS= read -r entry; do
    line=${entry%%:*} target=${entry#*:}
    if [[ $target =~ ^[a-z][a-z+.-]*: ]]; then continue; fi
    links=$((links + 1))
    path=${target%%#*}
    place=$file
    if [[ -n $path ]]; then place=$(dirname -- "$file")/$path; fi
    if [[ ! -e $place ]]; then
      report "$file:$line: there is no $target"
    elif [[ $target == *'#'* ]] && ! anchors "$place" | grep -xF -- "${target#*#}" >/dev/null; then
      report "$file:$line: $place has no heading #${target#*#}"
    fi
  done < <(prose "$file" | awk '{
    number = $0; sub(/:.*/, "", number); sub(/^[0-9]+:/, "")
    while (match($0, /\]\([^() ]+( "[^"]*")?\)/)) {
      target = substr($0, RSTART + 2, RLENGTH - 3); sub(/ ".*/, "", target)
      print number ":" target
      $0 = substr($0, RSTART + RLENGTH)
    }
  }')
done
echo "links: $links links, $findings findings"
((links > 0 && findings == 0))
