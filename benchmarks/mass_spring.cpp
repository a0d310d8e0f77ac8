/// How far is a Newton direction of a mass–spring sheet from its floor, the sparse solve alone, and how does it grow?
///
///     mass_spring [largest number of cells per side, default 512]
///
/// All figures are ratios of times taken in this run. The floor is CHOLMOD's numeric factorisation and solve of the very
/// matrix of the step, analysed by CHOLMOD itself.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "cholmod_floor.hpp"
#include "stopwatch.hpp"
#include "support/scene_run.hpp"
#include "support/spring_grid.hpp"
#include "talweg/math/available_memory.hpp"
#include "talweg/run/simulate.hpp"
#include "talweg/step/integrators/implicit_euler.hpp"
#include "talweg/step/stepper.hpp"

using namespace talweg;

namespace {

struct Row {
    int cells, nodes, directions, analyses;
    double direction, floor, assembly, solve, line_search;  // s per computed direction
};

/// The stretched square, a few steps at the lecture's tolerance. Every applied direction takes the full step here.
Row measure(int cells) {
    testing::World world = testing::SpringGrid{.cells = cells, .stretch = 1.1}.make();
    StepSettings settings;
    settings.dt = 0.004;
    settings.linear_solver = "cholmod";
    const auto stepper = make_stepper(world.model, settings);
    Backend& backend = stepper->backend();
    stepper->step(world.state);  // patterns, analysis, memory

    const int steps = cells > 256 ? 2 : 5;
    int directions = 0;
    const Costs before = backend.costs();
    const double total = seconds([&] {
        for (int n = 0; n < steps; ++n)
            directions += 1 + static_cast<int>(stepper->step(world.state).iterations.size());
    });
    const Costs after = backend.costs();

    const Landscape landscape = ImplicitEuler::predict(world.model, world.state, settings.dt);
    const System& system = backend.assemble(landscape, world.state.c);
    CholmodFloor floor(system.hessian, backend.unknowns());
    double fastest = 1e300;
    for (int k = 0; k < 5; ++k) fastest = std::min(fastest, seconds([&] { floor.factorize_and_solve(); }));
    return {cells,
            world.model.node_count(),
            directions,
            backend.solver().analysis_count(),
            total / directions,
            fastest,
            (after.assembly - before.assembly) / directions,
            (after.solve - before.solve) / directions,
            (after.line_search - before.line_search) / directions};
}

/// The 25-node lecture case, recorded as every run is: what share of it is energies and linear solver.
void small_scene() {
    const auto folder = std::filesystem::temp_directory_path() / ("talweg_benchmark_" + std::to_string(getpid()));
    const Scene scene = read_scene(testing::gallery("stretched_square"), {"time.frames=300", "expect=[]"});
    RunSummary summary;
    {
        const RunClaim claim(folder, RunMode::overwrite);
        summary = simulate(scene, build_model(scene), claim, {.scene_file = "stretched_square.json", .threads = 1});
    }
    std::filesystem::remove_all(folder);
    const RunTotals& t = summary.totals;
    std::printf("\n25-node lecture case, recording included: %.0f %% of the time in energies and linear solver\n",
                100.0 * (t.assembly + t.solve + t.line_search) / t.seconds);
}

}  // namespace

int main(int argc, char** argv) {
    keep_freed_memory();  // as the program does
    const int largest = argc > 1 ? std::atoi(argv[1]) : 512;
    std::printf("%6s %8s %11s %9s %10s %8s %12s %9s %9s\n", "cells", "nodes", "directions", "analyses", "÷ floor",
                "growth", "assembly ÷", "solve ÷", "search ÷");
    Row last{};
    for (int cells = 64; cells <= largest; cells *= 2) {
        const Row r = measure(cells);
        const double growth =
            last.cells ? std::log(r.direction / last.direction) / std::log(double(r.nodes) / last.nodes) : 0.0;
        std::printf("%6d %8d %11d %9d %10.3f %8.2f %12.3f %9.3f %9.3f\n", r.cells, r.nodes, r.directions, r.analyses,
                    r.direction / r.floor, growth, r.assembly / r.floor, r.solve / r.floor, r.line_search / r.floor);
        std::fflush(stdout);
        last = r;
    }
    small_scene();
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    std::printf("peak memory %.2f GB\n", double(usage.ru_maxrss) / 1048576.0);
    std::printf(
        "growth: exponent of the cost per direction in the number of nodes; ÷: per direction, relative to the floor\n");
}
