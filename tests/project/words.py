"""No marks of unfinished work in any file, and no file named after nothing in particular."""
import os
import re

import tree

UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK|not imple" r"mented|place" r"holder)\b")
VAGUE = re.compile(r"(^|_)(utils?|manager|helpers?|info|common)(_|$)")
ENDINGS = (".hpp", ".cpp", ".cu", ".ts", ".mjs", ".css", ".html", ".py", ".sh", ".cmake", ".txt", ".json", ".md")

complaints = []
for path in tree.files(["."], ENDINGS):
    stem = os.path.basename(path).split(".")[0]
    if VAGUE.search(stem):
        complaints.append(f"{path}: the name says nothing about its content")
    for number, line in enumerate(tree.read(path).splitlines(), 1):
        if found := UNFINISHED.search(line):
            complaints.append(f"{path}:{number}: '{found.group()}' marks unfinished work")
tree.finish(complaints)
