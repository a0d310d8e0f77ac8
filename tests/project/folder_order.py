"""A folder of src/talweg includes only itself and folders above it in ORDER, the layering of ARCHITECTURE.md.
Sub-folders have an order of their own where PARTS says so; elsewhere none of them includes, by whatever way round, one
that includes it, but for the pairs in TOGETHER."""
import collections
import re

import tree

ORDER = ["math", "format", "geometry", "energies", "model", "state", "assembly", "contact", "solve", "projections",
         "step", "scene", "record", "export", "render", "report", "run", "sweep", "verify", "compare", "serve"]
PARTS = {"scene": ["text", "spec", "shape", "check", "build", "robot"]}
# A folder and its own sub-folder that stand for one concept: the files of one kind, and what all of them share.
TOGETHER = {("geometry", "geometry/read"), ("solve", "solve/cholesky"), ("solve", "solve/multilevel"),
            ("step", "step/integrators")}
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]talweg/([\w/]+)/\w+\.hpp', re.MULTILINE)


def allowed(order, folder, included):
    return included in order and order.index(included) <= order.index(folder)


def reachable(graph, start):
    found, waiting = set(), [start]
    while waiting:
        for place in graph[waiting.pop()] - found:
            found.add(place)
            waiting.append(place)
    return found


complaints = []
graph = collections.defaultdict(set)  # of places that include one another within a folder
for path in tree.files(["src/talweg"], (".hpp", ".cpp")):
    here = "/".join(path.split("/")[2:-1])
    folder, part = (here.split("/") + [""])[:2]
    if folder not in ORDER:
        complaints.append(f"{path}: folder {folder} has no place in the order {', '.join(ORDER)}")
        continue
    if folder in PARTS and part not in PARTS[folder]:
        complaints.append(f"{path}: {folder} consists of {', '.join(PARTS[folder])}; this is in none of them")
        continue
    for place in INCLUDE.findall(tree.read(path)):
        included, included_part = (place.split("/") + [""])[:2]
        if not allowed(ORDER, folder, included):
            complaints.append(f"{path}: {folder} may not include {included}")
        elif included == folder and folder in PARTS and not allowed(PARTS[folder], part, included_part):
            complaints.append(f"{path}: {folder}/{part} may not include {folder}/{included_part}")
        elif included == folder and place != here and tuple(sorted((place, here))) not in TOGETHER:
            graph[here].add(place)
for place in sorted(graph):
    if place in reachable(graph, place):
        complaints.append(f"src/talweg/{place}: includes folders that include it: "
                          f"{', '.join(sorted(p for p in graph[place] if place in reachable(graph, p)))}")
tree.finish(complaints)
