"""What the compiler reads: bytes of headers, summed over all units that were compiled, as ninja recorded them. Counted,
not timed, so that a header which drags in much shows on any machine. Arguments: build directory."""
import collections
import os
import subprocess
import sys

import tree

UNIT, TOTAL = 22_000_000, 820_000_000  # bytes

build = sys.argv[1]


def ninja(*arguments):
    return subprocess.run(["ninja", "-C", build, "-t", *arguments], capture_output=True, text=True, check=True).stdout


dependencies, unit = collections.defaultdict(list), None
for line in ninja("deps").splitlines():
    if line.startswith("    "):
        dependencies[unit].append(os.path.join(build, line.strip()))
    elif ": #deps" in line:
        unit = line.split(":")[0]
alive = set(ninja("targets", "all").replace(":", "").split())
sizes = {}


def size(path):
    if path not in sizes:
        sizes[path] = os.path.getsize(path) if os.path.exists(path) else 0
    return sizes[path]


read = {unit: sum(map(size, paths)) for unit, paths in dependencies.items()
        if unit.endswith(".o") and unit in alive and "benchmark" not in unit}
largest = sorted(read, key=read.get, reverse=True)
print(f"{len(read)} units read {sum(read.values()) / 1e6:.0f} MB; the largest:")
print("\n".join(f"{read[unit] / 1e6:6.1f} MB  {unit}" for unit in largest[:10]))
complaints = [f"{unit}: {read[unit]} bytes of headers, over {UNIT}" for unit in largest if read[unit] > UNIT]
if sum(read.values()) > TOTAL:
    complaints.append(f"{sum(read.values())} bytes of headers in all, over {TOTAL}")
tree.finish(complaints)
