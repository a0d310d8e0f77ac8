"""Scenes made in Python: the same JSON, the same messages, bitwise the same motion."""
import json
import unittest

import numpy

import talweg as tw
from workplace import ROOT, InADirectory, fenced, jelly, program, rope


class Twins(InADirectory):
    def test_fifteen_lines_of_the_readme_and_their_json(self):
        code = next(block for block in fenced("README.md", "python") if "import talweg" in block)
        self.assertLessEqual(len(code.strip().splitlines()), 15)
        json_twin = next(block for block in fenced("README.md", "jsonc") if '"flag"' in block)
        (self.directory / "flag.json").write_text(json_twin, encoding="utf-8")
        (self.directory / "flag.py").write_text(code, encoding="utf-8")
        names = {}
        here = str(self.directory)
        exec(compile(code.replace('"runs/', f'"{here}/runs/'), "flag.py", "exec"), names)  # as a user would run it
        told = program("run", "flag.json", "-o", "twin", "-q", cwd=self.directory)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.same(names["run"].directory, self.directory / "twin")

    def test_a_written_scene_moves_bitwise_the_same(self):
        for name, scene in {"rope": rope(), "jelly": jelly()}.items():
            scene.write(self.directory / f"{name}.json")
            run = scene.run(self.directory / f"{name}_here")
            self.assertEqual(run.ended, "finished")
            told = program("run", f"{name}.json", "-o", f"{name}_there", "-q", cwd=self.directory)
            self.assertEqual(told.returncode, 0, told.stderr)
            self.same(run.directory, self.directory / f"{name}_there")

    def test_steps_are_those_of_a_run(self):
        scene = rope()
        recorded = scene.run(self.directory / "run").positions
        simulation = tw.Simulation(scene)
        frames = [simulation.positions]
        simulation.run(lambda s: frames.append(s.positions))
        numpy.testing.assert_array_equal(numpy.array(frames), recorded)


class Values(InADirectory):
    def test_numpy_and_tuples_are_lists_and_numbers(self):
        scene = rope(gravity=numpy.array([0, -1.5, 0]), time={"step": numpy.float64(0.02), "frames": numpy.int32(3)})
        resolved = scene.to_dict()
        self.assertEqual(resolved["gravity"], [0, -1.5, 0])
        self.assertEqual(resolved["time"], {"step": 0.02, "frames": 3, "steps_per_frame": 1})
        scene.set("bodies[0].hold", ({"select": {"indices": (0,)}},))
        self.assertEqual(scene.to_dict()["bodies"][0]["hold"][0]["select"], {"indices": [0]})

    def test_what_is_no_json_is_refused(self):
        self.assertEqual(self.message(rope, gravity=[0, float("nan"), 0]), "gravity[1] is not a finite number")
        self.assertIn("time.step is of the type object", self.message(rope, time={"step": object()}))
        self.assertIn("no text", self.message(rope, time={1: 2}))

    def test_loaded_scenes_can_be_changed(self):
        scene = tw.Scene.load(ROOT / "scenes/rope.json")
        scene.set("time.frames", 2)
        scene.set("bodies[0].density", 0.3)
        self.assertEqual(scene.run(self.directory / "run").positions.shape, (3, 41, 3))
        self.assertAlmostEqual(tw.Simulation(scene).model.bodies[0].mass, 0.6, delta=1e-12)


