/// How the cost of a whole Newton iteration grows with the mesh, everything counted, by the linear solver: a falling
/// beam and a cloth that swings down from two corners, as stiff per area whatever its mesh.
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "stopwatch.hpp"
#include "support/heavy_solid.hpp"
#include "support/scene_run.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

/// Prints rows of one solver, and exponents from the row above and from the first.
class NewtonGrowth {
public:
    NewtonGrowth(const char* name, const char* solver) : name_(name), solver_(solver) {}

    /// `steps` steps after a first one, which makes patterns and memory.
    template <class Step>
    void add(double elements, Stepper& stepper, int steps, const Step& step) {
        step();
        int iterations = 0;
        const Costs before = stepper.backend().costs();
        double processor = 0.0;
        const double clock = seconds([&] {
            processor = processor_seconds([&] {
                for (int k = 0; k < steps; ++k) iterations += 1 + static_cast<int>(step().iterations.size());
            });
        });
        const Costs& after = stepper.backend().costs();
        const double each = processor / iterations;
        std::printf("%-6s %-10s %9.0f %9d %5d %10.5f %6.0f %%  %-10s", name_, solver_, elements,
                    stepper.backend().unknowns().count(), iterations, each,
                    100.0 * (after.solve - before.solve) / clock, std::string(stepper.backend().solver_name()).c_str());
        if (first_ > 0.0)
            std::printf(" %6.2f %6.2f", std::log(each / last_) / std::log(elements / last_elements_),
                        std::log(each / first_) / std::log(elements / first_elements_));
        std::printf("\n");
        std::fflush(stdout);
        if (first_ == 0.0) first_ = each, first_elements_ = elements;
        last_ = each, last_elements_ = elements;
    }

private:
    const char *name_, *solver_;
    double first_ = 0.0, first_elements_ = 0.0, last_ = 0.0, last_elements_ = 0.0;
};

/// `only`: "solid", "cloth", or nothing for both; `solver`: none for "auto" beside "cg" and "reuse"; `steps` of the cloth,
/// whose finest buckles in the second.
inline void newton_growth(double largest, const std::string& only, const std::string& solver, int steps) {
    std::printf("%-6s %-10s %9s %9s %5s %10s %8s  %-10s %6s %6s\n", "", "solver", "elements", "unknowns", "", "s each",
                "solve", "takes", "growth", "all");
    for (const char* name : {"auto", "cg", "reuse"}) {
        if (!solver.empty() && solver != name) continue;
        NewtonGrowth solids("solid", name), sheets("cloth", name);
        if (only.empty() || only == "solid")
            for (const int cells : {4, 7, 11, 16, 23, 35})
                if (24.0 * cells * cells * cells <= 1.1 * largest) {
                    testing::World world = testing::heavy_beam(cells);
                    StepSettings settings;
                    settings.dt = 0.01;
                    settings.newton.tolerance = 1e-3;
                    settings.linear_solver = name;
                    const auto stepper = make_stepper(world.model, settings);
                    solids.add(24.0 * cells * cells * cells, *stepper, 4, [&] { return stepper->step(world.state); });
                }
        if (only.empty() || only == "cloth")
            for (const int cells : {64, 128, 256, 512, 1024})
                if (2.0 * cells * cells <= 1.1 * largest) {
                    testing::SceneRun run(testing::gallery("hanging_cloth"),
                                          {fmt::format("bodies[0].shape.cells=[{0},{0}]", cells),
                                           fmt::format("solver.linear=\"{}\"", name)});
                    sheets.add(2.0 * cells * cells, run.stepper(), steps, [&] { return run.step(); });
                }
    }
}

}  // namespace talweg
