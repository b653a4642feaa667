# bootstrap.sh: from a fresh Debian machine to a finished build. Sourced by ./saltus and ./test, never run.
#
# Everything said here goes to stderr; stdout belongs to the program. Nothing ever asks a question.
#
#   SALTUS_SKIP_PACKAGES=1   do not look at Debian and Python packages (the dependencies come from elsewhere)
#   SALTUS_JOBS=N            number of parallel compilations; the number of processors unless set
# shellcheck shell=bash

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
program_packages=(g++ cmake ninja-build libeigen3-dev libsuitesparse-dev libfmt-dev libcli11-dev nlohmann-json3-dev
                  nodejs npm)
test_packages=("${program_packages[@]}" git ccache libgtest-dev libmpfi-dev libflint-arb-dev libmpfr-dev
               libsundials-dev libhdf5-dev python3 python3-venv aspell aspell-en chromium)
could_not_start=125  # the program itself uses 0 to 3

say() { printf 'saltus: %s\n' "$*" >&2; }
stop() { say "$@"; exit "$could_not_start"; }

# Copies stdin to the log $1 and shows the lines that match $2 on stderr: one line that changes on a terminal, elsewhere
# a line every other second. (The pattern '^$.' matches nothing.)
show_progress() {
  local log=$1 pattern=$2 line shown_at=-2 width
  width=$(tput cols 2>/dev/null || echo 80)
  while IFS= read -r line || [[ -n $line ]]; do
    printf '%s\n' "$line" >&3
    [[ $line =~ $pattern ]] || continue
    if [[ -t 2 ]]; then
      printf '\r\033[K%s' "${line:0:width-1}" >&2
    elif ((SECONDS - shown_at >= 2)); then
      printf '%s\n' "$line" >&2
      shown_at=$SECONDS
    fi
  done 3>"$log"
  [[ ! -t 2 ]] || printf '\r\033[K' >&2
}

# logged LOG PATTERN COMMAND...: runs the command quietly; its output is shown only if it fails.
logged() {
  local log=$1 pattern=$2
  shift 2
  if "$@" 2>&1 </dev/null | show_progress "$log" "$pattern"; then return 0; fi
  tail -n 200 "$log" >&2
  say "failed: $*"
  say "the whole output is in $log"
  return 1
}

installed() {  # a tool counts as installed wherever it came from
  case $1 in
    g++)         command -v c++ >/dev/null && return ;;
    ninja-build) command -v ninja >/dev/null && return ;;
    nodejs)      command -v node >/dev/null && return ;;
    cmake | git | ccache | npm | chromium | python3) command -v "$1" >/dev/null && return ;;
  esac
  [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# Installs those of the given Debian packages that are missing.
need_packages() {
  [[ -z ${SALTUS_SKIP_PACKAGES:-} ]] && command -v dpkg-query >/dev/null || return 0
  local package missing=() required=() as_root=()
  for package; do
    installed "$package" || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  for package in "${missing[@]}"; do
    case $package in ninja-build | ccache | nodejs | npm) ;; *) required+=("$package") ;; esac
  done

  if ((EUID != 0)); then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
      as_root=(sudo -n)
    elif ((${#required[@]} == 0)); then
      return 0  # make instead of ninja, no ccache: slower; without npm no reports, which `saltus report` will say
    else
      say "these Debian packages are missing, and only root can install them. As root, run"
      say "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
      stop "and start again (or set SALTUS_SKIP_PACKAGES=1 if the libraries come from elsewhere)"
    fi
  fi
  say "installing ${missing[*]}"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  # An update may fail for one source among many; what matters is whether the packages can be installed.
  logged "$root/build/apt-update.log" '^(Get|Hit|Err):' "${apt[@]}" update ||
    say "going on with the package lists that are there"
  logged "$root/build/apt-install.log" '^(Get:|Unpacking|Setting up)' \
    "${apt[@]}" install -y --no-install-recommends "${missing[@]}" || exit "$could_not_start"
}

python=$root/.deps/python  # an environment of our own for packages of PyPI

# has_python PACKAGE[==VERSION]...: whether it has them all.
has_python() {
  "$python/bin/python" - "$@" 2>/dev/null <<'PYTHON'
import sys
from importlib.metadata import version
for name, _, wanted in (argument.partition("==") for argument in sys.argv[1:]):
    assert wanted in ("", version(name))
PYTHON
}

# need_python PACKAGE[==VERSION]...: installs what is missing. Fails without a network, and says so.
need_python() {
  if has_python "$@"; then return 0; fi
  [[ -z ${SALTUS_SKIP_PACKAGES:-} ]] || return 1
  need_packages python3 python3-venv
  mkdir -p "$root/build"
  say "installing $# Python packages into .deps/python"
  if ! "$python/bin/python" -m pip --version >/dev/null 2>&1; then
    rm -rf -- "$python"
    logged "$root/build/pip.log" '^$.' python3 -m venv "$python" || return 1
  fi
  logged "$root/build/pip.log" '^(Collecting|Installing)' \
    "$python/bin/python" -m pip install --disable-pip-version-check "$@"
}

cached() {  # the value of a CMake cache variable
  if [[ -e $1/CMakeCache.txt ]]; then sed -n "s/^$2:[^=]*=//p" "$1/CMakeCache.txt"; fi
}

# configure PRESET [-DVARIABLE=VALUE...]: does nothing when build/PRESET is configured that way already.
configure() {
  local preset=$1 build=$root/build/$1 argument home up_to_date=1
  shift
  home=$(cached "$build" CMAKE_HOME_DIRECTORY)
  if [[ -n $home && $home != "$root" ]]; then
    say "build/$preset belongs to another copy of the sources; starting it afresh"
    rm -rf -- "$build"
  fi
  [[ -e $build/build.ninja || -e $build/Makefile ]] || up_to_date=
  [[ $build/configured -nt $root/CMakePresets.json ]] || up_to_date=
  for argument; do
    argument=${argument#-D}
    [[ $(cached "$build" "${argument%%=*}") == "${argument#*=}" ]] || up_to_date=
  done
  [[ -z $up_to_date ]] || return 0

  say "configuring build/$preset"
  local generator=()
  if ! command -v ninja >/dev/null; then generator=(-G "Unix Makefiles"); fi
  (cd "$root" && logged "$build.configure.log" '^$.' cmake --preset "$preset" "${generator[@]}" "$@") || return 1
  touch "$build/configured"
}

# build PRESET [TARGET]: silent when there is nothing to do.
build() {
  local build=$root/build/$1 jobs=${SALTUS_JOBS:-$(nproc)} target=()
  if [[ -n ${2:-} ]]; then target=(--target "$2"); fi
  logged "$build.build.log" '^\[([1-9][0-9]*/[0-9]+| *[0-9]+%)\] (Building|Linking|Running)' \
    cmake --build "$build" "${target[@]}" -j "$jobs"
}

# Two builds in one tree wait for each other. The lock ends with `unlock` or with the process.
lock() {
  mkdir -p "$root/build"
  exec 9>"$root/build/lock"
  flock -n 9 || { say "waiting for another build in this tree"; flock 9; }
}
unlock() { exec 9>&-; }
