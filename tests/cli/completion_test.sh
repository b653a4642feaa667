#!/bin/bash
# completion_test.sh PROGRAM: what bash offers after the completion script was sourced; syntax of the others where their
# shells are there.
set -euo pipefail
program=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$program" completion bash >"$dir/saltus.bash"
source "$dir/saltus.bash"
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
failures=0

# offers LINE WORDS...: with the cursor at the end of LINE, these are among what is offered
offered() {
  COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
  _saltus 2>/dev/null || true  # compopt works inside of a completion only
}
offers() {
  local line=$1 word
  shift
  offered "$line"
  for word; do
    if ! printf '%s\n' "${COMPREPLY[@]}" | grep -qxF -- "$word"; then
      echo "\"$line\" does not offer $word, but: ${COMPREPLY[*]}"
      failures=$((failures + 1))
    fi
  done
}
offers_only() {
  offers "$@"
  if ((${#COMPREPLY[@]} != $# - 1)); then
    echo "\"$1\" offers more: ${COMPREPLY[*]}"
    failures=$((failures + 1))
  fi
}

offers 'saltus ' run check compare explain new gallery version completion report man
offers_only 'saltus ga' gallery
offers 'saltus run --' --tolerance --method --stop --help
offers_only 'saltus run --toler' --tolerance
offers_only 'saltus run --method ' automatic tsit5 dop853 radau bdf adams
offers_only 'saltus run -m ra' radau
offers_only 'saltus run --method=do' dop853
offers_only 'saltus check --linear-solver ba' banded
# A flag takes no value.
offers 'saltus run --quiet gal' gallery:bouncing_ball
# Readline completes what follows the colon.
offers_only 'saltus run gallery:bouncing_ball_z' bouncing_ball_zeno
offers 'saltus run gal' gallery:bouncing_ball gallery:rectifier
offers_only 'saltus explain S031' S0312 S0313
offers_only 'saltus completion ' bash zsh fish
cd "$dir"
touch first.csv second.csv
offers_only 'saltus compare fir' first.csv
offers_only 'saltus compare first.csv second.csv --picture s' saltus.bash second.csv

for shell in zsh fish; do
  "$program" completion "$shell" >"$dir/script"
  if command -v "$shell" >/dev/null && ! "$shell" -n "$dir/script"; then
    echo "$shell does not take its script"
    failures=$((failures + 1))
  fi
done

# The manual, by those who read it.
"$program" man >"$dir/saltus.1"
if command -v groff >/dev/null; then
  complaints=$(groff -man -ww -Tutf8 -z "$dir/saltus.1" 2>&1 || echo failed)
  if [[ -n $complaints ]]; then
    echo "groff: $complaints"
    failures=$((failures + 1))
  fi
fi
if command -v man >/dev/null && command -v groff >/dev/null && ! MANWIDTH=100 man -l "$dir/saltus.1" 2>/dev/null | grep -q 'surface-control'; then
  echo "man does not show the page"
  failures=$((failures + 1))
fi
if grep -q 'help.* VALUE\|unless given: VALUE' "$dir/saltus.1"; then
  echo "the manual takes flags or forms for values"
  failures=$((failures + 1))
fi
echo "completion and manual: $failures failures"
((failures == 0))
