#!/bin/bash
# check_snippets.sh PROGRAM FILE.md...: are the blocks of the documents what they claim to be?
#
# A claim is a line before a fenced block (``` to ```):
#
#   <!-- code: examples/01_bouncing_ball/main.cpp example -->    the lines of a named region of a file, between
#                                                                // [region:example] and // [endregion:example] (# in
#                                                                Python), without the indentation that all of them share
#   <!-- text: examples/01_bouncing_ball/expected.txt -->        a whole file; `expected.txt 1-6`: these lines of it
#   <!-- output: saltus run gallery:bouncing_ball -->            what PROGRAM prints on stdout with these arguments, up to
#                                                                the size of errors and the last digits of numbers
#   <!-- messages: saltus run gallery:bouncing_bal -->           the same for stderr
#
# In docs/tutorials and docs/how-to every block of C++ or Python must have a claim.
# Prints a difference for each block that differs; exit code 1 if there is one, or if there is no claim at all. With
# SALTUS_UPDATE_SNAPSHOTS=1 in the environment, blocks that differ are written anew; read the difference.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
program=$(realpath -- "$1")
shift
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

region() {  # FILE NAME
  awk -v begin="[region:$2]" -v end="[endregion:$2]" '
    { mark = $0; sub(/^ *(\/\/|#) /, "", mark) }
    mark == end { found = inside; inside = 0 }
    inside {
      lines[++n] = $0
      if (match($0, /[^ ]/) && (indent == "" || RSTART - 1 < indent)) indent = RSTART - 1
    }
    mark == begin { inside = 1 }
    END { for (i = 1; i <= n; ++i) print substr(lines[i], indent + 1); exit !found }' "$1"
}

# Numbers with an exponent are errors: their size is not compared. Others are, to six digits.
rounded() {
  awk '{
    out = ""
    while (match($0, /[-+]?[0-9]+\.[0-9]+(e[-+]?[0-9]+)?/)) {
      number = substr($0, RSTART, RLENGTH)
      out = out substr($0, 1, RSTART - 1) (number ~ /e/ ? "~" : sprintf("%.6g", number))
      $0 = substr($0, RSTART + RLENGTH)
    }
    out = out $0
    gsub(/ +/, " ", out)
    print out
  }' "$1"
}

source_of() {  # KIND WORDS...: what the block should be
  local kind=$1
  shift
  case $kind in
    code)   region "$root/$1" "$2" ;;
    text)
      local lines=${2:-}
      if [[ -n $lines ]]; then sed -n "${lines/-/,}p" "$root/$1"; else cat "$root/$1"; fi ;;
    output)   shift; (cd "$root" && LC_ALL=C.UTF-8 "$program" "$@" 2>/dev/null) || true ;;
    messages) shift; (cd "$root" && LC_ALL=C.UTF-8 "$program" "$@" 2>&1 >/dev/null) || true ;;
    *)      echo "unknown kind of claim: $kind" >&2; return 1 ;;
  esac
}

claims=0 findings=0
update=${SALTUS_UPDATE_SNAPSHOTS:-}
finding() {
  echo "$1"
  findings=$((findings + 1))
}
for file; do
  number=0 claim='' inside='' unclaimed=''
  : >"$dir/new"
  while IFS= read -r line || [[ -n $line ]]; do
    number=$((number + 1))
    if [[ -n $inside && $line != '```' ]]; then
      printf '%s\n' "$line" >>"$dir/shown"
      continue
    elif [[ -n $inside ]]; then
      read -r -a words <<<"$claim"
      if ! source_of "${words[@]}" >"$dir/source"; then
        finding "$file:$at: there is no ${claim}"
        cp "$dir/shown" "$dir/source"
      fi
      for side in source shown; do
        if [[ ${words[0]} == @(output|messages) ]]; then rounded "$dir/$side"; else cat "$dir/$side"; fi >"$dir/$side.compared"
      done
      if cmp -s "$dir/source.compared" "$dir/shown.compared"; then
        cat "$dir/shown" >>"$dir/new"
      else
        diff -u --label "$claim" --label "$file:$at" "$dir/source.compared" "$dir/shown.compared" || true
        [[ $update == 1 ]] || findings=$((findings + 1))
        cat "$dir/source" >>"$dir/new"
      fi
      inside='' claim=''
    elif [[ $line =~ ^'<!-- '([a-z]+):' '(.*)' -->'$ ]]; then
      claim="${BASH_REMATCH[1]} ${BASH_REMATCH[2]}" at=$number
      claims=$((claims + 1))
    elif [[ $line == '```'* && -n $claim ]]; then
      inside=yes
      : >"$dir/shown"
    elif [[ $line == '```'* ]]; then
      if [[ -z $unclaimed && $file == */docs/@(tutorials|how-to)/* && $line == '```'@(cpp|python) ]]; then
        finding "$file:$number: this block claims nothing; put it into a program of examples/ and say which"
      fi
      if [[ -z $unclaimed ]]; then unclaimed=yes; else unclaimed=''; fi
    fi
    printf '%s\n' "$line" >>"$dir/new"
  done <"$file"
  if [[ -n $claim ]]; then finding "$file:$at: no block follows the claim \"$claim\""; fi
  if [[ $update == 1 ]] && ! cmp -s "$dir/new" "$file"; then cp "$dir/new" "$file"; fi
done
echo "snippets: $claims claims, $findings findings"
((claims > 0 && findings == 0))
