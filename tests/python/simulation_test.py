"""A simulation under a program's hands: arrays, changes, states, runs."""
import gc
import unittest

import numpy

import talweg as tw
from workplace import InADirectory, jelly, rope


def landing():
    """A box that falls on a floor and rests on it."""
    scene = tw.Scene(time={"step": 0.01, "frames": 60}, contact={"distance": 0.01})
    scene.body(name="box", shape={"type": "box", "size": [0.2, 0.2, 0.2], "cells": [1, 1, 1]}, material="rubber")
    scene.obstacle(name="floor", shape={"type": "plane", "point": [0, -0.13, 0]})
    return scene


class Arrays(InADirectory):
    def test_shapes_and_types(self):
        simulation = tw.Simulation(jelly())
        model, points = simulation.model, 27
        self.assertEqual(model.point_count, points)
        for array in [simulation.positions, simulation.velocities, simulation.forces, simulation.contact_forces,
                      model.rest_positions]:
            self.assertEqual((array.shape, array.dtype), ((points, 3), numpy.float64))
        elements = model.element_count
        self.assertEqual(simulation.stress.shape, (elements, 3, 3))
        self.assertEqual(simulation.deformation_gradients.shape, (elements, 3, 3))
        self.assertEqual(simulation.element_field("von_mises_stress").shape, (elements,))
        self.assertEqual(simulation.element_field("principal_stretches").shape, (elements, 3))
        body = model.bodies[0]
        self.assertEqual((body.tets.shape, body.tets.dtype), ((elements, 4), numpy.int32))
        self.assertEqual((body.points, body.elements), (slice(0, points, 1), slice(0, elements, 1)))
        self.assertEqual(len(body.held), 9)
        self.assertIn("there are: cauchy_stress", self.message(simulation.element_field, "strain"))

    def test_fields_of_particles(self):
        """Pressure, density and age: of now as recorded, nan of what has none."""
        scene = tw.Scene(planar=True, time={"step": 0.01, "frames": 10}, contact={})
        scene.body(name="water", density=1000, liquid={"viscosity": 1}, place={"translate": [0, 0.055, 0]},
                   shape={"type": "particles", "size": [0.1, 0.1, 0], "spacing": 0.01})
        scene.body(name="jet", density=0.001, shape={"type": "particles", "points": [[0.5, 0.5, 0]]},
                   emitter={"rate": 50, "capacity": 20, "lifetime": 0.3})
        scene.obstacle(name="floor", shape={"type": "plane"})
        run = scene.run(self.directory / "run")
        simulation = tw.Simulation(scene)
        simulation.run()
        for name in ["pressure", "density", "age"]:
            now, recorded = simulation.point_field(name), run.point_field(name)
            self.assertEqual(recorded.shape[0], 11)
            numpy.testing.assert_array_equal(now, recorded[-1])
        water, jet = simulation.model.body("water").points, simulation.model.body("jet").points
        self.assertGreater(simulation.point_field("pressure")[water].max(), 500)  # Pa, of 10 cm of water
        self.assertTrue(numpy.isnan(simulation.point_field("pressure")[jet]).all())
        age = simulation.point_field("age")[jet]
        self.assertEqual((age >= 0).sum(), 6)
        self.assertIn("liquids have pressure and density", self.message(simulation.point_field, "heat"))
        self.assertIn("It has: pressure, density, age", self.message(run.point_field, "heat"))
        self.assertIn("record.elements. It has: none", self.message(run.element_field, "von_mises_stress"))
        self.assertIn("is not the directory of a run", self.message(tw.Run, self.directory / "none"))
        self.assertIn("is not the directory of a sweep", self.message(tw.Sweep, self.directory / "none"))

    def test_stress_and_deformation_are_the_right_way_round(self):
        """Sheared by x += y/10: F = [[1, .1, 0], [0, 1, 0], [0, 0, 1]], and J = 1."""
        scene = jelly()
        scene.set("bodies[0].hold", [])
        simulation = tw.Simulation(scene)
        x = simulation.positions.copy()
        x[:, 0] += 0.1 * x[:, 1]
        simulation.positions = x
        shear = numpy.array([[1, 0.1, 0], [0, 1, 0], [0, 0, 1]])
        self.assertEqual(len(simulation.deformation_gradients), 40)
        numpy.testing.assert_allclose(simulation.deformation_gradients - shear, 0, atol=1e-12)
        stress = simulation.stress
        numpy.testing.assert_allclose(stress, stress.transpose(0, 2, 1), rtol=1e-9, atol=1e-9)
        self.assertGreater(stress[0, 0, 1], 0)

    def test_arrays_show_their_moment_and_cannot_be_written(self):
        simulation = tw.Simulation(rope())
        first = simulation.positions
        before = first.copy()
        simulation.run()
        numpy.testing.assert_array_equal(first, before)
        self.assertFalse(numpy.array_equal(simulation.positions, before))
        for array in [first, simulation.velocities, simulation.model.rest_positions, simulation.model.bodies[0].edges]:
            with self.assertRaises(ValueError):
                array[0, 0] = 7
            self.assertFalse(array.flags.owndata)  # a view: nothing was copied

    def test_arrays_outlive_what_they_came_from(self):
        simulation = tw.Simulation(jelly(4))
        kept = [simulation.positions, simulation.stress, simulation.model.rest_positions,
                simulation.model.bodies[0].tets]
        expected = [array.copy() for array in kept]
        simulation.set("gravity", [0, -1, 0])  # the model of these views is no longer the simulation's
        del simulation
        gc.collect()
        clutter = [numpy.full(1000, 7.0) for _ in range(1000)]
        for array, values in zip(kept, expected):
            numpy.testing.assert_array_equal(array, values)
        del clutter

    def test_energies_and_weight(self):
        simulation = tw.Simulation(rope())
        simulation.run(frames=5)
        energies = simulation.energies
        self.assertEqual(list(energies), ["kinetic", "gravity", "spring", "total"])
        self.assertAlmostEqual(energies["total"], sum(energies.values()) - energies["total"], delta=1e-12)
        weight = 9.81 * simulation.model.bodies[0].mass
        numpy.testing.assert_allclose(simulation.forces.sum(axis=0), [0, -weight, 0], atol=1e-9)


