/// Dropping boxes, ten to a thousand: how does the cost of a Newton direction outside the linear solve grow with the
/// number of contacts?
///
/// Two layers of boxes, each turned a little, fall a little and come to lie on the ground and on one another: the
/// number of contacts per box is about the same in every row.
#pragma once
#include <cstdio>
#include <random>
#include <string>

#include "contact/scene_phases.hpp"

namespace talweg {

/// What boxes are made of: cells, and what keeps their shape.
inline constexpr const char* elastic_boxes =
    R"("cells": [2, 2, 2]}, "energies": [{"type": "neo_hookean", "youngs_modulus": 100000, "poissons_ratio": 0.4}])";

inline Scene dropping_boxes(int count, const char* kind = elastic_boxes) {
    std::mt19937 random(7);
    const auto draw = [&](double range) { return range * (2.0 * double(random()) / double(random.max()) - 1.0); };
    const int columns = (count + 1) / 2, side = int(std::ceil(std::sqrt(double(columns))));
    std::string bodies;
    for (int n = 0; n < count; ++n) {
        const int column = n / 2, layer = n % 2;
        char text[640];
        std::snprintf(text, sizeof text,
                      R"(%s{"name": "box%d", "shape": {"type": "box", "size": [0.4, 0.4, 0.4], %s,
                      "place": {"rotate": {"axis": [%.3f, %.3f, %.3f], "angle": %.3f}, "translate": [%.4f, %.4f, %.4f]},
                      "density": 500})",
                      n > 0 ? "," : "", n, kind, draw(1), draw(1), draw(1) + 1.5, draw(6),
                      0.46 * (column % side) + draw(0.01), 0.26 + 0.47 * layer, 0.46 * (column / side) + draw(0.01));
        bodies += text;
    }
    return parse_scene(R"({"time": {"step": 0.02, "frames": 100}, "contact": {"distance": 0.004, "friction": 0.3},
        "obstacles": [{"name": "floor", "shape": {"type": "plane"}}], "bodies": [)" +
                           bodies + "]}",
                       "boxes");
}

inline void boxes(int largest, int repetitions, const char* kind = elastic_boxes) {
    std::printf("Dropping boxes, steps 15 to 25, one thread; times in ms per Newton direction\n");
    std::printf("%6s %7s %10s %10s %9s %6s %10s", "boxes", "points", "contacts", "pairs", "searches", "looks",
                "projected");
    for (const char* name : ScenePhases::names) std::printf(" %19s", name);
    std::printf(" %14s %7s %8s %13s %7s\n", "outside solve", "growth", "from 10", "solve from 10", "KB/box");
    ScenePhases last, first;
    for (int count : {10, 30, 100, 300, 1000, 5000}) {
        if (count > largest) break;
        const ScenePhases p = fastest_stretch(dropping_boxes(count, kind), 15, 25, count <= 1000 ? repetitions : 1);
        std::printf("%6d %7d %10.0f %10.0f %9.2f %6.2f %10.2f", count, p.points, p.contacts, p.pairs, p.searches,
                    p.looks, p.projected);
        for (double ScenePhases::*phase : ScenePhases::all) std::printf(" %19.3f", 1e3 * p.*phase);
        std::printf(" %14.3f", 1e3 * p.outside_solve());
        if (last.directions > 0)
            std::printf(" %7.2f %8.2f %13.2f",
                        growth(last.outside_solve(), p.outside_solve(), last.contacts, p.contacts),
                        growth(first.outside_solve(), p.outside_solve(), first.contacts, p.contacts),
                        growth(first.solve, p.solve, first.contacts, p.contacts));
        else
            std::printf(" %7s %8s %13s", "", "", "");
        std::printf(" %7.1f\n", 1e-3 * p.memory / count);
        std::fflush(stdout);
        last = p;
        if (first.directions == 0) first = p;
    }
}

}  // namespace talweg
