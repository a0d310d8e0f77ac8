/// How fast are the kernels of sheets beside automatic differentiation, how far is a Newton direction of cloth from its
/// linear solve, and how do iterations and memory grow with the mesh?
///
///     thin [kernels | cloth | growth | strands]
///
/// One thread; times are of the processor, so that a busy machine disturbs less, and ratios are taken within one run.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "cholmod_floor.hpp"
#include "stopwatch.hpp"
#include "support/scene_run.hpp"
#include "talweg/assembly/elements.hpp"
#include "talweg/energies/edge_spring.hpp"
#include "talweg/energies/hinge_bending.hpp"
#include "talweg/energies/orthotropic_membrane.hpp"
#include "talweg/energies/plate_bending.hpp"
#include "talweg/energies/quadratic_bending.hpp"
#include "talweg/energies/sheet_drag.hpp"
#include "talweg/energies/stable_neo_hookean.hpp"
#include "talweg/energies/strain_limit.hpp"
#include "talweg/geometry/hinges.hpp"
#include "talweg/geometry/shapes/cloth.hpp"
#include "talweg/step/integrators/implicit_euler.hpp"

using namespace talweg;

namespace {

/// Energy, gradient and projected Hessian of every element of a waved sheet.
template <class Energy, class Elements>
void kernel(const Mesh& mesh, const Elements& elements, std::initializer_list<double> values) {
    constexpr int n = Energy::point_count;
    std::vector<Points<double, n>> x, before;
    std::vector<typename Energy::Element> constants;
    for (const auto& element : elements) {
        Points<double, n> rest, places, earlier;
        for (int i = 0; i < n; ++i) {
            const Vec3 p = mesh.points[element[i]];
            rest[i] = p;
            places[i] = p + 0.02 * Vec3{0.3 * p[0], std::sin(9.0 * p[0]) * std::cos(7.0 * p[2]), 0.4 * p[2]};
            earlier[i] = places[i] + 1e-3 * Vec3{1.0, p[0], p[2]};
        }
        constants.push_back(Energy::make({rest, 0.0, 2}, values.begin()));
        x.push_back(places);
        before.push_back(earlier);
    }
    std::vector<Derivatives<n>> out(x.size());
    const double closed = fastest(9, [&] {
        for (std::size_t e = 0; e < x.size(); ++e)
            out[e] = element_derivatives<Energy, n>(x[e], before[e], 100.0, constants[e], true);
    });
    const double jets = fastest(2, [&] {
        for (std::size_t e = 0; e < x.size(); ++e) {
            out[e] = differentiate<n>(x[e], [&](const auto& y) {
                using Real = std::remove_cvref_t<decltype(y[0][0])>;
                return element_energy<Energy, Real, n>(y, before[e], 100.0, constants[e]);
            });
            project_positive(out[e].hessian);
        }
    });
    std::printf("%-30s %14.2f %16.1f\n", Energy::name, double(x.size()) / closed * 1e-6, jets / closed);
    std::fflush(stdout);
}

void kernels() {
    const Mesh mesh = make_cloth({1, 1}, {60, 60});
    const auto hinges = find_hinges(mesh.triangles);
    std::printf("%-30s %14s %16s\n", "", "millions/s", "jets ÷ closed");
    kernel<Membrane<StableNeoHookean>>(mesh, mesh.triangles, {1e5, 0.3, 3e-4});
    kernel<OrthotropicMembrane>(mesh, mesh.triangles, {4.3e6, 9.9e6, 4.9e6, 5.7e5, 0.41, 0.34, 0.11, 1, 0, 0, 1.8e-4});
    kernel<StrainLimit>(mesh, mesh.triangles, {1.2, 100});
    kernel<SheetDrag>(mesh, mesh.triangles, {1.2, 0.02, 1.2});
    kernel<HingeBending>(mesh, hinges, {1e-5});
    kernel<EdgeSpring>(mesh, hinges, {1e-5});
    kernel<QuadraticBending>(mesh, hinges, {1e-5});
    kernel<PlateBending>(mesh, find_patches(mesh.triangles), {1e-5, 0.3});
}

/// A cotton cloth; without contact it hangs from two corners, with contact it falls over a ball.
std::string cloth(int cells, bool contact) {
    return fmt::format(
        R"({{ "time": {{ "step": 0.02, "frames": 1 }}, {}
              "bodies": [{{ "name": "cloth", "material": "cotton", {}
                "shape": {{ "type": "cloth", "size": [1, 1], "cells": [{}, {}] }} }}] }})",
        contact ? R"("contact": { "distance": 0.002, "friction": 0.3 }, "obstacles": [{ "name": "ball",
                     "shape": { "type": "ball", "center": [0, -0.26, 0], "radius": 0.25 } }],)"
                : "",
        contact ? R"("place": { "translate": [0, 0.01, 0] },)"
                : R"("hold": [{ "select": { "box": { "min": [-0.51, -1, -0.51], "max": [-0.49, 1, -0.49] } } },
                             { "select": { "box": { "min": [0.49, -1, -0.51], "max": [0.51, 1, -0.49] } } }],)",
        cells, cells);
}

