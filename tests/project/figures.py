"""Files stay small enough to be read in one go, lines fit a screen, and tests keep up with the source."""
import statistics

import tree

LONGEST, MEDIAN, COLUMNS, TESTS_PER_SOURCE = 500, 120, 120, 0.5
ENDINGS = (".hpp", ".cpp", ".cu", ".ts", ".py")


def line_counts(folders):
    return {path: tree.read(path).count("\n") for path in tree.files(folders, ENDINGS)}


source = line_counts(["src", "apps", "python", "web", "docs/site"])
tests = line_counts(["tests"])
median = statistics.median(source.values())
ratio = sum(tests.values()) / sum(source.values())
print(f"{len(source)} source files, {sum(source.values())} lines, median {median:g}; tests / source {ratio:.2f}")

complaints = [f"{path}: {lines} lines, over {LONGEST}" for path, lines in (source | tests).items() if lines > LONGEST]
complaints += [f"{path}:{number}: {len(line)} columns, over {COLUMNS}" for path in source | tests
               for number, line in enumerate(tree.read(path).splitlines(), 1) if len(line) > COLUMNS]
if median > MEDIAN:
    complaints.append(f"half of the source files have more than {MEDIAN} lines")
if ratio < TESTS_PER_SOURCE:
    complaints.append(f"tests are {ratio:.2f} of the source, less than {TESTS_PER_SOURCE}")
tree.finish(complaints)
