"""docs/start/first_scene.md as its reader would follow it: the scene as a file, in Python and in C++ is one motion."""
import os
import pathlib
import re
import subprocess
import sys
import unittest

from workplace import PROGRAM, ROOT, InADirectory, fenced

PAGE = "docs/start/first_scene.md"
BUILD = pathlib.Path(os.environ["TALWEG_BUILD"])


class FirstScene(InADirectory):
    def run_there(self, *words):
        told = subprocess.run([*map(str, words)], cwd=self.directory, capture_output=True, text=True, check=False)
        self.assertEqual(told.returncode, 0, told.stdout + told.stderr)
        return told.stdout

    def test_three_ways_are_bitwise_one(self):
        text = (ROOT / PAGE).read_text(encoding="utf-8")
        files = dict(re.findall(r"^`([\w.]+)`:\n\n```\w+\n(.*?)```", text, re.DOTALL | re.MULTILINE))
        self.assertEqual(set(files), {"drop.json", "drop.py", "drop.cpp", "CMakeLists.txt"})
        for name, content in files.items():
            (self.directory / name).write_text(content, encoding="utf-8")
        commands = "".join(fenced(PAGE, "sh"))

        self.assertIn("./run run drop.json -o runs/drop\n", commands)
        self.run_there(PROGRAM, "run", "drop.json", "-o", "runs/drop", "-q")

        self.assertIn("~/env/bin/python drop.py\n", commands)
        self.assertEqual(self.run_there(sys.executable, "drop.py"), "finished (101, 130, 3)\n")
        self.same(self.directory / "runs/drop", self.directory / "runs/drop_in_python")

        prefix = self.directory / "talweg"
        self.run_there("cmake", "--install", BUILD, "--component", "library", "--prefix", prefix)
        for command in ["cmake -S . -B build -G Ninja -DCMAKE_PREFIX_PATH=~/talweg",
                        "cmake --build build", "build/drop"]:
            self.assertIn(command + "\n", commands)
            said = self.run_there(*command.replace("~/talweg", str(prefix)).split())
        self.assertEqual(said, "finished\n")
        self.same(self.directory / "runs/drop", self.directory / "runs/drop_in_cpp")

        comparison = fenced(PAGE, "python")[-1]
        self.assertEqual(self.run_there(sys.executable, "-c", comparison), "True\n")

    def test_the_file_is_the_one_in_the_picture(self):
        file = ROOT / "scenes/tutorial/dropped_cube.json"
        self.assertEqual(fenced(PAGE, "json")[0], file.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
