"""What does it cost to step many small worlds at once, and what do two cores gain?

    PYTHONPATH=build/release/python python3 benchmarks/worlds.py [worlds; default 256] [steps; default 20]

Worlds of 121 points, cloth of springs that swings from two corners, each of another density. Three things are timed in
turn, several times, and the least of each is told: every world stepped by itself, a `Batch` on one thread, and one on
two. Times of the processor say what a batch adds to each world and step, also on a busy machine; those of the clock
say what a second core gains, on a machine that does nothing else.
"""
import sys
import time

import talweg as tw

worlds, steps = (int(sys.argv[k]) if len(sys.argv) > k else default for k, default in ((1, 256), (2, 20)))


def scene(density):
    made = tw.Scene(time={"step": 0.01, "frames": 100})
    made.body(name="cloth", shape={"type": "cloth", "size": [1, 1], "cells": [10, 10]}, density=density,
              energies=[{"type": "spring", "stiffness": 200}, {"type": "spring_damping", "damping": 0.05}],
              hold=[{"select": {"box": {"min": [-0.5, 0, -0.5], "max": [-0.5, 0, -0.5]}}},
                    {"select": {"box": {"min": [0.5, 0, -0.5], "max": [0.5, 0, -0.5]}}}])
    return made


def timed(work):
    """Seconds of the clock and of the processor."""
    start = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - start[0], time.process_time() - start[1]


scenes = [scene(0.1 + 0.9 * k / worlds) for k in range(worlds)]
alone = [tw.Simulation(each, threads=1) for each in scenes]
batches = {threads: tw.Batch(scenes, threads=threads) for threads in (1, 2)}


def each_alone():
    for simulation in alone:
        for _ in range(steps):
            simulation.step()


times = {}
for _ in range(3):
    for name, work in {"each alone": each_alone, "batch, 1 thread": lambda: batches[1].step(steps),
                       "batch, 2 threads": lambda: batches[2].step(steps)}.items():
        measured = timed(work)
        times[name] = tuple(map(min, times.get(name, measured), measured))

print(f"{worlds} worlds of {alone[0].positions.shape[0]} points, {steps} steps, the least of 3:")
for name, (clock, processor) in times.items():
    print(f"  {name:17} {clock:8.3f} s on the clock, {1e6 * processor / (worlds * steps):8.1f} µs of the processor "
          "per world and step")
print(f"  two threads against one: {times['batch, 1 thread'][0] / times['batch, 2 threads'][0]:.2f} times as fast")
