"""A page of the tutorial: the commands it prints, in order, with the output it shows for them."""
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).parents[2]
FOLDER = ROOT / "docs/tutorial"


class Page:
    def __init__(self, name):
        self.name = name
        self.text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")

    def words(self):
        """The page as one line, as a reader sees it: without line breaks, marks of code and emphasis."""
        return re.sub(r"\s+", " ", self.text.replace("`", "").replace("*", ""))

    def pictures(self):
        return re.findall(r"!\[[^\]]*\]\(([^)]+)\)", self.text)

    def links(self):
        return re.findall(r"(?<!!)\[[^\]]*\]\(([^)#]+)[^)]*\)", self.text)

    def actions(self):
        """(language, command or program, output shown, if any)"""
        blocks = re.findall(r"```(sh|python)\n(.*?)```(?:\s*```text\n(.*?)```)?", self.text, re.DOTALL)
        for language, body, shown in blocks:
            if language == "python":
                yield language, body, shown
                continue
            lines = body.strip().replace("\\\n", "").splitlines()
            for number, line in enumerate(lines, 1):
                yield "sh", line, shown if number == len(lines) else ""

    def play(self, directory):
        """Does what the page says; yields (command, exit code, what it said, what the page shows)."""
        prepare(directory)
        for language, text, shown in self.actions():
            words = ["bash", "-c", text] if language == "sh" else ["/usr/bin/python3", "-c", text]
            told = subprocess.run(words, cwd=directory, capture_output=True, text=True, check=False)
            yield text, told.returncode, told.stdout + told.stderr, shown.strip()


def prepare(directory):
    """What commands find: the scenes, and ./run without the build. Live scenes are only checked."""
    (directory / "scenes").symlink_to(ROOT / "scenes")
    program = directory / "run"
    check_only = '[ "$1" = view ] && { shift; set -- check "$@"; }'
    program.write_text(f'#!/bin/sh\n{check_only}\nexec {os.environ["TALWEG_PROGRAM"]} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
