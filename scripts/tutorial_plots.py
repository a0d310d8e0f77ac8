#!/usr/bin/env python3
"""Draws the plots of docs/tutorial as SVG files; scripts/tutorial_pictures calls it.

    scripts/tutorial_plots.py PROGRAM RUNS PICTURES [NAME…]
"""
import csv
import math
import pathlib
import subprocess
import sys

import numpy

COLOURS = ["#2c6fb5", "#b5532c", "#3a8f4d", "#7a4fa3", "#555555"]
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 460, 260, 62, 16, 14, 44


def written(number):
    """As people write it: 0.25, 100, 10⁻⁵."""
    if number and abs(math.log10(abs(number))) > 3:
        return "10" + str(round(math.log10(number))).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{number:g}"


class Plot:
    """One pair of axes; curves are added in the unit of the data."""

    def __init__(self, x_range, y_range, x_label, y_label, log_x=False, log_y=False):
        self.log = (log_x, log_y)
        self.ranges = (self.scaled(x_range, 0), self.scaled(y_range, 1))
        self.out = []
        self.labels = 0
        self.axis(x_label, y_label)

    def scaled(self, values, axis):
        return [math.log10(v) for v in values] if self.log[axis] else list(values)

    def place(self, x, y):
        (x,), (y,) = self.scaled([x], 0), self.scaled([y], 1)
        (x0, x1), (y0, y1) = self.ranges
        return (LEFT + (x - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT),
                HEIGHT - BOTTOM - (y - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM))

    def ticks(self, axis):
        low, high = self.ranges[axis]
        if self.log[axis]:
            exponents = range(math.ceil(low - 1e-9), math.floor(high + 1e-9) + 1)
            return [10.0 ** e for e in exponents][:: max(1, len(exponents) // 6)]
        step = 10 ** math.floor(math.log10(high - low))
        step *= next(s for s in (0.1, 0.2, 0.25, 0.5, 1, 2) if (high - low) / (s * step) <= 6)
        first = math.ceil(low / step - 1e-9)
        return [step * k for k in range(first, math.floor(high / step + 1e-9) + 1)]

    def axis(self, x_label, y_label):
        right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
        for tick in self.ticks(0):
            x = self.place(tick, self.edge(1))[0]
            self.out.append(f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="#e4e4e4"/>')
            self.text(x, bottom + 15, written(tick), "middle")
        for tick in self.ticks(1):
            y = self.place(self.edge(0), tick)[1]
            self.out.append(f'<path d="M{LEFT} {y:.1f}H{right}" stroke="#e4e4e4"/>')
            self.text(LEFT - 5, y + 4, written(tick), "end")
        self.out.append(f'<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="#888"/>')
        self.text((LEFT + right) / 2, HEIGHT - 8, x_label, "middle")
        middle = (TOP + bottom) / 2
        self.out.append(f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">{y_label}</text>')

    def edge(self, axis):
        low = self.ranges[axis][0]
        return 10 ** low if self.log[axis] else low

    def text(self, x, y, words, anchor="start", colour="#222"):
        self.out.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{words}</text>')

    def curve(self, points, label, colour, dots=False, dashed=False, at=None):
        places = [self.place(x, y) for x, y in points]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.out.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"{dash} clip-path="url(#box)"/>')
        if dots:
            self.out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2" fill="{colour}"/>' for x, y in places]
        if label:
            x, y = self.place(*at) if at else (LEFT + 12, TOP + 16 + 15 * self.labels)
            self.labels += at is None
            self.text(x, y, label, colour=colour)

    def write(self, file):
        box = f'<clipPath id="box"><rect x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{HEIGHT - TOP - BOTTOM}"/></clipPath>'
        file.write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
            f'font-family="sans-serif" font-size="11">\n<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n{box}\n'
            + "\n".join(self.out) + "\n</svg>\n", encoding="utf-8")


class Runs:
    """Runs scenes of the tutorial and reads what they leave."""

    def __init__(self, program, directory):
        self.program, self.directory = program, directory

    def run(self, name, scene, *settings):
        words = [self.program, "run", f"scenes/{scene}.json", "-o", self.directory / name, "--overwrite", "-q"]
        for setting in settings:
            words += ["--set", setting]
        subprocess.run(words, check=True)
        return self.directory / name

    def column(self, run, table, name):
        with open(run / table, encoding="utf-8") as file:
            return [float(row[name]) for row in csv.DictReader(file)]

    def positions(self, run):
        return numpy.load(run / "positions.npy")


def valley(_):
    """A step of a mass of 1 kg at 1 m on a spring of rest length 0.5 m, 40 N/m, in E = ½ (x − x̃)² + h² P."""
    plot = Plot((0, 1.4), (0, 0.4), "x, m", "E, kg m²")
    xs = numpy.linspace(0, 1.4, 141)
    h, tilde = 0.15, 1.1
    inertia, spring = 0.5 * (xs - tilde) ** 2, h * h * 0.5 * 40 * (xs - 0.5) ** 2
    lowest = int(numpy.argmin(inertia + spring))
    plot.curve(zip(xs, inertia), "inertia: ½ |x − x̃|²", COLOURS[0], dashed=True, at=(0.55, 0.37))
    plot.curve(zip(xs, spring), "h² · spring", COLOURS[1], dashed=True, at=(0.55, 0.34))
    plot.curve(zip(xs, inertia + spring), "their sum, E", COLOURS[2], at=(0.55, 0.31))
    plot.curve([(xs[lowest], (inertia + spring)[lowest])], "", COLOURS[2], dots=True)
    plot.text(*plot.place(xs[lowest] - 0.06, 0.105), "x(n+1)", colour=COLOURS[2])
    plot.text(*plot.place(tilde + 0.01, 0.008), "x̃", colour=COLOURS[0])
    return plot


def newton(runs):
    plot = Plot((1, 8), (1e-6, 1e3), "iteration", "|p|/h, m/s", log_y=True)
    run = runs.run("hard_step", "tutorial/hard_step")
    residuals, alphas = (runs.column(run, "newton.csv", name) for name in ("residual", "alpha"))
    points = list(zip(range(1, len(residuals) + 1), residuals))
    plot.curve(points, "", COLOURS[0], dots=True)
    for (x, y), alpha in zip(points, alphas):
        words = "α = 1" if alpha == 1 else f"α = 1/{1 / alpha:g}"
        plot.text(plot.place(x, y)[0] + 7, plot.place(x, y)[1] - 5, words, colour=COLOURS[1])
    return plot


def barriers(_):
    plot = Plot((0, 1.2), (0, 1.5), "gap / d̂", "barrier b")
    gaps = numpy.linspace(0.02, 1.2, 237)
    s = numpy.minimum(gaps, 1) ** 2
    plot.curve(zip(gaps, -(s - 1) ** 2 * numpy.log(s)), "talweg: −(s − 1)² ln s", COLOURS[0], at=(0.5, 1.2))
    r = numpy.minimum(gaps, 1)
    plot.curve(zip(gaps, 0.5 * (r - 1) * numpy.log(r)), "lecture: ½ (r − 1) ln r", COLOURS[1], at=(0.5, 1.05))
    return plot


def friction(_):
    plot = Plot((0, 3), (0, 1.2), "sliding speed / ε", "friction / (μ λ)")
    y = numpy.linspace(0, 3, 121)
    plot.curve(zip(y, numpy.where(y < 1, 2 * y - y * y, 1)), "smoothed, f′", COLOURS[0], at=(1.6, 0.88))
    plot.curve([(0, 0), (0, 1), (3, 1)], "Coulomb", COLOURS[4], dashed=True, at=(1.6, 1.06))
    return plot


def lengths(runs):
    plot = Plot((0, 1), (0.6, 1.4), "time, s", "length of the spring, m")
    run = runs.run("rusty", "tutorial/rusty_springs")
    x = runs.positions(run)
    for body, (label, at) in enumerate({"free": (0.9, 1.3), "": None, "inner damping, and drag": (0.42, 1.12)}.items()):
        length = abs(x[:, 2 * body + 1, 1] - x[:, 2 * body, 1])
        plot.curve(zip(numpy.arange(101) / 100, length), label, COLOURS[body], at=at, dashed=body == 1)
    return plot


def energies(runs):
    plot = Plot((0, 5), (0.7, 1.3), "time, s", "energy / its start")
    for k, name in enumerate(["forward_euler", "newmark", "bdf2", "implicit_euler"]):
        run = runs.run(name, "circular_implicit_euler", f"integrator.type={name}", "time.frames=100", "expect=[]")
        energy = numpy.array(runs.column(run, "steps.csv", "total"))
        ends = {"forward_euler": (2.6, 1.2), "newmark": (3.9, 1.02), "bdf2": (3.9, 0.96), "implicit_euler": (2.2, 0.83)}
        plot.curve(zip(numpy.arange(len(energy)) * 0.05, energy / energy[0]), name, COLOURS[k], at=ends[name])
    return plot


def orders(runs):
    plot = Plot((0.01, 0.125), (1e-5, 1), "h, s", "error after 5 s, m", log_x=True, log_y=True)
    for k, (name, at) in enumerate({"implicit_euler": (0.0135, 0.06), "symplectic_euler": (0.0135, 0.011),
                                    "bdf2": (0.0135, 0.0006), "newmark": (0.027, 0.00013)}.items()):
        points = []
        for frames in (50, 100, 200, 400):
            step = f"time.step={5 / frames}"
            run = runs.run(f"{name}_{frames}", "circular_implicit_euler", f"integrator.type={name}", step,
                           f"time.frames={frames}", "expect=[]")
            x = runs.positions(run)[-1, 1]
            points.append((5 / frames, math.hypot(x[0] - math.cos(5), x[1] - math.sin(5))))
        plot.curve(points, name, COLOURS[k], dots=True, at=at)
    return plot


PLOTS = {"valley": valley, "newton": newton, "barriers": barriers, "friction": friction, "lengths": lengths,
         "energies": energies, "orders": orders}


def main():
    program, directory, pictures, *chosen = sys.argv[1:]
    runs = Runs(program, pathlib.Path(directory))
    for name, draw in PLOTS.items():
        if not chosen or any(name.startswith(start) for start in chosen):
            draw(runs).write(pathlib.Path(pictures) / f"{name}.svg")


if __name__ == "__main__":
    main()
