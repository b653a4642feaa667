#!/bin/bash
# count_cases.sh FILE: prints "PASSED FAILED", counted in individual cases. FILE is what ctest --output-junit wrote.
#
# A ctest whose output is that of a GoogleTest program counts as many times as the program reports cases; every other
# ctest counts once. A program that fails without reporting a failed case (it crashed, it ran out of time, it was not
# built) is one failure more. Skipped and disabled tests count neither way.
set -euo pipefail
[[ -r ${1:-} ]] || { echo "0 0"; exit; }

awk '
  /^\t<testcase / {
    status = $0
    sub(/.* status="/, "", status)
    sub(/".*/, "", status)
    is_gtest = ok = bad = skipped = 0
  }
  /\[==========\] /                       { is_gtest = 1 }
  /\[       OK \] /                       { ok++ }
  /\[  FAILED  \] .* \([0-9]+ ms\)$/      { bad++ }
  /^\t\t<skipped message="SKIP_/          { skipped = 1 }
  /^\t<\/testcase>/ {
    if (status == "run") passed += is_gtest ? ok : 1
    else if (status == "fail") {
      passed += ok
      failed += bad ? bad : 1
    }
    else if (status == "notrun" && !skipped) failed++
  }
  END { print passed + 0, failed + 0 }
' "$1"
