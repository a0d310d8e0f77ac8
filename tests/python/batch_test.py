"""Many worlds at once move bitwise as each does alone; scenes that were pickled and states that were kept, too."""
import copy
import multiprocessing
import pickle
import unittest

import numpy

import talweg as tw
from workplace import ROOT, InADirectory, jelly, rope


def cloths(count, cells=10):
    """Small cloths of (cells + 1)² points that fall on a ball, each of another density."""
    scenes = []
    for k in range(count):
        scene = tw.Scene(time={"step": 0.01, "frames": 20}, contact={"distance": 0.005})
        scene.body(name="cloth", shape={"type": "grid", "size": [1, 1], "cells": [cells, cells]},
                   density=0.1 * (1 + k), energies=[{"type": "spring", "stiffness": 200}],
                   place={"rotate": {"axis": [1, 0, 0], "angle": 90}})
        scene.obstacle(name="ball", shape={"type": "sphere", "radius": 0.3, "center": [0, -0.35, 0]})
        scenes.append(scene)
    return scenes


def move(scene):
    """What another process makes of a scene that was sent to it."""
    simulation = tw.Simulation(scene)
    for _ in range(12):
        simulation.step()
    return simulation.positions


class Batches(InADirectory):
    def test_are_bitwise_what_single_worlds_are(self):
        scenes = cloths(6)
        batch = tw.Batch(scenes, threads=3)
        singles = [tw.Simulation(scene) for scene in scenes]
        for steps in [1, 14]:
            batch.step(steps)
            for _ in range(steps):
                for single in singles:
                    single.step()
        numpy.testing.assert_array_equal(batch.positions, [single.positions for single in singles])
        numpy.testing.assert_array_equal(batch.velocities, [single.velocities for single in singles])
        numpy.testing.assert_array_equal(batch.contact_forces, [single.contact_forces for single in singles])
        self.assertGreater(numpy.abs(batch.contact_forces).max(), 0)
        numpy.testing.assert_array_equal(batch.energies["total"], [single.energies["total"] for single in singles])
        numpy.testing.assert_allclose(batch.times, [0.15] * 6)
        self.assertEqual(batch.positions.shape, (6, singles[0].model.point_count, 3))

    def test_can_be_set_and_reset(self):
        batch = tw.Batch(rope(), count=3)
        start = batch.positions
        batch.velocities = numpy.array([[[0, 0, k]] * 11 for k in range(3)], dtype=float)
        batch.set("gravity[1]", [0, -1, -2])
        batch.step(5)
        x = batch.positions
        self.assertEqual(x[0, :, 1].min(), 0)
        self.assertLess(x[2, :, 1].min(), x[1, :, 1].min())
        self.assertGreater(x[2, 5, 2], 1.9 * x[1, 5, 2])
        batch.reset([1])
        numpy.testing.assert_array_equal(batch.positions[1], start[1])
        numpy.testing.assert_array_equal(batch.positions[2], x[2])
        batch[0].pin(10)
        self.assertEqual(batch[-3].pinned, [10])

    def test_mistakes(self):
        batch = tw.Batch([rope(), rope(12)])
        self.assertIn("different numbers of points", self.message(lambda: batch.positions))
        self.assertIn("count=256", self.message(tw.Batch, rope()))
        self.assertIn("at least one world", self.message(tw.Batch, []))
        self.assertIn("2 worlds, but 1 values", self.message(batch.set, "gravity[1]", [0]))
        self.assertIn("no world 7", self.message(batch.reset, 7))
        with self.assertRaises(IndexError):
            batch[2]
        bad = rope()
        bad.set("integrator.type", "forward_euler")
        bad.set("time.step", 1e9)
        batch = tw.Batch([rope(), bad, rope()])
        self.assertTrue(self.message(batch.step, 60).startswith("world 1: stopped"))
        numpy.testing.assert_array_equal(batch[0].positions, batch[2].positions)
        self.assertEqual(batch[2].steps, 60)


class Copies(InADirectory):
    def test_pickled_scenes_move_bitwise_the_same_in_another_process(self):
        loaded = tw.Scene.load(ROOT / "scenes/rope.json")
        loaded.set("bodies[0].density", 0.3)
        scenes = [jelly(), cloths(1)[0], loaded]
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            there = pool.map(move, scenes)
        for scene, x in zip(scenes, there):
            numpy.testing.assert_array_equal(move(scene), x)

    def test_copies_are_apart(self):
        scene = rope()
        for twin in [copy.copy(scene), copy.deepcopy(scene), scene.copy(), pickle.loads(pickle.dumps(scene))]:
            twin.set("bodies[0].density", 3)
            self.assertEqual(twin.to_dict()["bodies"][0]["density"], 3)
            self.assertEqual(scene.to_dict()["bodies"][0]["density"], 1)

    def test_snapshots_go_on_bitwise_also_elsewhere_and_with_other_threads(self):
        scene = cloths(1, cells=14)[0]
        first, other = tw.Simulation(scene, threads=1), tw.Simulation(scene.copy(), threads=2)
        first.run(frames=8)
        kept = first.snapshot()
        first.run(frames=8)
        other.restore(pickle.loads(pickle.dumps(kept)))
        self.assertEqual(other.steps, 8)
        other.run(frames=8)
        numpy.testing.assert_array_equal(first.positions, other.positions)
        self.assertEqual(first.energies, other.energies)
        self.assertIn("the snapshot is a state of another scene", self.message(tw.Simulation(rope()).restore, kept))
        self.assertIn("the snapshot is damaged", self.message(first.restore, kept[:-5]))
        self.assertIn("at least 0", self.message(tw.Simulation, scene, threads=-1))


