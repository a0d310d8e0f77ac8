"""Installation: the module in a fresh virtual environment, and the library for another project's find_package."""
import os
import pathlib
import subprocess
import unittest

from workplace import ROOT, InADirectory

BUILD = pathlib.Path(os.environ["TALWEG_BUILD"])


def run(*words, **keys):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    words = [*map(str, words)]
    return subprocess.run(words, capture_output=True, text=True, check=True, env=environment, **keys).stdout


class Installation(InADirectory):
    def test_into_a_virtual_environment(self):
        """What scripts/install_python does, without the build, which is there."""
        venv = self.directory / "env"
        run("/usr/bin/python3", "-m", "venv", "--system-site-packages", "--without-pip", venv)
        python = venv / "bin/python"
        site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('platlib'))").strip()
        run("cmake", "--install", BUILD, "--component", "python", "--prefix", site)
        code = "import talweg; print(talweg.__file__); talweg.Scene.load('scenes/rope.json').check()"
        self.assertTrue(run(python, "-c", code, cwd=ROOT).startswith(str(venv)))
        self.assertTrue((pathlib.Path(site) / "talweg/py.typed").exists())
        self.assertTrue((pathlib.Path(site) / "talweg/__init__.pyi").exists())

    def test_by_pip_without_the_network(self):
        """pip install --no-build-isolation . with the build that is there."""
        venv = self.directory / "env"
        run("/usr/bin/python3", "-m", "venv", "--system-site-packages", venv)
        run(venv / "bin/python", "-m", "pip", "install", "--no-build-isolation", "--no-index", ROOT)
        told = run(venv / "bin/python", "-c", "import talweg; print(talweg.__file__, talweg.__version__)", cwd=venv)
        self.assertTrue(told.startswith(str(venv)))
        listed = run(venv / "bin/python", "-m", "pip", "show", "-f", "talweg")
        self.assertIn("Version: " + told.split()[-1], listed)
        self.assertIn("talweg/py.typed", listed)

    def test_the_example_finds_the_library(self):
        prefix, build = self.directory / "prefix", self.directory / "build"
        run("cmake", "--install", BUILD, "--component", "library", "--prefix", prefix)
        run("cmake", "-S", ROOT / "examples/cpp", "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}")
        run("cmake", "--build", build)
        lines = run(build / "falling_rope").splitlines()
        self.assertEqual(lines[0], "0.00 s: ( 1.000,  0.000,  0.000) m")
        self.assertTrue(lines[1].startswith("0.30 s: "))
        self.assertEqual(lines[2], "0.90 s: ( 0.500,  0.000,  0.000) m")


if __name__ == "__main__":
    unittest.main()
