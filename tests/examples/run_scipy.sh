#!/bin/bash
# run_scipy.sh PROGRAM.py EXPECTED: does it print that? Code 77 where .deps/python has no SciPy (bench/run installs it).
set -euo pipefail
source "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../../tools/bootstrap.sh"
has_python numpy scipy || { echo "SciPy is not in .deps/python"; exit 77; }
"$python/bin/python" "$1" | diff - "$2"