class Words(InADirectory):
    def test_mistakes_are_raised_where_they_are_made(self):
        self.assertIn('did you mean "gravity"?', self.message(tw.Scene, gravty=[0, 0, 0]))
        scene = tw.Scene(time={"step": 0.01})
        told = self.message(scene.body, name="a", shape={"type": "bx"})
        self.assertRegex(told, r"\.py:\d+: bodies\[0\]\.shape\.type")
        self.assertIn("no bodies yet", repr(scene))
        scene.body(name="a", shape={"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]}, material="jelly")
        self.assertIn("must be greater than 0", self.message(scene.set, "bodies[0].density", -1))
        self.assertIn("no [1]", self.message(scene.set, "bodies[1].density", 1))
        self.assertEqual(scene.check(), [])

    def test_rows_of_obstacles_and_bodies_by_name(self):
        simulation = tw.Simulation(cloths(1)[0])
        model = simulation.model
        x = simulation.positions
        self.assertEqual(x[model.body_points].shape, (121, 3))
        self.assertEqual(len(x[model.obstacle_points]) + 121, model.point_count)
        self.assertEqual([body.name for body in model.obstacles], ["ball"])
        self.assertEqual(model.body("ball").points, model.obstacle_points)
        self.assertIn('did you mean "cloth"?', self.message(model.body, "clot"))

    def test_what_things_say_of_themselves(self):
        scene = jelly()
        self.assertIn("jelly; 10 frames, steps of 0.01 s>", repr(scene))
        simulation = tw.Simulation(scene)
        report = simulation.step()
        self.assertEqual(repr(simulation), "<talweg.Simulation: jelly (27 points); step 1, 0.01 s>")
        self.assertIn(f"{report.newton_iterations} Newton iterations, residual", repr(report))
        self.assertEqual(repr(simulation.model), "<talweg.Model: jelly (27 points)>")
        self.assertIn("27 points", repr(simulation.model.bodies[0]))
        self.assertIn("1000 kg" if abs(simulation.model.bodies[0].mass - 1000) < 1 else "kg",
                      repr(simulation.model.bodies[0]))

    def test_pictures_are_dark_where_bodies_touch_the_ground(self):
        scene = tw.Scene(time={"step": 0.01, "frames": 1}, contact={},
                         picture={"elevation": 90, "azimuth": 0, "zoom": 0.4, "colours": {"box": "#ff0000"}})
        scene.body(name="box", rigid=True, density=500, shape={"type": "box", "size": [1, 1, 1]},
                   place={"translate": [0, 0.505, 0]})
        scene.obstacle(name="floor", shape={"type": "plane"})
        seen = scene.run(self.directory / "box").picture(size=(240, 240), samples=96).astype(float)
        # From straight above: along lines from the middle of each side outwards, the brightest of a band, so that lines
        # of the grid do not count. Also on the two sides that face the lamp the sky is partly hidden.
        rows, columns = numpy.nonzero(seen[:, :, 0] > 1.6 * seen[:, :, 1])
        bright, middle = seen.sum(axis=2), slice(112, 129)
        across, along = bright[middle].max(axis=0), bright[:, middle].max(axis=1)
        for line, ends in ((across, columns), (along, rows)):
            for edge, way in ((ends.min() - 3, -1), (ends.max() + 3, 1)):
                touching, near, far = (line[edge + way * pixels] for pixels in (0, 15, 60))
                self.assertLess(touching, near - 2)
                self.assertLess(touching, far - 12, "far away it is lighter")

    def test_pictures_are_arrays(self):
        run = jelly(obstacles=[]).run(self.directory / "run", frames=3)
        self.assertIn("finished, 3 frames, 0.03 s", repr(run))
        first, last = (run.picture(frame, size=(64, 48), samples=2) for frame in (0, None))
        self.assertEqual((last.shape, last.dtype), ((48, 64, 3), numpy.uint8))
        # The box stands in the middle, before a background that is the same everywhere at the upper edge.
        self.assertGreater(numpy.abs(last[24, 32].astype(int) - last[0, 32]).max(), 20)
        self.assertTrue((first != last).any())
        numpy.testing.assert_array_equal(last, run.picture(3, size=(64, 48), samples=2))
        self.assertIn("frames 0 to 3", self.message(run.picture, 9))


if __name__ == "__main__":
    unittest.main()
