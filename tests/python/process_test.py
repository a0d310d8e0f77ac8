"""What the module is to the process it lives in: threads, signals, memory."""
import resource
import signal
import subprocess
import sys
import threading
import unittest

import numpy

import talweg as tw
from workplace import InADirectory, jelly, rope

PREAMBLE = """
import sys
sys.path.insert(0, {tests!r})
import talweg as tw
from workplace import jelly, rope
"""


def memory():
    """Resident memory of this process, bytes."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


class Memory(unittest.TestCase):
    def test_a_thousand_models_leave_nothing_behind(self):
        def make(count):
            for _ in range(count):
                simulation = tw.Simulation(jelly(2))
                simulation.step()
                kept = [simulation.positions, simulation.stress, simulation.model.bodies[0].tets]
                del simulation, kept
        make(200)
        before = memory()
        make(1000)
        self.assertLess(memory() - before, 2e6)  # a model with its solver takes 0.1 MB


class Threads(unittest.TestCase):
    def test_python_goes_on_while_a_step_is_taken(self):
        simulation = tw.Simulation(jelly(16))
        count, counted = 0, []

        def work():
            for _ in range(3):
                before = count
                simulation.step()
                counted.append(count - before)
        worker = threading.Thread(target=work)
        worker.start()
        while worker.is_alive():
            count += 1
        self.assertEqual(simulation.steps, 3)
        # An interpreter that steps stop would not count while one is taken; on a busy machine this thread may wait for
        # a whole step.
        self.assertGreater(max(counted), 100)

    def test_two_models_in_two_threads_move_as_they_do_alone(self):
        def last_positions(scene):
            simulation = tw.Simulation(scene)
            simulation.run(frames=10)
            return simulation.positions
        scenes = [jelly(5), rope(200)]
        alone = [last_positions(scene) for scene in scenes]
        together = [None] * len(scenes)

        def work(k):
            together[k] = last_positions(scenes[k])
        workers = [threading.Thread(target=work, args=(k,)) for k in range(len(scenes))]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        for one, other in zip(alone, together):
            numpy.testing.assert_array_equal(one, other)

    def test_two_threads_on_one_model_take_turns(self):
        simulation, alone = tw.Simulation(jelly(3)), tw.Simulation(jelly(3))
        workers = [threading.Thread(target=lambda: [simulation.step() for _ in range(10)]) for _ in range(2)]
        for worker in workers:
            worker.start()
        while any(worker.is_alive() for worker in workers):
            self.assertTrue(numpy.isfinite(simulation.positions).all())
        alone.run(frames=20)
        self.assertEqual(simulation.steps, 20)
        numpy.testing.assert_array_equal(simulation.positions, alone.positions)


class Signals(InADirectory):
    def interrupted(self, code):
        """What a program says that gets a Ctrl-C after its first line."""
        text = PREAMBLE.format(tests=sys.path[0]) + code
        process = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, cwd=self.directory)
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), "ready\n")
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, errors)
        return output

    def test_ctrl_c_ends_steps(self):
        said = self.interrupted("""
simulation = tw.Simulation(jelly(8, time={"step": 0.01, "frames": 1000000}))
try:
    simulation.run(lambda s: s.steps == 1 and print("ready", flush=True) or None)
except KeyboardInterrupt:
    taken = simulation.steps
    simulation.step()
    print("interrupted", simulation.steps == taken + 1)
""")
        self.assertEqual(said, "interrupted True\n")

    def test_ctrl_c_ends_a_recorded_run_which_can_go_on(self):
        said = self.interrupted("""
scene = rope(time={"step": 0.001, "frames": 10000000})
try:
    scene.run("run", callback=lambda frame, *_: frame == 1 and print("ready", flush=True) or None)
except KeyboardInterrupt:
    run = tw.Run("run")
    print(run.ended, scene.run("run", resume=True, frames=run.summary["frames"] + 1).ended)
""")
        self.assertEqual(said, "interrupted finished\n")

    def test_handlers_may_look(self):
        said = self.interrupted("""
import signal
simulation = tw.Simulation(jelly(8, time={"step": 0.01, "frames": 1000000}))
def look(*_):
    print(simulation.positions.shape)
    raise InterruptedError
signal.signal(signal.SIGINT, look)
try:
    simulation.run(lambda s: s.steps == 1 and print("ready", flush=True) or None)
except InterruptedError:
    print("passed on")
""")
        self.assertEqual(said, "(729, 3)\npassed on\n")


if __name__ == "__main__":
    unittest.main()
