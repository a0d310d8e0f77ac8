/// How iterations and times of linear solvers grow with the mesh: conjugate gradients with an incomplete factorisation,
/// the same with levels of regions, and factors, on the same matrices and right sides, in one process.
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <string>

#include "stopwatch.hpp"
#include "support/heavy_solid.hpp"
#include "support/landscape_around.hpp"
#include "support/scene_run.hpp"
#include "talweg/solve/cg_solver.hpp"
#include "talweg/solve/cholesky_solver.hpp"
#include "talweg/solve/cost_units.hpp"
#include "talweg/solve/multilevel/hierarchy.hpp"
#include "talweg/step/integrators/implicit_euler.hpp"

namespace talweg {

/// A matrix, a right side, and where the nodes are.
struct GrowingSystem {
    BlockMatrix h;
    Unknowns unknowns;
    std::vector<double> right;
    Nodes c;
    std::vector<NodeKind> kinds;
};

/// A bent beam under its weight: with inertia for steps of h, or, h = 0, without.
inline GrowingSystem solid_system(int cells, double poissons_ratio, double h) {
    const Mesh mesh = make_box({4.0, 1.0, 1.0}, {4 * cells, cells, cells}, 6);
    const testing::World world = testing::heavy_solid(mesh, mesh.point_groups.at("left"), 1e6, poissons_ratio);
    GrowingSystem made{.h = {},
                       .unknowns = Unknowns(world.model.held_axes),
                       .right = {},
                       .c = world.state.c,
                       .kinds = world.model.node_kinds};
    Landscape at = testing::landscape_around(world.model, made.c);
    for (Vec3& x : made.c) x[1] -= 0.02 * x[0] * x[0];
    at.inertia = h > 0.0 ? 1.0 : 0.0;
    at.scale = h > 0.0 ? h * h : 1.0;
    Assembler assembler(world.model);
    System system;
    assembler.assemble(at, made.c, Hessian::projected, system);
    made.h = std::move(system.hessian);
    made.unknowns.gather(system.gradient, made.right);
    return made;
}

/// A waved cloth under its weight, for steps of dt, or, dt = 0, without inertia.
inline GrowingSystem cloth_system(const std::string& text, double dt) {
    const World world = build_model(parse_scene(text, "growth", ".", {}));
    GrowingSystem made{.h = {},
                       .unknowns = Unknowns(world.model.held_axes),
                       .right = {},
                       .c = world.state.c,
                       .kinds = world.model.node_kinds};
    Landscape at = testing::landscape_around(world.model, made.c, dt > 0.0 ? dt : 1.0);
    for (Vec3& x : made.c) x += Vec3{0.02 * x[0], 0.01 * std::sin(9.0 * x[0]) * std::cos(7.0 * x[2]), 0.02 * x[2]};
    at.inertia = dt > 0.0 ? 1.0 : 0.0;
    Assembler assembler(world.model);
    System system;
    assembler.assemble(at, made.c, Hessian::projected, system);
    made.h = std::move(system.hessian);
    made.unknowns.gather(system.gradient, made.right);
    return made;
}

/// The first Newton system of a scene's next step after so many.
inline GrowingSystem scene_system(const std::string& text, int steps, double dt) {
    testing::SceneRun run(parse_scene(text, "growth", ".", {}));
    for (int k = 0; k < steps; ++k) run.step();
    Backend& backend = run.stepper().backend();
    const Landscape at = ImplicitEuler::predict(run.model(), run.state(), dt);
    GrowingSystem made{
        .h = {}, .unknowns = backend.unknowns(), .right = {}, .c = run.state().c, .kinds = run.model().node_kinds};
    const System& system = backend.assemble(at, made.c, Hessian::projected);
    made.h = system.hessian;
    made.unknowns.gather(system.gradient, made.right);
    return made;
}

inline std::string cotton(int cells) {
    return fmt::format(R"({{ "time": {{ "step": 0.02, "frames": 1 }},
        "bodies": [{{ "name": "cloth", "material": "cotton",
            "hold": [{{ "select": {{ "box": {{ "min": [-0.51, -1, -0.51], "max": [-0.49, 1, 0.51] }} }} }}],
            "shape": {{ "type": "cloth", "size": [1, 1], "cells": [{}, {}] }} }}] }})",
                       cells, cells);
}

