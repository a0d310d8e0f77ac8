"""Momenta, impulses and reactions, recorded and live: what weight, fall and landing say they must be."""
import contextlib
import io
import unittest

import numpy

import talweg as tw
from workplace import InADirectory, fenced, jelly, rope

G = 9.81
BOX = {"type": "box", "size": [0.2, 0.2, 0.2], "cells": [1, 1, 1]}
STATIC = {"type": "quasi_static"}
OF_BODIES = ["momentum", "angular_momentum", "impulses", "angular_impulses", "reaction", "reaction_moment"]


def falling(shape, frames=30):
    """A box or a ball that falls freely, 2 m beside the origin."""
    scene = tw.Scene(time={"step": 0.01, "frames": frames})
    scene.body(name="thing", shape=shape, material="rubber", place={"translate": [2, 0, 0]})
    return scene


def landing(**keys):
    """A box that flies along a rough floor, lands and stops."""
    scene = tw.Scene(**{"time": {"step": 0.01, "frames": 60}, "contact": {"distance": 0.01, "friction": 0.5}, **keys})
    scene.body(name="box", shape=BOX, material="rubber", start={"velocity": [1, 0, 0]})
    scene.obstacle(name="floor", shape={"type": "plane", "point": [0, -0.13, 0]})
    return scene


def hanging_rope(tolerance=1e-9, **keys):
    """A rope that hangs 2 m beside the origin, without inertia."""
    scene = tw.Scene(**{"time": {"step": 0.01, "frames": 4}, "integrator": STATIC, "solver": {"tolerance": tolerance},
                        **keys})
    scene.body(name="rope", shape={"type": "rope", "from": [2, 1, 0], "to": [2, 0, 0], "segments": 10}, density=1,
               energies=[{"type": "spring", "stiffness": 500}], hold=[{"select": {"group": "start"}}])
    return scene


def mass_of(scene):
    return tw.Simulation(scene).model.bodies[0].mass


def sum_of(impulses):
    return sum(impulses.values())


class Files(InADirectory):
    def test_series_are_the_files(self):
        run = landing(time={"step": 0.01, "frames": 10, "steps_per_frame": 2}).run(self.directory / "run")
        self.assertEqual(set(run.series), set(run.summary["series"]))
        self.assertEqual({f.stem for f in (run.directory / "series").iterdir()}, set(run.series))
        for name, array in run.series.items():
            columns = run.summary["series"][name]["columns"]
            self.assertEqual((array.shape, array.dtype), ((21, len(columns)), numpy.float64), name)
            self.assertIsInstance(array, numpy.memmap)
            numpy.testing.assert_array_equal(array, numpy.load(run.directory / "series" / f"{name}.npy"))
        momentum = run.series["momentum"]
        numpy.testing.assert_array_equal(run.momentum("box"), momentum[:, 0:3])
        numpy.testing.assert_array_equal(run.angular_momentum("box"), momentum[:, 3:6])
        numpy.testing.assert_array_equal(run.impulses("floor")["contact"], run.series["impulse_contact"][:, 6:9])
        numpy.testing.assert_array_equal(run.angular_impulses("floor")["holds"], run.series["impulse_holds"][:, 9:12])
        self.assertEqual(list(run.impulses("box")), ["loads", "holds", "integrator", "contact", "friction"])

    def test_the_whole_momentum_stands_in_the_table_of_steps(self):
        run = landing().run(self.directory / "run")
        table = numpy.stack([run.steps[f"momentum_{axis}"] for axis in "xyz"], axis=1)
        numpy.testing.assert_allclose(run.momentum("box"), table, rtol=0, atol=1e-12 * mass_of(landing()))

    def test_what_is_not_there_is_named(self):
        run = landing(time={"step": 0.01, "frames": 1}).run(self.directory / "run")
        simulation = tw.Simulation(landing())
        for name in OF_BODIES:
            for thing in [run, simulation]:
                self.assertEqual(self.message(getattr(thing, name), "bax"),
                                 'there is no body "bax"; there are: box, floor')
        bare = rope(record={"series": False}).run(self.directory / "bare", frames=1)
        self.assertEqual(bare.series, {})
        for name in OF_BODIES:
            self.assertIn("it has none (record.series", self.message(getattr(bare, name), "rope"))

    def test_of_explicit_steps_there_are_momenta_only(self):
        scene = rope(integrator={"type": "symplectic_euler"}, time={"step": 1e-3, "frames": 2})
        run, simulation = scene.run(self.directory / "run"), tw.Simulation(scene)
        simulation.run()
        numpy.testing.assert_array_equal(run.momentum("rope")[-1], simulation.momentum("rope"))
        self.assertLess(run.momentum("rope")[-1, 1], 0)
        for name in OF_BODIES[2:]:
            self.assertIn("no series", self.message(getattr(run, name), "rope"))
            self.assertIn("symplectic_euler tells no impulses", self.message(getattr(simulation, name), "rope"))


