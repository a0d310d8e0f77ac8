#!/usr/bin/env python3
"""Draws how the cost of a Newton direction grows with the mesh.

    benchmark_solids growth | scripts/growth_picture.py > docs/pictures/solids_growth.svg

Reads the benchmark's table (tets, unknowns, solver, directions, s/direction, µs/tet, peak MB) and writes two log-log
plots side by side: seconds per direction, and peak memory.
"""
import math
import sys

WIDTH, HEIGHT, MARGIN = 340, 250, 46
COLOURS = {"cholmod": "#b5532c", "reuse": "#2c6fb5", "cg": "#3a8f4d"}


def read_table(lines):
    curves = {}
    for line in lines:
        words = line.split()
        if len(words) == 7 and words[0].isdigit():
            tets, _, solver, _, seconds, _, megabytes = words
            curves.setdefault(solver, []).append((float(tets), float(seconds), float(megabytes)))
    return curves


def plot(curves, column, title, left):
    points = [(p[0], p[column]) for curve in curves.values() for p in curve]
    low_x, high_x = (f(math.log10(x) for x, _ in points) for f in (min, max))
    low_y, high_y = (f(math.log10(y) for _, y in points) for f in (min, max))
    low_y, high_y = math.floor(low_y), math.ceil(high_y)

    def place(x, y):
        return (left + MARGIN + (math.log10(x) - low_x) / (high_x - low_x) * (WIDTH - MARGIN - 34),
                HEIGHT - MARGIN - (math.log10(y) - low_y) / (high_y - low_y) * (HEIGHT - MARGIN - 34))

    out = [f'<text x="{left + MARGIN}" y="20" font-weight="bold">{title}</text>']
    for exponent in range(low_y, high_y + 1):
        x, y = place(10 ** low_x, 10 ** exponent)
        out.append(f'<path d="M{x:.1f} {y:.1f}H{left + WIDTH - 34}" stroke="#ddd"/>'
                   f'<text x="{x - 4:.1f}" y="{y + 4:.1f}" text-anchor="end">{10.0 ** exponent:g}</text>')
    for exponent in range(math.ceil(low_x - 0.2), math.floor(high_x + 0.1) + 1):
        x, y = place(10 ** exponent, 10 ** low_y)
        out.append(f'<text x="{x:.1f}" y="{y + 16:.1f}" text-anchor="middle">{10 ** exponent:,}</text>')
    for row, (solver, curve) in enumerate(curves.items()):
        path = "L".join("{:.1f} {:.1f}".format(*place(p[0], p[column])) for p in curve)
        colour = COLOURS.get(solver, "#555")
        out.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out.append(f'<text x="{left + MARGIN + 10}" y="{40 + 14 * row}" fill="{colour}">{solver}</text>')
    out.append(f'<text x="{left + WIDTH - 34}" y="{HEIGHT - 8}" text-anchor="end">tetrahedra</text>')
    return out


def main():
    curves = read_table(sys.stdin)
    if not curves:
        sys.exit("no table on standard input; pipe the output of `benchmark_solids growth` into this script")
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {HEIGHT}" '
          'font-family="sans-serif" font-size="11">')
    print(f'<rect width="{2 * WIDTH}" height="{HEIGHT}" fill="white"/>')
    print("\n".join(plot(curves, 1, "seconds per direction", 0) + plot(curves, 2, "peak memory, MB", WIDTH)))
    print("</svg>")


if __name__ == "__main__":
    main()
