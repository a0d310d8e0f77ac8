"""A folder of src/talweg includes only itself and folders above it in ORDER, the layering of ARCHITECTURE.md; so does a
sub-folder of those in PARTS. Other folders have sub-folders that may include one another."""
import re

import tree

ORDER = ["math", "format", "geometry", "energies", "model", "state", "assembly", "contact", "solve", "projections",
         "step", "scene", "record", "export", "render", "report", "run", "sweep", "verify", "compare", "serve"]
PARTS = {"scene": ["text", "spec", "shape", "check", "build", "robot"]}
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]talweg/([\w/]+)/\w+\.hpp', re.MULTILINE)


def allowed(order, folder, included):
    return included in order and order.index(included) <= order.index(folder)


complaints = []
for path in tree.files(["src/talweg"], (".hpp", ".cpp")):
    folder, part = (path.split("/")[2:-1] + [""])[:2]
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
tree.finish(complaints)
