"""The files of the checkout that people write, without what builds and tools leave behind."""
import os
import sys

LEFT_BEHIND = {"build", "runs", "dist", "node_modules", "__pycache__"}
WRITTEN = {"src/talweg/scene/build", "tests/scene/build"}  # these are ours


def files(folders, endings):
    """Paths of the files below `folders` whose names end in one of `endings`, in sorted order."""
    found = []
    for folder in folders:
        for place, below, names in os.walk(folder):
            below[:] = [name for name in below if not name.startswith(".")
                        and (name not in LEFT_BEHIND or os.path.normpath(os.path.join(place, name)) in WRITTEN)]
            found += [os.path.join(place, name) for name in names if name.endswith(endings)]
    return sorted(os.path.normpath(path) for path in found)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def finish(complaints):
    """Ends the check: prints every complaint and fails if there is one."""
    print("\n".join(complaints) or "nothing to complain about")
    sys.exit(1 if complaints else 0)
