/// A mat whose ends are turned against each other until it touches itself in folds: which phase of a Newton direction
/// grows how with the number of points?
#pragma once
#include <cstdio>
#include <string>

#include "contact/scene_phases.hpp"

namespace talweg {

/// n × n × 2 points, as IPC's own mats, its material, contact distance and tolerance; turned three times as fast.
inline Scene twisted_mat(int n) {
    const std::string cells = std::to_string(n - 1);
    return parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": 0.04, "frames": 100}, "solver": {"tolerance": 0.0142},
        "contact": {"distance": 0.00142}, "bodies": [{"name": "mat", "density": 1000,
        "shape": {"type": "box", "size": [1, 0.02, 1], "cells": [)" +
                           cells + ", 1, " + cells + R"(]},
        "energies": [{"type": "neo_hookean", "youngs_modulus": 20000, "poissons_ratio": 0.4}],
        "hold": [{"select": {"group": "left"}, "motion": {"angular_velocity": [3.77, 0, 0], "center": [0, 0, 0]}},
                 {"select": {"group": "right"}, "motion": {"angular_velocity": [-3.77, 0, 0], "center": [0, 0, 0]}}]}]})",
                       "mat");
}

inline void mat(int from, int to, int repetitions) {
    const ScenePhases small = fastest_stretch(twisted_mat(40), from, to, repetitions),
                      large = fastest_stretch(twisted_mat(100), from, to, 1);
    std::printf("Twisted mat, steps %d to %d, one thread; times in ms per Newton direction\n", from, to);
    std::printf("%-22s %12s %12s %8s\n", "", "40 x 40", "100 x 100", "growth");
    const auto row = [&](const char* name, double a, double b) {
        std::printf("%-22s %12.3f %12.3f %8.2f\n", name, a, b, growth(a, b, small.points, large.points));
    };
    for (std::size_t k = 0; k < std::size(ScenePhases::all); ++k)
        row(ScenePhases::names[k], 1e3 * small.*ScenePhases::all[k], 1e3 * large.*ScenePhases::all[k]);
    row("all but the solve", 1e3 * small.outside_solve(), 1e3 * large.outside_solve());
    row("contacts", small.contacts, large.contacts);
    row("candidate pairs", small.pairs, large.pairs);
    row("searches / direction", small.searches, large.searches);
    row("looks / direction", small.looks, large.looks);
    row("projected / direction", small.projected, large.projected);
    std::printf("%-22s %12d %12d\n", "directions", small.directions, large.directions);
    std::printf("%-22s %12d %12d\n\n", "points", small.points, large.points);
}

}  // namespace talweg
