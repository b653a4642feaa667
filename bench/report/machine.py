"""What the benchmark ran on, as JSON: machine.py ROOT_OF_THE_SOURCES"""

import json
import os
import pathlib
import re
import subprocess
import sys


def output(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "not there"


def main(root):
    cache = (root / "build/bench/CMakeCache.txt").read_text()
    cached = lambda name: (re.search(rf"^{name}:\w+=(.*)$", cache, re.M) or [None, ""])[1]
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    system = re.search(r'PRETTY_NAME="(.*)"', pathlib.Path("/etc/os-release").read_text())
    flavour = root / ".deps/sundials/version"
    print(json.dumps({
        "processor": f"{cpu[1] if cpu else 'unknown'}, {os.cpu_count()} logical",
        "system": f"{output('uname', '-sr')}, {system[1] if system else 'unknown'}",
        "load when it ended": " ".join(f"{x:.1f}" for x in os.getloadavg()),
        "compiler": output(cached("CMAKE_CXX_COMPILER") or "c++", "--version").splitlines()[0],
        "Saltus": f"commit {output('git', '-C', str(root), 'rev-parse', '--short', 'HEAD')}, "
                  f"{cached('CMAKE_CXX_FLAGS_RELEASE')} {cached('CMAKE_CXX_FLAGS')}".strip(),
        "SUNDIALS (debian)": output("dpkg-query", "-W", "-f", "${Version}, as packaged", "libsundials-dev"),
        "SUNDIALS (release)": f"{flavour.read_text().strip()}, -O3 -DNDEBUG, static" if flavour.exists() else "not there",
        "SciPy": output(sys.executable, "-c", "import numpy, scipy, platform; "
                        "print(f'{scipy.__version__}, NumPy {numpy.__version__}, Python {platform.python_version()}')"),
    }, indent=1))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
