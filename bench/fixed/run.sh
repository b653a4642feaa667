#!/bin/bash
# run.sh BIN OUT [--quick]: all fixed benchmarks; their rows go to OUT as {"small": [...], "chain": [...], ...}.
set -euo pipefail
bin=$1 out=$2 quick=${3:-}
peers=()
if [[ -e $bin/sundials_release.so ]]; then peers=(--peers "release=$bin/sundials_release.so"); fi
rows=$(mktemp -d)
trap 'rm -rf -- "$rows"' EXIT

# row NAME ARGUMENTS...: one call; a contestant that takes longer than the limit has no row.
row() {
  echo "[$*]"
  local file=$rows/$1.$RANDOM$RANDOM
  timeout "${limit:-600}" "$bin/saltus_bench_fixed" "$@" "${peers[@]}" >"$file" || { echo "no result: $*"; rm -f "$file"; }
}

chains=(10 100 1000) parks=(10 100) rods=(100)
if [[ -z $quick ]]; then chains+=(10000) parks+=(1000) rods+=(1000 10000); fi

row small
for n in "${chains[@]}"; do
  row chain --n "$n" --only "saltus tsit5,saltus dop853"
  if ((n <= 100)); then row chain --n "$n" --only "saltus radau"; fi
done
for n in "${parks[@]}"; do
  for who in "saltus tsit5" "saltus dop853" "limit tsit5" "CVODE BDF (release)" "CVODE Adams (release)" "ARKODE ERK (release)"; do
    row park --n "$n" --only "$who"
  done
done
for n in "${rods[@]}"; do
  for who in "saltus radau" "saltus bdf" "IDA (release)"; do row rod --n "$n" --only "$who"; done
done

python3 - "$rows" "$out" <<'PY'
import collections, json, pathlib, sys
tables = collections.defaultdict(list)
for file in sorted(pathlib.Path(sys.argv[1]).iterdir(), key=lambda f: f.stat().st_mtime_ns):
    tables[file.name.split(".")[0]] += json.loads(file.read_text())
pathlib.Path(sys.argv[2]).write_text(json.dumps(tables, indent=1) + "\n")
PY