struct Cost {
    int steps = 0, directions = 0;
    double seconds = 0.0;
};
Cost take(testing::SceneRun& run, int steps) {
    Cost cost{.steps = steps};
    cost.seconds = processor_seconds([&] {
        for (int n = 0; n < steps; ++n) cost.directions += 1 + int(run.step().iterations.size());
    });
    return cost;
}

/// Directions, all in, against CHOLMOD alone on the matrix of the last step.
void directions(int cells) {
    testing::SceneRun run(parse_scene(cloth(cells, false), "cloth", ".", {"solver.linear=cholmod"}));
    take(run, 3);
    const Cost cost = take(run, 5);
    Backend& backend = run.stepper().backend();
    const System& system = backend.assemble(ImplicitEuler::predict(run.model(), run.state(), 0.02), run.state().c);
    CholmodFloor alone(system.hessian, backend.unknowns());
    const double floor = fastest(5, [&] { alone.factorize_and_solve(); });
    std::printf("%d triangles without contact: %.1f directions a step, each %.2f of factorisation and solution alone\n",
                2 * cells * cells, double(cost.directions) / cost.steps, cost.seconds / cost.directions / floor);
    std::fflush(stdout);
}

/// Steps of a scene in a process of its own, so that its peak memory is its own. Returns nothing: it prints.
void grow(const std::string& scene, int elements, int steps) {
    std::fflush(stdout);
    if (const pid_t child = fork(); child != 0) {
        int status = 0;
        waitpid(child, &status, 0);
        if (status != 0) std::printf("%10d: no result\n", elements);
        return;
    }
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    testing::SceneRun run(parse_scene(scene, "scene", ".", {}));
    const Cost cost = take(run, steps);
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%10d %16.1f %14.3f %18.1f\n", elements, double(cost.directions) / cost.steps,
                cost.seconds / cost.steps, double(usage.ru_maxrss) / elements);
    std::fflush(stdout);
    _exit(0);
}

/// Nylon strands on a ball that is shaken; with contact they touch the ball and one another.
std::string hair(int strands, bool contact) {
    return fmt::format(
        R"scene({{ "time": {{ "step": 0.01, "frames": 1 }}, {}
              "bodies": [{{ "name": "hair", "material": "nylon", "rod": {{ "diameter": 0.00025 }},
                "shape": {{ "type": "strands", "surface": {{ "type": "hemisphere", "radius": 0.09, "rings": 24 }},
                  "count": {}, "length": 0.28, "segments": 20 }},
                "hold": [{{ "select": {{ "group": "roots" }}, "twist": 0,
                  "motion": {{ "displacement": ["0.02*sin(10*t)", 0, 0] }} }}] }}] }})scene",
        contact ? R"("contact": { "distance": 0.0005, "friction": 0.2 }, "obstacles": [{ "name": "head",
                     "shape": { "type": "ball", "center": [0, 0, 0], "radius": 0.06 } }],)"
                : "",
        strands);
}

void strands() {
    std::printf("strands of 20 segments on a shaken ball, 5 steps of 0.01 s, without contact and with it\n");
    std::printf("%10s %16s %14s %18s\n", "segments", "directions/step", "s/step", "KiB/segment");
    for (const bool contact : {false, true})
        for (const int count : {200, 2000}) grow(hair(count, contact), 20 * count, 5);
}

void growth() {
    std::printf("falling over a ball, 12 steps of 0.02 s\n%10s %16s %14s %18s\n", "triangles", "directions/step",
                "s/step", "KiB/triangle");
    for (const int cells : {35, 71, 141}) grow(cloth(cells, true), 2 * cells * cells, 12);
}

}  // namespace

int main(int count, char** words) {
    const std::string what = count > 1 ? words[1] : "";
    if (what == "growth" || what.empty()) growth();  // first: forks want no threads
    if (what == "strands" || what.empty()) strands();
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    if (what == "kernels" || what.empty()) kernels();
    if (what == "cloth" || what.empty())
        for (const int cells : {40, 71, 100}) directions(cells);
}
