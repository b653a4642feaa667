#!/bin/bash
# check_spelling.sh [--accept | FILE.md...]: words of the documents and the sources, or of these files, that are no words.
#
#   common mistakes     everywhere, comments of the sources included, but in tests/, which misspell on purpose (codespell)
#   unknown words       in the prose of the documents (aspell, British), beyond those of tools/words.txt. Not looked at:
#                       code, formulas, addresses, names (a capital letter), anything of less than four letters
#
# --accept adds the unknown words to tools/words.txt: read the difference before it is committed. Prints each finding; exit
# code 1 if there is one. Without codespell in .deps/python, or without aspell, the check is skipped (exit code 77).
set -euo pipefail
export LC_ALL=C.UTF-8
accept='' given=()
if [[ ${1:-} == --accept ]]; then accept=yes; else given=("$@"); fi
source "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/bootstrap.sh"
source "$root/tools/files.sh"
if ! has_python codespell || ! aspell dicts 2>/dev/null | grep -qx en_GB; then
  echo "spelling: not checked, codespell is not in .deps/python or aspell-en is not installed"
  exit 77
fi

mapfile -t sources < <(files '\.(md|cpp|hpp|cmake|sh|py|txt|in|js|css)$|(^|/)CMakeLists\.txt$|^(saltus|test|bench/run)$' |
  grep -vE 'requirements\.txt$|^tools/words\.txt$|^tests/')
mapfile -t documents < <(files '^(README|CONTRIBUTING|CHANGELOG)\.md$|^docs/.*\.md$|^changelog\.d/.*\.md$')
if ((${#given[@]})); then sources=("${given[@]}") documents=("${given[@]}"); fi
code=0
mistakes=$("$python/bin/python" -m codespell_lib --ignore-words tools/words.txt --ignore-words-list te,nd,alow,fro,paramter \
  -- "${sources[@]}") || code=$?
((code == 0 || code == 65)) || { echo "spelling: codespell ended with $code"; exit 1; }  # 65: it found something

# prose FILE: what is left for a dictionary.
prose() {
  awk '/^ *(```|~~~)/ { fenced = !fenced; next }
       /^\$\$/ { formula = !formula; next }
       fenced || formula || /^    / || /^<!--/ { next }
       { gsub(/`[^`]*`/, " "); gsub(/\$[^$]*\$/, " "); gsub(/\]\([^)]*\)/, "] "); gsub(/https?:[^ ]*/, " ")
         gsub(/[[:alnum:]_\/.:-]*[0-9_\/:\\][[:alnum:]_\/.:\\-]*/, " "); print }' "$1"
}
unknown=$(for file in "${documents[@]}"; do prose "$file"; done | aspell list --lang=en_GB --encoding=utf-8 |
  { grep -E '^[a-z]{4,}$' || true; } | sort -u | comm -23 - <(grep -v '^#' tools/words.txt | sort -u))

if [[ -n $accept && -n $unknown ]]; then
  { grep '^#' tools/words.txt; { grep -v '^#' tools/words.txt; echo "$unknown"; } | sort -u; } >tools/words.new
  mv tools/words.new tools/words.txt
  unknown=
fi
if [[ -n $mistakes ]]; then echo "$mistakes"; fi
for word in $unknown; do
  echo "unknown word: $word ($(grep -lwF -- "$word" "${documents[@]}" | head -n 3 | paste -sd ' '))"
done
findings=$(($(grep -c . <<<"$mistakes" || true) + $(wc -w <<<"$unknown")))
echo "spelling: ${#sources[@]} files, $findings findings (tools/check_spelling.sh --accept takes unknown words into tools/words.txt)"
((findings == 0))