class Contact(InADirectory):
    def test_what_rests_is_carried(self):
        simulation = tw.Simulation(landing())
        self.assertEqual(len(simulation.gaps["gap"]), 0)
        self.assertEqual(simulation.contact_pairs, [])
        simulation.run()
        gaps = simulation.gaps
        self.assertGreaterEqual(len(gaps["gap"]), 4)
        self.assertEqual((gaps["first"].shape[1], gaps["second"].shape[1]), (2, 3))
        self.assertTrue(numpy.all((gaps["gap"] > 0) & (gaps["gap"] < 0.01)))
        for points, gap in zip(gaps["first"], gaps["gap"]):
            self.assertAlmostEqual(simulation.positions[points[0], 1] + 0.13, gap, delta=1e-12)
        (first, second, contacts, force), = simulation.contact_pairs
        self.assertEqual((first, second), ("box", "floor"))
        self.assertGreaterEqual(contacts, 4)
        body = simulation.model.bodies[0]
        on_body = simulation.contact_forces[body.points].sum(axis=0)
        numpy.testing.assert_allclose(on_body, force, atol=1e-9)
        self.assertAlmostEqual(on_body[1], 9.81 * body.mass, delta=0.05 * 9.81 * body.mass)

    def test_nothing_is_set_through_anything(self):
        simulation = tw.Simulation(landing())
        x = simulation.positions.copy()
        x[:, 1] -= 1
        with self.assertRaisesRegex(tw.Error, "pass through"):
            simulation.positions = x


