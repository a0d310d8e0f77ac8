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
#include "talweg/energies/arap.hpp"
#include "talweg/energies/corotational.hpp"
#include "talweg/energies/edge_spring.hpp"
#include "talweg/energies/elastic_rod.hpp"
#include "talweg/energies/fixed_corotational.hpp"
#include "talweg/energies/hinge_bending.hpp"
#include "talweg/energies/orthotropic_bending.hpp"
#include "talweg/energies/orthotropic_membrane.hpp"
#include "talweg/energies/plate_bending.hpp"
#include "talweg/energies/quadratic_bending.hpp"
#include "talweg/energies/rod_bending.hpp"
#include "talweg/energies/sheet_drag.hpp"
#include "talweg/energies/st_venant_kirchhoff.hpp"
#include "talweg/energies/stable_neo_hookean.hpp"
#include "talweg/energies/strain_limit.hpp"
#include "talweg/geometry/hinges.hpp"
#include "talweg/geometry/shapes/cloth.hpp"
#include "talweg/math/available_memory.hpp"
#include "talweg/step/integrators/implicit_euler.hpp"

using namespace talweg;

namespace {

/// Energy, gradient and projected Hessian of every element of a waved sheet or rod, each pack of them into the same
/// place, as the assembler takes them.
template <class Energy, class List>
void kernel(const Mesh& mesh, const List& list, std::initializer_list<double> values) {
    constexpr int n = Energy::point_count, at_once = Elements<Energy>::at_once;
    std::vector<int> corners;
    std::vector<typename Energy::Element> constants;
    Positions x = mesh.points, before;
    for (Vec3& p : x) p += 0.02 * Vec3{0.3 * p[0], std::sin(9.0 * p[0]) * std::cos(7.0 * p[2]), 0.4 * p[2]};
    for (std::size_t i = 0; i < x.size(); ++i)
        before.push_back(x[i] + 1e-3 * Vec3{1.0, mesh.points[i][0], mesh.points[i][2]});
    const auto gather = [&](const Positions& places, int e) {
        Points<double, n> local;
        for (int i = 0; i < n; ++i) local[i] = places[corners[n * e + i]];
        return local;
    };
    for (const auto& element : list) {
        corners.insert(corners.end(), element.begin(), element.end());
        constants.push_back(Energy::make({gather(mesh.points, int(constants.size())), 0.0, 2}, values.begin()));
    }
    const Elements<Energy> elements(corners, constants);
    const Configuration at{x.data(), before.data(), 100.0};
    const int count = elements.element_count();
    Derivatives<n> out[at_once];
    double sum = 0.0;  // what comes of it is looked at
    const double closed = fastest(9, [&] {
        Points<double, n> places[at_once];
        for (int e = 0; e < count; e += at_once) {
            elements.derivatives(at, e, std::min(at_once, count - e), Curvature::projected, places, out);
            sum += out[0].hessian[e % 7];
        }
    });
    const double jets = fastest(3, [&] {
        for (int e = 0; e < count; ++e) {
            const Points<double, n> earlier = gather(before, e);
            out[0] = differentiate<n>(gather(x, e), [&](const auto& y) {
                using Real = std::remove_cvref_t<decltype(y[0][0])>;
                return element_energy<Energy, Real, n>(y, earlier, 100.0, constants[e]);
            });
            project_positive(out[0].hessian);
            sum += out[0].hessian[e % 7];
        }
    });
    if (!std::isfinite(sum)) std::printf("not finite: ");
    std::printf("%-32s %12.2f %16.1f\n", Energy::name, double(count) / closed * 1e-6, jets / closed);
    std::fflush(stdout);
}

void kernels() {
    const Mesh mesh = make_cloth({1, 1}, {60, 60});
    const auto hinges = find_hinges(mesh.triangles);
    const auto patches = find_patches(mesh.triangles);
    std::printf("%-32s %12s %16s\n", "", "millions/s", "jets ÷ closed");
    kernel<Membrane<Arap>>(mesh, mesh.triangles, {1e5, 3e-4});
    kernel<Membrane<Corotational>>(mesh, mesh.triangles, {1e5, 0.3, 3e-4});
    kernel<Membrane<FixedCorotational>>(mesh, mesh.triangles, {1e5, 0.3, 3e-4});
    kernel<Membrane<StableNeoHookean>>(mesh, mesh.triangles, {1e5, 0.3, 3e-4});
    kernel<Membrane<StVenantKirchhoff>>(mesh, mesh.triangles, {1e5, 0.3, 3e-4});
    kernel<OrthotropicMembrane>(mesh, mesh.triangles, {4.3e6, 9.9e6, 4.9e6, 5.7e5, 0.41, 0.34, 0.11, 1, 0, 0, 1.8e-4});
    kernel<StrainLimit>(mesh, mesh.triangles, {1.2, 100});
    kernel<SheetDrag>(mesh, mesh.triangles, {1.2, 0.02, 1.2});
    kernel<HingeBending>(mesh, hinges, {1e-5});
    kernel<EdgeSpring>(mesh, hinges, {1e-5});
    kernel<QuadraticBending>(mesh, hinges, {1e-5});
    kernel<PlateBending>(mesh, patches, {1e-5, 0.3});
    kernel<OrthotropicBending>(mesh, patches, {2e-5, 1e-5, 1e-5, 1e-5, 1, 0, 0});

    // Points of a rod, then the first axes of its sections, where the angles of its edges have their rest.
    Mesh rod;
    const int segments = 4000;
    std::vector<std::array<int, 3>> corners;
    std::vector<std::array<int, 5>> turned;
    for (int i = 0; i <= segments; ++i) rod.points.push_back({1e-3 * i, 0.0, 0.0});
    for (int i = 0; i < segments; ++i) rod.points.push_back({1e-4 * std::sin(0.1 * i), 1.0, 0.0});
    for (int i = 1; i < segments; ++i) {
        corners.push_back({i - 1, i, i + 1});
        turned.push_back({i - 1, i, i + 1, segments + i, segments + 1 + i});
    }
    kernel<RodBending>(rod, corners, {1e-6});
    kernel<ElasticRod>(rod, turned, {1e-6, 2e-6, 1e-6, 1e-3, 0, 0, 0, 1});
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
    double seconds = 0.0, clock = 0.0;
};
Cost take(testing::SceneRun& run, int steps) {
    Cost cost{.steps = steps};
    cost.clock = seconds([&] {
        cost.seconds = processor_seconds([&] {
            for (int n = 0; n < steps; ++n) cost.directions += 1 + int(run.step().iterations.size());
        });
    });
    return cost;
}

/// Directions, all in, against CHOLMOD alone on the matrix of the last step and against the solver's own solves.
void directions(int cells, const char* solver) {
    testing::SceneRun run(parse_scene(cloth(cells, false), "cloth", ".", {std::string("solver.linear=") + solver}));
    take(run, 3);
    Backend& backend = run.stepper().backend();
    const Costs before = backend.costs();
    const Cost cost = take(run, 5);
    const Costs after = backend.costs();
    const double systems = double(after.systems - before.systems), solve = after.solve - before.solve;
    const System& system = backend.assemble(ImplicitEuler::predict(run.model(), run.state(), 0.02), run.state().c);
    CholmodFloor alone(system.hessian, backend.unknowns());
    const double floor = fastest(5, [&] { alone.factorize_and_solve(); });
    std::printf("%10d %9s %11.1f %8.1f %10.2f %12.2f %9.0f %% %9.0f %% %9.0f %%\n", 2 * cells * cells, solver,
                double(cost.directions) / cost.steps, systems / cost.steps, cost.seconds / cost.directions / floor,
                cost.clock / solve, 100.0 * (after.assembly - before.assembly) / cost.clock, 100.0 * solve / cost.clock,
                100.0 * (after.line_search - before.line_search) / cost.clock);
    std::fflush(stdout);
}

void cloth_directions() {
    std::printf(
        "hanging cotton without contact, 5 steps of 0.02 s after 3: directions and assembled systems a step; a "
        "direction, all in, over CHOLMOD's factorisation and solution alone (processor time) and over its own "
        "solves (by the clock, as what follows): shares of assembly, solves, energies and guards\n");
    std::printf("%10s %9s %11s %8s %10s %12s %11s %11s %11s\n", "triangles", "solver", "directions", "systems",
                "÷ CHOLMOD", "÷ own solves", "assembly", "solves", "search");
    for (const int cells : {40, 71, 100})
        for (const char* solver : {"cholmod", "auto"}) directions(cells, solver);
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
    keep_freed_memory();  // as the program does
    const std::string what = count > 1 ? words[1] : "";
    if (what == "growth" || what.empty()) growth();  // first: forks want no threads
    if (what == "strands" || what.empty()) strands();
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    if (what == "kernels" || what.empty()) kernels();
    if (what == "cloth" || what.empty()) cloth_directions();
}
