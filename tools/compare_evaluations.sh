#!/bin/bash
# compare_evaluations.sh SALTUS FOLDER...: do tape and machine code give the same results?
#
# Runs every *.mo and *.bmo below the folders twice, `--evaluation tape` and `--evaluation code`, and compares the results,
# the summary and the messages byte by byte. SECONDS_PER_RUN (60) ends a run that takes longer; that counts as a finding.
#
# Prints a line for each model that differs or takes too long, then how many models were compared, how many of them end
# with an error (the same one) and how many never live long enough for code; exit code 1 if there is a finding, or no model.
set -euo pipefail
export LC_ALL=C.UTF-8
if (($# < 2)); then
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p}' "$0" >&2
  exit 2
fi
saltus=$1
shift
limit=${SECONDS_PER_RUN:-60}
scratch=$(mktemp -d)
trap 'rm -r -- "$scratch"' EXIT

# run_by WAY MODEL: its exit code; leaves WAY.csv, WAY.txt and WAY.json.
run_by() {
  local code=0
  rm -f -- "$scratch/$1".*
  timeout "$limit" "$saltus" run "$2" --evaluation "$1" --output "$scratch/$1.csv" --statistics "$scratch/$1.json" \
    >"$scratch/$1.txt" 2>&1 || code=$?
  sed -i "s#$scratch/$1#RESULT#g" "$scratch/$1.txt"
  [[ -e $scratch/$1.csv ]] || : >"$scratch/$1.csv"
  echo "$code"
}

models=0 findings=0 failing=0 without=0
while IFS= read -r -d '' model; do
  models=$((models + 1))
  tape=$(run_by tape "$model")
  code=$(run_by code "$model")
  if [[ $tape == 124 || $code == 124 ]]; then
    echo "$model: more than $limit s"
    findings=$((findings + 1))
  elif [[ $tape != "$code" ]]; then
    echo "$model: exit code $tape by the tape, $code by code"
    findings=$((findings + 1))
  elif ! cmp -s "$scratch/tape.csv" "$scratch/code.csv"; then
    echo "$model: results differ from line $(cmp "$scratch/tape.csv" "$scratch/code.csv" | sed 's/.*line //') on"
    findings=$((findings + 1))
  elif ! cmp -s "$scratch/tape.txt" "$scratch/code.txt"; then
    echo "$model: what is printed differs: $(diff "$scratch/tape.txt" "$scratch/code.txt" | sed -n 2p)"
    findings=$((findings + 1))
  elif [[ $code != 0 ]]; then
    failing=$((failing + 1))
  elif ! grep -q '"evaluation": "code in [1-9]' "$scratch/code.json"; then
    without=$((without + 1))
  fi
done < <(find "$@" -type f \( -name '*.mo' -o -name '*.bmo' \) -print0 | sort -z)

echo "$models models compared, $findings findings; $failing end with an error, $without without code"
((models > 0 && findings == 0))