class Changes(InADirectory):
    def test_positions_and_velocities(self):
        simulation = tw.Simulation(rope(gravity=[0, 0, 0]))
        before = simulation.positions
        x = before + [0, 0.5, 0]
        simulation.positions = x
        numpy.testing.assert_array_equal(simulation.positions[0], before[0])  # held
        numpy.testing.assert_array_equal(simulation.positions[1:], x[1:])
        simulation.reset()
        simulation.velocities = numpy.ones((11, 3))
        self.assertEqual(simulation.velocities[5].tolist(), [1, 1, 1])
        self.assertEqual(simulation.velocities[0].tolist(), [0, 0, 0])
        for wrong in [numpy.zeros((11, 2)), numpy.zeros(33), "text", None]:
            with self.assertRaisesRegex(tw.Error, r"positions must"):
                simulation.positions = wrong
        with self.assertRaisesRegex(tw.Error, "there are 11 points, but 3 positions"):
            simulation.positions = numpy.zeros((3, 3))

    def test_parameters(self):
        simulation = tw.Simulation(rope())
        simulation.run(frames=3)
        mass, x = simulation.model.bodies[0].mass, simulation.positions
        simulation.set_all({"bodies[0].density": 2, "time.step": 0.005})
        self.assertEqual(simulation.model.bodies[0].mass, 2 * mass)
        numpy.testing.assert_array_equal(simulation.positions, x)
        simulation.step()
        self.assertAlmostEqual(simulation.time, 0.035, delta=1e-15)
        self.assertEqual(simulation.to_dict()["time"]["step"], 0.005)
        self.assertIn('set("gravity", 3): gravity must be', self.message(simulation.set, "gravity", 3))
        self.assertIn("what is held", self.message(simulation.set, "bodies[0].hold", []))

    def test_pins(self):
        simulation = tw.Simulation(rope())
        simulation.pin([10])
        simulation.run(frames=5)
        self.assertEqual(simulation.positions[10].tolist(), [1, 0, 0])
        for height in [0.01, 0.02, 0.03]:
            simulation.pin(10, [[1, height, 0]])
            simulation.step()
            numpy.testing.assert_allclose(simulation.positions[10], [1, height, 0], atol=1e-15)
        numpy.testing.assert_allclose(simulation.velocities[10], [0, 1, 0], atol=1e-9)
        self.assertEqual(simulation.pinned, [10])
        simulation.release(numpy.array([10]))
        simulation.run(frames=40)
        self.assertLess(simulation.positions[10, 1], -0.2)
        self.assertIn("held already", self.message(simulation.pin, 0))
        self.assertIn("whole number", self.message(simulation.pin, 0.5))

    def test_states(self):
        whole, later = tw.Simulation(jelly()), tw.Simulation(jelly())
        whole.run(frames=4)
        whole.save(self.directory / "state")
        whole.run(frames=4)
        later.load(self.directory / "state")
        later.run(frames=4)
        numpy.testing.assert_array_equal(later.positions, whole.positions)
        run = jelly().run(self.directory / "run", frames=4)
        later.load(run.directory / "checkpoint.bin")
        self.assertEqual(later.steps, 4)
        self.assertIn("another scene", self.message(tw.Simulation(rope()).load, self.directory / "state"))


class Runs(InADirectory):
    def test_callback_sees_every_frame_and_can_end_the_run(self):
        seen = []
        scene = rope(time={"step": 0.01, "frames": 6, "steps_per_frame": 2})
        run = scene.run(self.directory / "run", callback=lambda *frame: seen.append(frame) or len(seen) < 4)
        self.assertEqual(run.ended, "interrupted")
        moments = [(frame, round(time, 12)) for frame, time, _ in seen]
        self.assertEqual(moments, [(0, 0), (1, 0.02), (2, 0.04), (3, 0.06)])
        numpy.testing.assert_array_equal(numpy.array([x for *_, x in seen]), run.positions)
        run = scene.run(self.directory / "run", resume=True)
        self.assertEqual((run.ended, len(run.positions)), ("finished", 7))
        self.assertEqual(run.steps["step"].tolist(), list(range(13)))
        self.assertEqual(run.summary["steps"], 12)

    def test_what_a_callback_raises_arrives(self):
        def fail(*_):
            raise KeyError("mine")
        with self.assertRaisesRegex(KeyError, "mine"):
            rope().run(self.directory / "run", callback=fail)
        with self.assertRaisesRegex(KeyError, "mine"):
            tw.Simulation(rope()).run(fail)
        self.assertEqual(rope().run(self.directory / "run", resume=True).ended, "finished")

    def test_a_notebook_shows_the_report(self):
        run = rope().run(self.directory / "run", frames=2)
        shown = run._repr_html_()
        self.assertTrue(shown.startswith("<iframe sandbox=\"allow-scripts\" srcdoc=\"&lt;!"))
        self.assertNotIn("<script", shown)  # all of it is the frame's
        self.assertIn("finished", repr(run))
        self.assertEqual(tw.Run(run.directory).positions.shape, (3, 11, 3))

    def test_element_fields(self):
        run = jelly(record={"elements": ["von_mises_stress"]}).run(self.directory / "run")
        simulation = tw.Simulation(jelly())
        simulation.run()
        numpy.testing.assert_array_equal(run.element_field("von_mises_stress")[-1],
                                         simulation.element_field("von_mises_stress"))


if __name__ == "__main__":
    unittest.main()
