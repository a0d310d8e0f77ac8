"""A folder of src/talweg includes only itself and folders above it in ORDER, the layering of ARCHITECTURE.md."""
import re

import tree

ORDER = ["math", "geometry", "energies", "model", "state", "assembly", "contact", "solve", "step", "scene", "record",
         "serve"]
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]talweg/(\w+)/', re.MULTILINE)

complaints = []
for path in tree.files(["src/talweg"], (".hpp", ".cpp")):
    folder = path.split("/")[2]
    if folder not in ORDER:
        complaints.append(f"{path}: folder {folder} has no place in the order {', '.join(ORDER)}")
        continue
    for included in INCLUDE.findall(tree.read(path)):
        if included not in ORDER or ORDER.index(included) > ORDER.index(folder):
            complaints.append(f"{path}: {folder} may not include {included}")
tree.finish(complaints)