class Fall(InADirectory):
    def test_momentum_is_m_g_t(self):
        ball = {"type": "solid", "surface": {"type": "sphere", "radius": 0.1, "divisions": 2}, "spacing": 0.08}
        for name, shape in {"box": BOX, "lattice": ball}.items():
            scene = falling(shape)
            run, mass = scene.run(self.directory / name), mass_of(scene)
            time = run.steps["time"][:, None]
            numpy.testing.assert_allclose(run.momentum("thing"), time * [0, -mass * G, 0], rtol=0, atol=1e-9 * mass)
            if name == "box":  # whose centre is exactly known
                numpy.testing.assert_allclose(run.angular_momentum("thing"), time * [0, 0, -2 * mass * G], rtol=0,
                                              atol=1e-9 * mass)
            weights = run.impulses("thing")["loads"][1:]
            numpy.testing.assert_allclose(weights - [0, -mass * G * 0.01, 0], 0, atol=1e-12 * mass)
            numpy.testing.assert_array_equal(run.reaction("thing"), 0)

    def test_a_step_says_what_is_left(self):
        scene = falling(BOX, frames=5)
        run, simulation = scene.run(self.directory / "run"), tw.Simulation(scene)
        for step in range(1, 6):
            report = simulation.step()
            self.assertEqual(report.imbalance_body, 0)
            for name in ["residual", "force_error", "imbalance", "fall"]:
                self.assertEqual(getattr(report, name), run.steps[name][step], name)
            self.assertLess(report.imbalance, 1e-9)
            self.assertEqual(report.force_error, 0)
        self.assertEqual(run.steps["imbalance_body"].tolist(), [-1, 0, 0, 0, 0, 0])
        held = tw.Simulation(jelly()).step()
        self.assertIsNone(held.imbalance_body)
        self.assertEqual(held.imbalance, 0)
        self.assertGreater(held.fall, 0)


class Landing(InADirectory):
    def test_impulses_make_the_change_of_momentum(self):
        """To what every step says is left of its balance: that is what it measures."""
        run, mass = landing().run(self.directory / "run"), mass_of(landing())
        left = numpy.diff(run.momentum("box"), axis=0) - sum_of(run.impulses("box"))[1:]
        allowed = run.steps["imbalance"][1:] * (1 + 1e-6) + 1e-12
        self.assertTrue(numpy.all(numpy.linalg.norm(left, axis=1) <= mass * allowed))
        self.assertLess(allowed.max(), 1e-4)  # m/s
        turned = numpy.diff(run.angular_momentum("box"), axis=0) - sum_of(run.angular_impulses("box"))[1:]
        reach = 1.0  # m: the box stays within it from the origin
        self.assertTrue(numpy.all(numpy.linalg.norm(turned, axis=1) <= 2 * reach * mass * allowed))

    def test_friction_takes_what_the_box_had(self):
        run, mass = landing().run(self.directory / "run"), mass_of(landing())
        self.assertAlmostEqual(run.impulses("box")["friction"][:, 0].sum(), -mass, delta=1e-4 * mass)
        self.assertGreaterEqual(run.series["impulse_sizes"][:, 0].sum(),
                                numpy.linalg.norm(run.impulses("box")["contact"], axis=1).sum())

    def test_the_floor_carries_what_lies_on_it(self):
        run, weight = landing().run(self.directory / "run"), G * mass_of(landing())
        numpy.testing.assert_allclose(run.reaction("floor")[-1], [0, weight, 0], atol=1e-4 * weight)
        on_box, on_floor = run.impulses("box"), run.impulses("floor")
        for kind in ["contact", "friction"]:
            numpy.testing.assert_allclose(on_box[kind], -on_floor[kind], rtol=0, atol=1e-12 * weight)
        touching = on_floor["contact"] + on_floor["friction"]
        numpy.testing.assert_allclose(on_floor["holds"], -touching, rtol=0, atol=1e-12 * weight)
        numpy.testing.assert_array_equal(run.momentum("floor"), 0)
        # In the long run the floor gave back all that gravity gave: what the box had and has is missing.
        given = weight * run.steps["time"][-1] + run.momentum("box")[-1, 1]
        self.assertAlmostEqual(on_floor["holds"][:, 1].sum(), given, delta=1e-4 * given)

    def test_steps_tell_what_runs_record(self):
        run, simulation = landing().run(self.directory / "run"), tw.Simulation(landing())
        numpy.testing.assert_array_equal(simulation.reaction("floor"), 0)
        for step in range(61):
            for body in ["box", "floor"]:
                for name in OF_BODIES:
                    recorded, live = getattr(run, name)(body), getattr(simulation, name)(body)
                    if isinstance(live, dict):
                        self.assertEqual(list(live), list(recorded))
                        recorded, live = numpy.stack([*recorded.values()], axis=1), numpy.stack([*live.values()])
                    numpy.testing.assert_allclose(live, recorded[step], rtol=1e-11, atol=1e-300, err_msg=name)
            if step < 60:
                simulation.step()


