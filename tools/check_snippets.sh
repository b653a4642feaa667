#!/bin/bash
# check_snippets.sh PROGRAM FILE.md...: are the blocks of the documents what they claim to be?
#
# A claim is a line before a fenced block (``` to ```):
#
#   <!-- code: examples/01_bouncing_ball/main.cpp example -->    the lines of a named region of a file, between
#                                                                // [region:example] and // [endregion:example]
#   <!-- text: examples/01_bouncing_ball/expected.txt -->        a whole file
#   <!-- output: saltus run gallery:bouncing_ball -->            what PROGRAM prints on stdout with these arguments, up to
#                                                                the size of errors and the last digits of numbers
#
# Prints a difference for each block that differs; exit code 1 if there is one, or if there is no claim at all.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
program=$1
shift
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

region() {  # FILE NAME
  awk -v begin="// [region:$2]" -v end="// [endregion:$2]" '
    $0 == end { found = inside; inside = 0 }
    inside { print }
    $0 == begin { inside = 1 }
    END { exit !found }' "$1"
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
    text)   cat "$root/$1" ;;
    output) shift; LC_ALL=C.UTF-8 "$program" "$@" 2>/dev/null || true ;;
    *)      echo "unknown kind of claim: $kind" >&2; return 1 ;;
  esac
}

claims=0 findings=0
for file; do
  number=0 claim='' inside=''
  while IFS= read -r line || [[ -n $line ]]; do
    number=$((number + 1))
    if [[ $line =~ ^'<!-- '([a-z]+):' '(.*)' -->'$ ]]; then
      claim="${BASH_REMATCH[1]} ${BASH_REMATCH[2]}" at=$number
      claims=$((claims + 1))
    elif [[ $line == '```'* && -n $claim && -z $inside ]]; then
      inside=yes
      : >"$dir/shown"
    elif [[ $line == '```' && -n $inside ]]; then
      read -r -a words <<<"$claim"
      if ! source_of "${words[@]}" >"$dir/source"; then
        echo "$file:$at: there is no ${claim}"
        findings=$((findings + 1))
        inside='' claim=''
        continue
      fi
      if [[ ${words[0]} == output ]]; then
        for side in source shown; do
          rounded "$dir/$side" >"$dir/rounded"
          mv "$dir/rounded" "$dir/$side"
        done
      fi
      if ! diff -u --label "$claim" --label "$file:$at" "$dir/source" "$dir/shown"; then
        findings=$((findings + 1))
      fi
      inside='' claim=''
    elif [[ -n $inside ]]; then
      printf '%s\n' "$line" >>"$dir/shown"
    fi
  done <"$file"
  if [[ -n $claim ]]; then
    echo "$file:$at: no block follows the claim \"$claim\""
    findings=$((findings + 1))
  fi
done
echo "snippets: $claims claims, $findings findings"
((claims > 0 && findings == 0))
