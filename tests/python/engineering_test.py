"""What engineers ask of a result: reactions that carry the load, principal stresses of a bar that is pulled."""
import unittest

import numpy

import talweg as tw
from workplace import InADirectory, program


def beam(**keys):
    """A cantilever of steel-like stiffness, held at the left, loaded at the right."""
    scene = tw.Scene(**{"time": {"step": 1, "frames": 2}, "integrator": {"type": "quasi_static"}, **keys})
    scene.body(name="beam", shape={"type": "box", "size": [1, 0.1, 0.1], "cells": [10, 2, 2]}, density=1000,
               energies=[{"type": "stable_neo_hookean", "youngs_modulus": 1e8, "poissons_ratio": 0.3}],
               hold=[{"select": {"group": "left"}}],
               loads=[{"type": "force", "select": {"group": "right"}, "force": [30, "-100*min(t, 1)", 5]}])
    return scene


class Beams(InADirectory):
    def test_reactions_equal_the_load(self):
        simulation = tw.Simulation(beam(solver={"tolerance": 1e-9}))
        simulation.run()
        weight = 9.81 * simulation.model.bodies[0].mass
        load = numpy.array([30, -100 - weight, 5])
        self.assertLess(numpy.abs(simulation.reaction("beam") + load).max(), 1e-6 * numpy.abs(load).max())
        # The moment about the origin is that of forces where points are now, not where they were.
        x, force = simulation.positions, numpy.array([30, -100, 5])
        tip = x[numpy.isclose(simulation.model.rest_positions[:, 0], 0.5)]
        moment = numpy.cross(tip, force / len(tip)).sum(axis=0)
        self.assertEqual(len(tip), 9)
        self.assertLess(x[:, 1].min(), -0.06)
        left = simulation.reaction_moment("beam") + moment
        self.assertLess(abs(left[0]), 0.02 * numpy.abs(moment).max())

    def test_a_pulled_bar_has_one_principal_stress(self):
        scene = tw.Scene(time={"step": 1, "frames": 1}, integrator={"type": "quasi_static"}, gravity=[0, 0, 0],
                         record={"elements": ["principal_stresses", "principal_strains", "cauchy_stress"]})
        scene.body(name="bar", shape={"type": "box", "size": [1, 0.1, 0.1], "cells": [6, 1, 1]}, density=1000,
                   energies=[{"type": "linear_elastic", "youngs_modulus": 2e9, "poissons_ratio": 0.25}],
                   hold=[{"select": {"group": "left"}, "axes": "x"}, {"select": {"indices": [0]}}],
                   loads=[{"type": "traction", "select": {"group": "right"}, "traction": [1e5, 0, 0]}])
        run = scene.run(self.directory / "run")
        stresses, strains = run.element_field("principal_stresses")[-1], run.element_field("principal_strains")[-1]
        middle = slice(len(stresses) // 3, 2 * len(stresses) // 3)
        numpy.testing.assert_allclose(stresses[middle, 0], 1e5, rtol=2e-2)
        self.assertLess(numpy.abs(stresses[middle, 1:]).max(), 2e3)
        numpy.testing.assert_allclose(strains[middle, 0], 5e-5, rtol=2e-2)
        numpy.testing.assert_allclose(strains[middle, 1:], -1.25e-5, rtol=5e-2)
        components = run.element_field("cauchy_stress")[-1]
        numpy.testing.assert_allclose(components[middle, 0], stresses[middle, 0], rtol=1e-3)
        self.assertTrue((numpy.diff(stresses, axis=1) <= 0).all())

    def test_energies_of_loads_begin_at_zero_wherever_the_body_is(self):
        def loaded(load):
            scene = tw.Scene(time={"step": 0.01, "frames": 5}, gravity=[0, 0, 0])
            scene.body(name="beam", shape={"type": "box", "size": [1, 0.1, 0.1], "cells": [6, 1, 1]}, density=1000,
                       energies=[{"type": "stable_neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3}],
                       place={"translate": [7, 3, -2]}, hold=[{"select": {"group": "left"}}], loads=[load])
            return scene, scene.run(self.directory / load["type"])

        force = numpy.array([3, -10, 5])
        _, run = loaded({"type": "force", "select": {"group": "right"}, "force": force})
        x = run.positions
        work = (x[-1] - x[0])[numpy.isclose(x[0][:, 0], 7.5)].mean(axis=0) @ force
        self.assertEqual(run.steps["force"][0], 0)
        self.assertGreater(work, 0.1)
        self.assertAlmostEqual(run.steps["force"][-1], -work, delta=1e-12)
        scene, run = loaded({"type": "pressure", "pressure": 2000})
        tets = tw.Simulation(scene).model.bodies[0].tets
        a, b, c, d = (run.positions[:, tets[:, k]] for k in range(4))
        volume = ((b - a) * numpy.cross(c - a, d - a)).sum(axis=(1, 2)) / 6
        self.assertEqual(run.steps["pressure"][0], 0)
        self.assertLess(volume[-1], 0.99 * volume[0])
        self.assertAlmostEqual(run.steps["pressure"][-1], 2000 * (volume[-1] - volume[0]), delta=1e-12)

    def test_pictures_by_displacement_and_range(self):
        run = beam().run(self.directory / "run")
        moved = numpy.linalg.norm(run.positions[-1] - run.positions[0], axis=1)
        (result,) = run.summary["results"]
        self.assertEqual(result["quantity"], "displacement")
        self.assertEqual(result["largest"]["value"], moved.max())
        self.assertTrue(result["largest"]["where"].startswith(f"beam[{moved.argmax()}] at (0."), result)
        self.assertEqual(result["smallest"]["value"], 0)
        words = ["render", self.directory / "run", "--size", "160x120", "--colour", "displacement"]
        plain = program(*words, "-o", self.directory / "plain")
        self.assertEqual(plain.returncode, 0, plain.stderr)
        self.assertEqual(plain.stdout.strip(), f"{self.directory}/plain.png")  # the ending was added
        narrow = program(*words, "--range", "0,1e-3", "-o", self.directory / "narrow.png")
        self.assertEqual(narrow.returncode, 0, narrow.stderr)
        self.assertNotEqual((self.directory / "plain.png").read_bytes(), (self.directory / "narrow.png").read_bytes())
        self.assertIn("is upside down", program(*words, "--range", "2,1").stderr)
        self.assertIn("two numbers", program(*words, "--range", "2").stderr)


if __name__ == "__main__":
    unittest.main()