class Reactions(InADirectory):
    def test_a_hanging_rope_weighs_what_it_weighs(self):
        run, weight = hanging_rope().run(self.directory / "run"), G * 1.0
        numpy.testing.assert_allclose(run.reaction("rope")[1:] - [0, weight, 0], 0, atol=1e-6 * weight)
        numpy.testing.assert_allclose(run.reaction_moment("rope")[1:] - [0, 0, 2 * weight], 0, atol=2e-6 * weight)
        numpy.testing.assert_array_equal(run.reaction("rope")[0], 0)

    def test_steps_of_another_length_after_a_resume(self):
        weight = G * 1.0
        hanging_rope().run(self.directory / "run", frames=2)
        finer = hanging_rope(time={"step": 0.005, "frames": 4, "steps_per_frame": 2})
        run = finer.run(self.directory / "run", resume=True)
        numpy.testing.assert_allclose(numpy.diff(run.steps["time"]), [0.01, 0.01] + [0.005] * 4, rtol=1e-12)
        numpy.testing.assert_allclose(run.reaction("rope")[1:] - [0, weight, 0], 0, atol=1e-6 * weight)

    def test_a_clamped_block_needs_a_moment(self):
        """Held at its left face it hangs to the right: holds turn it as its weight does, the other way."""
        scene = jelly(integrator=STATIC, solver={"tolerance": 1e-9})
        run, weight = scene.run(self.directory / "run"), G * mass_of(scene)
        numpy.testing.assert_allclose(run.reaction("jelly")[-1], [0, weight, 0], atol=1e-6 * weight)
        numpy.testing.assert_allclose(sum_of(run.angular_impulses("jelly"))[-1], 0, atol=1e-6 * weight * 0.01)
        self.assertGreater(abs(run.reaction_moment("jelly")[-1, 2]), 0.01 * weight)

    def test_pinned_points_carry_as_holds_do(self):
        scene = hanging_rope()
        scene.set("bodies[0].hold", [])
        simulation, weight = tw.Simulation(scene), G * 1.0
        simulation.pin([0])
        simulation.step()
        numpy.testing.assert_allclose(simulation.reaction("rope"), [0, weight, 0], atol=1e-6 * weight)
        numpy.testing.assert_allclose(simulation.reaction_moment("rope"), [0, 0, 2 * weight], atol=2e-6 * weight)

    def test_a_pinned_rope_that_swings(self):
        """Reaction and weight make the change of momentum, as exactly as steps are solved."""
        scene = rope()
        scene.set("bodies[0].hold", [])
        scene.set("solver.tolerance", 1e-9)
        simulation = tw.Simulation(scene)
        simulation.pin([0])
        mass = simulation.model.bodies[0].mass
        for _ in range(20):
            before = simulation.momentum("rope")
            simulation.step()
            force = simulation.reaction("rope") + [0, -mass * G, 0]
            numpy.testing.assert_allclose(simulation.momentum("rope") - before, 0.01 * force, rtol=0, atol=1e-8 * mass)
        self.assertGreater(numpy.linalg.norm(simulation.reaction("rope")), 0.1 * mass * G)

    def test_the_example_of_the_page(self):
        code = next(block for block in fenced("docs/python.md", "python") if "reaction(" in block)
        names, here = {}, str(self.directory)
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec(compile(code.replace('"runs/', f'"{here}/runs/'), "python.md", "exec"), names)  # as a reader would
        blow, rest, left = map(float, said.getvalue().split())
        self.assertGreater(blow, 2)
        self.assertEqual(round(rest, 3), 1)
        self.assertLessEqual(left, names["run"].steps["imbalance"].max() * (1 + 1e-6))
        run, weight = names["run"], names["weight"]
        numpy.testing.assert_allclose(names["reaction"][-1], [0, weight, 0], atol=1e-3 * weight)
        self.assertEqual(len(names["reaction"]), len(run.steps["time"]))


