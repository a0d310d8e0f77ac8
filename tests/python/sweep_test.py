"""Sweeps from Python: the table of the command line, failures kept, mistakes told where they are made."""
import signal
import subprocess
import sys
import time
import unittest

import numpy

import talweg as tw
from workplace import InADirectory, fenced, program, rope


class Sweeps(InADirectory):
    def test_the_example_of_the_documentation(self):
        code = fenced("docs/sweeps.md", "python")[0].replace('"runs/', f'"{self.directory}/runs/')
        names = {}
        exec(compile(code, "sweeps.md", "exec"), names)
        table = names["table"]
        numpy.testing.assert_array_equal(table["bodies[0].density"], [500] * 3 + [1000] * 3)
        numpy.testing.assert_array_equal(table["gravity[1]"], [-9, -5, -1] * 2)
        # Falls of a beam that bends under its own weight: heavier and faster ones have more energy.
        kinetic = table["kinetic_at_end"]
        self.assertTrue((kinetic[[0, 3]] > kinetic[[1, 4]]).all() and (kinetic[[1, 4]] > kinetic[[2, 5]]).all())
        self.assertEqual(names["sweep"].failures, {})
        self.assertEqual(len(names["sweep"]), 6)
        self.assertIn("6 runs of bodies[0].density, gravity[1]", repr(names["sweep"]))
        with self.assertRaises(IndexError):
            names["sweep"][6]

    def test_the_command_line_makes_the_same_table(self):
        vary = {"bodies[0].density": {"from": 0.5, "to": 2}, "time.step": [0.01, 0.005]}
        here = tw.sweep(rope(), vary, self.directory / "here", sample={"count": 3, "seed": 4}, set={"time.frames": 4})
        told = program("sweep", "here/study.json", "-o", "there", "-q", cwd=self.directory)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertEqual((self.directory / "here/table.csv").read_bytes(),
                         (self.directory / "there/table.csv").read_bytes())
        self.assertEqual(len(here), 6)
        self.assertEqual(here[5].positions.shape[0], 5)

    def test_a_mended_study_takes_the_place_of_the_one_that_was_refused(self):
        where = self.directory / "sweep"
        self.assertIn("did you mean", self.message(tw.sweep, rope(), {"bodies[0].densty": [1]}, where))
        self.assertEqual(len(tw.sweep(rope(), {"bodies[0].density": [1]}, where, set={"time.frames": 1})), 1)
        other = self.directory / "other"
        other.mkdir()
        (other / "dear.txt").write_text("dear")
        self.assertIn("no sweep of talweg", self.message(tw.sweep, rope(), {"time.step": [1]}, other))

    def test_another_study_in_the_directory_is_refused_in_words_of_python(self):
        where = self.directory / "sweep"
        tw.sweep(rope(), {"bodies[0].density": [1]}, where, set={"time.frames": 1})
        told = self.message(tw.sweep, rope(), {"bodies[0].density": [2]}, where, set={"time.frames": 1})
        self.assertIn("choose another directory, or replace all runs with overwrite=True", told)
        self.assertNotIn("--", told)
        tw.sweep(rope(), {"bodies[0].density": [2]}, where, set={"time.frames": 1}, overwrite=True)
        self.assertEqual(tw.Sweep(where).table["bodies[0].density"], [2])

    def test_ctrl_c_and_the_same_call_again(self):
        script = self.directory / "study.py"
        script.write_text("from workplace import rope\nimport talweg as tw\n"
                          "tw.sweep(rope(40, time={'step': 0.001, 'frames': 6000}), {'bodies[0].density': [1, 2, 3]},"
                          f" {str(self.directory / 'sweep')!r}, jobs=2)\n", encoding="utf-8")
        command = [sys.executable, "-B", str(script)]
        here = {"env": {**__import__("os").environ, "PYTHONPATH": ":".join(sys.path)}}
        process = subprocess.Popen(command, stderr=subprocess.PIPE, **here)
        while not (self.directory / "sweep/run_0000/positions.npy").exists() and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertIn(b"KeyboardInterrupt", process.communicate()[1])
        self.assertIn("interrupted", str(tw.Sweep(self.directory / "sweep").failures))
        subprocess.run(command, check=True, **here)
        sweep = tw.Sweep(self.directory / "sweep")
        self.assertEqual(sweep.failures, {})
        whole = rope(40, time={"step": 0.001, "frames": 6000})
        whole.set("bodies[0].density", 1)
        self.same(whole.run(self.directory / "whole").directory, sweep[0].directory)

    def test_failures_and_mistakes(self):
        sweep = tw.sweep(rope(), {"bodies[0].hold[0].select": [{"group": "start"}, {"indices": [99]}]},
                         self.directory / "sweep")
        self.assertEqual(list(sweep.failures), [1])
        self.assertTrue(sweep.failures[1].startswith("failed: "), sweep.failures)
        message = self.message(tw.sweep, rope(), {"bodies[0].densty": [1]}, self.directory / "a")
        self.assertIn('did you mean "density"?', message)
        self.assertIn("at least 1 entry", self.message(tw.sweep, rope(), {"time.step": []}, self.directory / "b"))
        self.assertIn("upside down", self.message(tw.sweep, rope(), {"time.step": {"from": 2, "to": 1, "count": 3}},
                                                  self.directory / "c"))


if __name__ == "__main__":
    unittest.main()
