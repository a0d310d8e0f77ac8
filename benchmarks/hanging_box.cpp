/// How fast is a soft box of 12,000 tetrahedra that hangs by two corners?
///
///     hanging_box [linear solver, default auto]
///
/// A box of 0.5 m, 10³ cells of 12 tetrahedra, E = 10 kPa, ν = 0.3, 1000 kg/m³, hung by two corners; 151 steps of 1/30 s
/// at a tolerance of 1 mm/s, on one thread.
#include <tbb/global_control.h>

#include <cstdio>

#include "stopwatch.hpp"
#include "support/heavy_solid.hpp"
#include "talweg/math/available_memory.hpp"
#include "talweg/step/stepper.hpp"

using namespace talweg;

int main(int argc, char** argv) {
    keep_freed_memory();  // as the program does
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    const Mesh mesh = make_box({0.5, 0.5, 0.5}, {10, 10, 10}, 12);
    std::vector<int> corners;
    for (int i = 0; i < static_cast<int>(mesh.points.size()); ++i) {
        const Vec3& p = mesh.points[i];
        if (std::fabs(p[0]) > 0.2499 && p[1] > 0.2499 && p[2] > 0.2499) corners.push_back(i);
    }
    testing::World world = testing::heavy_solid(mesh, corners, 1e4);
    StepSettings settings;
    settings.dt = 1.0 / 30.0;
    settings.newton.tolerance = 1e-3;
    settings.linear_solver = argc > 1 ? argv[1] : "auto";
    const auto stepper = make_stepper(world.model, settings);

    int iterations = 0;
    const double clock = seconds([&] {
        const double processor = processor_seconds([&] {
            for (int n = 0; n < 151; ++n) {
                const StepReport report = stepper->step(world.state);
                if (!report.completed) std::printf("step %d: %s\n", n, talweg::describe(report.stop));
                iterations += static_cast<int>(report.iterations.size());
            }
        });
        std::printf("%d tets, %d points, solver %s: %d Newton iterations, %.2f s of the processor",
                    world.model.terms[0]->element_count(), world.model.point_count(),
                    std::string(stepper->backend().solver_name()).c_str(), iterations, processor);
    });
    const Costs& costs = stepper->backend().costs();
    std::printf(", %.2f s on the clock (%.0f %% assembly, %.0f %% solve, %.0f %% line search)\n", clock,
                100.0 * costs.assembly / clock, 100.0 * costs.solve / clock, 100.0 * costs.line_search / clock);
    double lowest = 0.0;
    for (const Vec3& x : positions(world.model, world.state)) lowest = std::min(lowest, x[1]);
    std::printf("lowest point at the end: %.6f m\n", lowest);
}
