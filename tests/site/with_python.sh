#!/bin/bash
# with_python.sh PROGRAM.py ARGUMENTS...: runs it with what the site needs; code 77 where that is not there.
set -euo pipefail
source "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../../tools/bootstrap.sh"
has_python mkdocs latex2mathml || { echo "MkDocs is not in .deps/python"; exit 77; }
exec env PYTHONDONTWRITEBYTECODE=1 "$python/bin/python" "$@"
