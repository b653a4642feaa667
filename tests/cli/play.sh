#!/bin/bash
# play.sh PROGRAM TRANSCRIPT: runs the commands of a transcript and checks what they print.
#
#   $ saltus ARGUMENTS...    a command for bash, in which saltus is PROGRAM; what follows is about it
#   exit N                   its exit code; every command has one
#   stdout TEXT              a line of stdout contains TEXT
#   stdout first TEXT        the first line does
#   stdout without TEXT      no line does
#   stdout lines N           there are exactly N lines; `stdout nothing` means 0
#   # ...                    a remark
#
# and the same for stderr. TEXT is plain: no pattern.
set -euo pipefail
program=$1 transcript=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# The program's own doing decides, not who calls the test.
unset NO_COLOR
saltus() { "$program" "$@"; }

failures=0 commands=0 number=0 command='' code=''
fail() {
  failures=$((failures + 1))
  printf '%s:%d: %s\n  after $ %s\n' "${transcript##*/}" "$number" "$1" "$command"
  printf -- '--- stdout\n%s\n--- stderr\n%s\n' "$(head -n 60 "$dir/stdout")" "$(head -n 60 "$dir/stderr")"
}
has_code=yes
finish_command() { [[ $has_code == yes ]] || fail "no exit code is expected of this command"; }

while IFS= read -r line || [[ -n $line ]]; do
  number=$((number + 1))
  case $line in
    '' | '#'*) continue ;;
    '$ '*)
      finish_command
      command=${line#'$ '} commands=$((commands + 1)) has_code=no code=0
      # shellcheck disable=SC2294
      (eval "$command") >"$dir/stdout" 2>"$dir/stderr" </dev/null || code=$?
      continue ;;
  esac
  [[ -n $command ]] || { echo "$transcript:$number: an expectation before the first command"; exit 1; }
  read -r what rest <<<"$line"
  case $what in
    exit)
      has_code=yes
      [[ $code == "$rest" ]] || fail "exit code $code, expected $rest" ;;
    stdout | stderr)
      file=$dir/$what
      case $rest in
        nothing)     [[ ! -s $file ]] || fail "$what is not empty" ;;
        'lines '*)   n=$(wc -l <"$file"); ((n == ${rest#lines })) || fail "$what has $n lines, expected ${rest#lines }" ;;
        'first '*)   head -n 1 "$file" | grep -qF -- "${rest#first }" || fail "$what does not start with: ${rest#first }" ;;
        'without '*) ! grep -qF -- "${rest#without }" "$file" || fail "$what contains: ${rest#without }" ;;
        *)           grep -qF -- "$rest" "$file" || fail "$what lacks: $rest" ;;
      esac ;;
    *) fail "unknown expectation \"$line\"" ;;
  esac
done <"$transcript"
finish_command

((commands > 0)) || { echo "$transcript: no commands"; exit 1; }
echo "$commands commands, $failures failures"
((failures == 0))