/// Two layers of soft boxes that have come down on the ground and on one another.
inline std::string pile(int cells) {
    std::string bodies;
    for (int k = 0; k < 8; ++k)
        bodies += fmt::format(
            R"({}{{ "name": "box{}", "density": 1000, "place": {{ "translate": [{}, {}, {}] }},
                "energies": [{{ "type": "neo_hookean", "youngs_modulus": 100000, "poissons_ratio": 0.3 }}],
                "shape": {{ "type": "box", "size": [0.1, 0.1, 0.1], "cells": [{}, {}, {}] }} }})",
            k ? ", " : "", k, 0.1005 * (k % 2), 0.051 + 0.1005 * (k / 4), 0.1005 * (k / 2 % 2), cells, cells, cells);
    return fmt::format(
        R"({{ "time": {{ "step": 0.01, "frames": 1 }}, "contact": {{ "distance": 0.002, "friction": 0.3 }},
              "obstacles": [{{ "name": "ground", "shape": {{ "type": "plane" }} }}], "bodies": [{}] }})",
        bodies);
}

/// One row: unknowns; iterations and seconds, set-up included, without levels; iterations, seconds and seconds of the
/// set-up with them, and what an iteration and the set-up take in iterations without, as measured and as counted; a
/// factorisation and a solution, where that is small enough; unknowns of the coarse levels.
inline void compare_growth(const std::string& name, const GrowingSystem& m, double most_flops) {
    const BlockPattern& pattern = *m.h.pattern;
    std::vector<double> p;
    CgSolver cg(pattern, m.unknowns), levels(pattern, m.unknowns, true);
    levels.set_places(m.c, m.kinds);
    std::printf("%-25s %8d |", name.c_str(), m.unknowns.count());
    bool definite = true, plain_found = false, found = false;
    const double plain_setup = processor_seconds([&] { definite = cg.factorize(m.h, 0.0); });
    const double plain_solve = processor_seconds([&] { plain_found = cg.solve(m.right, p); });
    const double plain = plain_solve / std::max(1, cg.iteration_count());
    if (plain_found)
        std::printf(" %5d %8.3f |", cg.iteration_count(), plain_setup + plain_solve);
    else
        std::printf("   breaks down |");
    const double setup = processor_seconds([&] { definite = levels.factorize(m.h, 0.0) && definite; }) - plain_setup;
    const double solve = processor_seconds([&] { found = levels.solve(m.right, p); });
    if (found)
        std::printf(" %5d %8.3f %8.3f (%4.1f %5.1f counted %4.1f %5.1f) |", levels.iteration_count(),
                    plain_setup + solve, setup, solve / levels.iteration_count() / plain, setup / plain,
                    levels.iteration_cost() / cg.iteration_cost(),
                    levels.hierarchy()->setup_cost() / cg.iteration_cost());
    else
        std::printf("   breaks down |");
    CholeskySolver direct(pattern, m.unknowns);
    if (direct.structure().flops < most_flops) {
        const double factor = processor_seconds([&] { definite = direct.factorize(m.h, 0.0) && definite; });
        std::printf(" %8.3f %8.4f", factor, processor_seconds([&] { direct.solve(m.right, p); }));
    } else {
        std::printf(" %8s %8s", "", "");
    }
    for (int k = 1; levels.hierarchy() && k < levels.hierarchy()->level_count(); ++k)
        std::printf(" %d", levels.hierarchy()->unknown_count(k));
    std::printf("%s\n", definite ? "" : " not positive definite");
    std::fflush(stdout);
}

inline void growth(int largest, const std::string& only) {
    const double most_flops = 2e10;
    const auto wanted = [&](const std::string& name) { return only.empty() || name.find(only) != std::string::npos; };
    const auto solids = [&](const char* name, double ratio, double h) {
        if (wanted(name))
            for (const int cells : {6, 9, 13, 19, 28, 42})
                if (12 * cells * (cells + 1) * (cells + 1) <= largest)
                    compare_growth(name, solid_system(cells, ratio, h), most_flops);
    };
    const auto sheets = [&](const char* name, double dt) {
        if (wanted(name))
            for (const int cells : {32, 64, 128, 256, 512})
                if (3 * (cells + 1) * (cells + 1) <= largest)
                    compare_growth(name, cloth_system(cotton(cells), dt), most_flops);
    };
    solids("solid, dynamic", 0.3, 0.01);
    solids("solid, quasi-static", 0.3, 0.0);
    solids("solid, 0.4, quasi-static", 0.4, 0.0);
    solids("solid, 0.49, quasi-static", 0.49, 0.0);
    sheets("cloth, dynamic", 0.02);
    sheets("cloth, quasi-static", 0.0);
    if (wanted("contact"))
        for (const int cells : {4, 6, 9, 13, 19})
            if (24 * (cells + 1) * (cells + 1) * (cells + 1) <= largest)
                compare_growth("contact, dynamic", scene_system(pile(cells), 4, 0.01), most_flops);
}

}  // namespace talweg
