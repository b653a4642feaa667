#!/bin/bash
# build_site.sh: docs/ as a site of plain files in build/site; open build/site/index.html. Works without a network.
#
#   tools/build_site.sh            installs MkDocs into .deps/python if it is not there, builds, checks every link
#   tools/build_site.sh --check    installs nothing; exit code 77 when MkDocs is not there (the tests ask for that)
#   tools/build_site.sh --serve    builds again whenever a page changes, and shows it on http://127.0.0.1:8000
#
# A warning of MkDocs, a link that leads nowhere, a formula that cannot be set or anything that a page would load from
# elsewhere is a failure.
set -euo pipefail
source "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/bootstrap.sh"
site=$root/build/site
mapfile -t needed < <(grep -v '^#' "$root/tools/site/requirements.txt")
case ${1:-} in
  --check)
    if ! has_python "${needed[@]}"; then
      echo "site: not checked, MkDocs is not in .deps/python (tools/build_site.sh installs it)"
      exit 77
    fi ;;
  '' | --serve) need_python "${needed[@]}" || exit "$could_not_start" ;;
  *) say "unknown argument $1; see the head of ${BASH_SOURCE[0]}"; exit 2 ;;
esac
# MkDocs reads the pages; nothing of what it makes belongs among them.
export PYTHONDONTWRITEBYTECODE=1 NO_MKDOCS_2_WARNING=1
if [[ ${1:-} == --serve ]]; then
  exec "$python/bin/python" -m mkdocs serve --config-file "$root/tools/site/mkdocs.yml" --watch "$root/docs"
fi
"$python/bin/python" -m mkdocs build --quiet --clean --config-file "$root/tools/site/mkdocs.yml" --site-dir "$site"
"$python/bin/python" "$root/tools/site/check_site.py" "$site"