class Messages(InADirectory):
    """As on the command line, word for word, but for words that are the command line's own."""

    def by_program(self, *arguments):
        told = program("check", *arguments, cwd=self.directory)
        self.assertEqual(told.returncode, 1)
        return told.stderr.removeprefix("talweg: ").rstrip("\n")

    def test_of_files(self):
        good = rope().to_dict()
        wrong = {
            "unknown.json": json.dumps({**good, "gravty": [0, 0, 0]}, indent=1),
            "range.json": json.dumps({**good, "time": {"step": -1}}, indent=1),
            "comma.json": '{ "time": { "step": 1, } }',
            "empty.json": json.dumps({**good, "bodies": []}),
            "missing.json": None,
        }
        for name, text in wrong.items():
            file = self.directory / name
            if text is not None:
                file.write_text(text, encoding="utf-8")
            here = self.message(lambda: tw.Scene.load(file).check())
            self.assertEqual(here, self.by_program(file), name)

    def test_of_settings(self):
        rope().write(self.directory / "rope.json")
        for path, value in [("bodies[0].density", -1), ("bodies[7].density", 1), ("time.stp", 0.1)]:
            scene = tw.Scene.load(self.directory / "rope.json")
            told = self.message(scene.set, path, value)
            there = self.by_program("rope.json", "--set", f"{path}={value}")
            self.assertEqual(told, there.replace(f"--set {path}={value}", f'set("{path}", {value})'))
            self.assertNotIn("--set", told)
        # A colon within a value does not end it; simulations and batches answer in the same words.
        told = self.message(rope().set, "bodies[0].hold", [{"select": {"group": "a: b", "x": 1}}])
        self.assertIn('set("bodies[0].hold", [{"select":{"group":"a: b","x":1}}]): ', told)
        self.assertIn('set("time.step", -0.1): ', self.message(tw.Simulation(rope()).set, "time.step", -0.1))
        self.assertIn('set("time.step", -2): ', self.message(tw.Batch(rope(), count=2).set, "time.step", [0.1, -2]))

    def test_of_rigid_bodies_ask_for_no_cells(self):
        scene = tw.Scene(time={"step": 0.01})
        scene.body(name="crate", shape={"type": "box", "size": [1, 2, 3]}, density=1, rigid=True)
        self.assertEqual(scene.to_dict()["bodies"][0]["shape"]["cells"], [1, 1, 1])
        soft = self.message(scene.body, name="jelly", shape={"type": "box", "size": [1, 1, 1]}, material="jelly")
        self.assertIn('bodies[1].shape lacks the key "cells"', soft)

    def test_of_code_name_the_line(self):
        scene = rope()
        with self.assertRaises(tw.Error) as caught:
            scene.body(name="second", shape={"type": "rope"}, density=1, energies=[])
        line = Messages.test_of_code_name_the_line.__code__.co_firstlineno + 3
        self.assertIn(f"scene_test.py:{line}: bodies[1].shape lacks the key \"from\"", str(caught.exception))
        scene.check()  # what was refused is not in it

    def test_of_runs(self):
        scene = rope()
        scene.run(self.directory / "run", frames=1)
        self.assertIn("already holds a run; add resume=True to go on with it, overwrite=True to replace it, or choose "
                      "another directory", self.message(scene.run, self.directory / "run"))
        again = self.message(rope(gravity=[0, -1, 0]).run, self.directory / "run", resume=True)
        self.assertTrue(again.endswith("or choose another directory, or replace the run with overwrite=True"), again)
        self.assertIn("ask for at least as many with frames=", self.message(scene.run, self.directory / "run", frames=0,
                                                                            resume=True))
        coloured = self.message(tw.Run(self.directory / "run").picture, colour="smell")
        self.assertTrue(coloured.startswith("colour=smell: "), coloured)
        both = self.message(scene.run, self.directory / "run", resume=True, overwrite=True)
        self.assertIn("exclude each other", both)
        stiff = rope(integrator={"type": "forward_euler"}, time={"step": 0.5, "frames": 100})
        stiff.write(self.directory / "stiff.json")
        told = program("run", "stiff.json", "-o", "there", "-q", cwd=self.directory)
        self.assertEqual(self.message(stiff.run, self.directory / "here"), told.stderr.strip().removeprefix("talweg: "))
        simulation = tw.Simulation(stiff)
        self.assertEqual(self.message(simulation.run), told.stderr.strip().removeprefix("talweg: "))


if __name__ == "__main__":
    unittest.main()
