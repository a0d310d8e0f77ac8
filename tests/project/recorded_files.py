"""Files of runs have their names, and are opened, in one place per language: src/talweg/record (C++),
python/talweg/run.py (Python); the page gets them from the server, in web/src/live/fetched.ts. What is checked there –
indices, sizes, links – would be forgotten elsewhere."""
import re

import tree

NAMES = ["positions.npy", "contact_force.npy", "topology.json", "elements.json", "run.json", "steps.csv", "newton.csv",
         "contacts.csv", "checkpoint.bin"]
NAMED = re.compile(r"""["'`/](""" + "|".join(re.escape(name) for name in NAMES) + r""")["'`]""")
SERIES = re.compile(r"""["'`/](?:series|elements)["'`/]\s*/?.*\.npy""")
# Streams and descriptors of one's own: `read_whole_file`, `File`, `open_plain_file` follow no link and wait at no pipe.
OPENED = re.compile(r"std::i?o?fstream\b|\bfopen\(|(?<![\w>])::open\(|\bopendir\(")
MAY_OPEN = {
    "src/talweg/format/file.cpp": "the one place",
    "src/talweg/record/run_directory.cpp": "the directory itself, to lock it",
    "src/talweg/sweep/sweep_directory.cpp": "likewise",
    "src/talweg/sweep/schedule.cpp": "/dev/null",
    "src/talweg/math/usable_threads.cpp": "what the system says",
    "src/talweg/math/available_memory.cpp": "what the system says",
    "src/talweg/scene/spec/read_scene.cpp": "the user's scene",
    "src/talweg/geometry/read/source.cpp": "the user's meshes",
    "src/talweg/geometry/mesh_inside.cpp": "files for and from a mesher",
}

complaints = []


def look(paths, pattern, may, remedy):
    for path in paths:
        if path in may:
            continue
        for number, line in enumerate(tree.read(path).split("\n"), 1):
            if not line.lstrip().startswith(("///", "//", "#")) and pattern.search(line):
                complaints.append(f"{path}:{number}: {remedy}: {line.strip()}")


cpp = tree.files(["src/talweg", "apps", "python"], (".hpp", ".cpp"))
for pattern in (NAMED, SERIES):
    look(cpp, pattern, {"src/talweg/record/run_directory.hpp"}, "files of runs are named by RunDirectory")
    look(tree.files(["python"], (".py",)), pattern, {"python/talweg/run.py"}, "files of runs are opened by talweg.Run")
    look(tree.files(["web/src"], (".ts",)), pattern, {}, "the page gets files of runs from the server")
look(cpp, OPENED, MAY_OPEN, "open files by format/file.hpp or record/frames.hpp")
look(tree.files(["web/src"], (".ts",)), re.compile(r"\bfetch\("), {"web/src/live/fetched.ts"}, "fetch there")
tree.finish(complaints)