def crane(**motor):
    """A beam of 10 kg, 1 m long, on a hinge with a motor."""
    hinge = {"type": "hinge", "name": "elbow", "between": ["beam"], "at": [0, 0, 0], "axis": [0, 0, 1], "damping": 20,
             "motor": {"max_torque": 100, **motor}}
    scene = tw.Scene(time={"step": 0.01, "frames": 100}, solver={"tolerance": 1e-9}, connections=[hinge])
    scene.body(name="beam", rigid=True, density=1000, place={"translate": [0.5, 0, 0]},
               shape={"type": "box", "size": [1, 0.1, 0.1], "cells": [1, 1, 1]})
    return scene


class Joints(InADirectory):
    def test_a_motor_driven_from_python_bears_the_beam(self):
        simulation = tw.Simulation(crane(angle=0))
        self.assertEqual(simulation.joint_names, ["elbow"])
        for target in (5, 20):
            simulation.set("connections[0].motor.angle", target)
            for _ in range(150):
                simulation.step()
            angle, speed = simulation.joint_motion("elbow")
            torque = 10 * G * 0.5 * numpy.cos(numpy.radians(angle))
            numpy.testing.assert_allclose(angle, target - numpy.degrees(torque / 1e4), atol=1e-3)
            self.assertLess(abs(speed), 1e-3)
            numpy.testing.assert_allclose(simulation.joint_force("elbow"), [0, 10 * G, 0], atol=0.1)
            numpy.testing.assert_allclose(simulation.joint_moment("elbow"), [0, 0, torque], atol=0.1)
        with self.assertRaisesRegex(tw.Error, 'there is no joint "ankle"; there are: elbow'):
            simulation.joint_force("ankle")

    def test_a_run_tells_the_same(self):
        run = crane(angle=5).run(self.directory / "run")
        simulation = tw.Simulation(crane(angle=5))
        for _ in range(100):
            simulation.step()
        self.assertEqual(run.joint_names, ["elbow"])
        numpy.testing.assert_allclose(run.joint_force("elbow")[-1], simulation.joint_force("elbow"), rtol=1e-12)
        numpy.testing.assert_allclose(run.joint_moment("elbow")[-1], simulation.joint_moment("elbow"), rtol=1e-12)
        numpy.testing.assert_allclose(run.joint_motion("elbow")[-1], simulation.joint_motion("elbow"), rtol=1e-12)
        drive = run.joint_drive("elbow")
        self.assertEqual(set(drive), {"target", "error", "motor"})
        numpy.testing.assert_allclose(drive["error"], run.joint_motion("elbow")[:, 0] - drive["target"], atol=1e-9)
        sum_before = run.momentum("beam")[-2]
        numpy.testing.assert_allclose(run.momentum("beam")[-1] - sum_before,
                                      sum(kind[-1] for kind in run.impulses("beam").values()), atol=1e-7)
        with self.assertRaisesRegex(tw.Error, 'there is no joint "ankle"'):
            run.joint_motion("ankle")


if __name__ == "__main__":
    unittest.main()
