/// How fast are the kernels of solids, how far is a Newton direction from its floor, and how do time and memory grow?
///
///     solids [kernels | beam | growth [largest number of tets, default 1000000]]
///
/// One thread; times are of the processor, so that a busy machine disturbs less, and ratios are taken within one run.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tbb/global_control.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "cholmod_floor.hpp"
#include "stopwatch.hpp"
#include "support/heavy_solid.hpp"
#include "talweg/energies/neo_hookean.hpp"
#include "talweg/math/available_memory.hpp"
#include "talweg/step/integrators/implicit_euler.hpp"
#include "talweg/step/stepper.hpp"

using namespace talweg;

namespace {

/// What a kernel reads and writes, with next to no arithmetic: an element and its points in, derivatives out.
template <class Element>
void stream(const std::vector<Element>& elements, const Positions& x, const int* corners,
            std::vector<Derivatives<4>>& out) {
    for (std::size_t e = 0; e < elements.size(); ++e) {
        double sum = 0.0;
        const double* numbers = reinterpret_cast<const double*>(&elements[e]);
        for (std::size_t k = 0; k < sizeof(Element) / sizeof(double); ++k) sum += numbers[k];
        for (int i = 0; i < 4; ++i) sum += x[corners[4 * e + i]][0];
        out[e].energy = sum;
        for (int k = 0; k < 12; ++k) out[e].gradient[k] = sum + k;
        for (int k = 0; k < 144; ++k) out[e].hessian[k] = sum + k;
    }
}

/// Energy, gradient and projected Hessian of every tetrahedron of a beam that is strained by some per cent.
template <class Material>
void kernels() {
    using Energy = Tetrahedron<Material>;
    const Mesh mesh = make_box({4.0, 1.0, 1.0}, {48, 12, 12}, 6);
    Positions x = mesh.points;
    for (Vec3& p : x) p += 0.1 * Vec3{p[1] * p[1], std::sin(3.0 * p[0]), p[0] * p[2]};
    std::vector<int> corners;
    std::vector<typename Energy::Element> constants;
    const double values[] = {1e5, 0.3};
    for (const auto& tet : mesh.tets) {
        Points<double, 4> rest;
        for (int i = 0; i < 4; ++i) rest[i] = mesh.points[tet[i]];
        corners.insert(corners.end(), tet.begin(), tet.end());
        constants.push_back(Energy::make({rest, 0.0, 3}, values));
    }
    const Elements<Energy> elements(corners, constants);
    const Configuration at{x.data(), x.data(), 1.0};
    const int count = elements.element_count();
    std::vector<Derivatives<4>> out(count);
    constexpr int at_once = Elements<Energy>::at_once;
    const auto gather = [&](int e) {
        Points<double, 4> places;
        for (int i = 0; i < 4; ++i) places[i] = x[corners[4 * e + i]];
        return places;
    };

    const double packed = fastest(11, [&] {
        Points<double, 4> places[at_once];
        for (int e = 0; e < count; e += at_once)
            elements.derivatives(at, e, std::min(at_once, count - e), Curvature::projected, places, &out[e]);
    });
    const double single = fastest(5, [&] {
        for (int e = 0; e < count; ++e) out[e] = Energy::projected_derivatives(gather(e), constants[e]);
    });
    const double jets = fastest(2, [&] {
        for (int e = 0; e < count; ++e) {
            out[e] = differentiate<4>(gather(e), [&](const auto& y) { return Energy::energy(y, constants[e]); });
            project_positive(out[e].hessian);
        }
    });
    const double floor = fastest(21, [&] { stream(constants, x, corners.data(), out); });
    std::printf("%-20s %14.2f %12.1f %12.2f %12.2f\n", Energy::name, count / packed * 1e-6, jets / packed,
                packed / floor, single / packed);
}

struct Run {
    int steps = 0, directions = 0;
    double seconds = 0.0;
};

/// `steps` steps of the falling beam after a first one, which makes patterns and memory.
Run run(testing::World& world, Stepper& stepper, int steps) {
    stepper.step(world.state);
    Run r{.steps = steps};
    r.seconds = processor_seconds([&] {
        for (int n = 0; n < steps; ++n) r.directions += 1 + int(stepper.step(world.state).iterations.size());
    });
    return r;
}

StepSettings settings_with(const char* solver) {
    StepSettings settings;
    settings.dt = 0.01;
    settings.newton.tolerance = 1e-3;
    settings.linear_solver = solver;
    return settings;
}

/// The 100k-tet beam: computed directions, all in, against CHOLMOD alone on the matrix of the last step.
void directions(int cells) {
    double floor = 0.0;
    for (const char* solver : {"cholmod", "reuse", "cg"}) {
        testing::World world = testing::heavy_beam(cells);
        const auto stepper = make_stepper(world.model, settings_with(solver));
        const Run r = run(world, *stepper, 6);
        if (floor == 0.0) {
            Backend& backend = stepper->backend();
            const System& system =
                backend.assemble(ImplicitEuler::predict(world.model, world.state, 0.01), world.state.c);
            CholmodFloor alone(system.hessian, backend.unknowns());
            floor = fastest(3, [&] { alone.factorize_and_solve(); });
            std::printf("\n%d tets, %d unknowns; CHOLMOD's factorisation and solution alone: %.2f s\n",
                        world.model.terms[0]->element_count(), backend.unknowns().count(), floor);
            std::printf("%-10s %8s %12s %22s %12s\n", "solver", "steps", "directions", "direction ÷ floor",
                        "run ÷ floor");
        }
        std::printf("%-10s %8d %12d %22.3f %12.2f\n", solver, r.steps, r.directions, r.seconds / r.directions / floor,
                    r.seconds / floor);
        std::fflush(stdout);
    }
}

/// In a process of its own, so that its peak memory is its own.
void grow(int cells, const char* solver) {
    std::fflush(stdout);
    if (const pid_t child = fork(); child != 0) {
        int status = 0;
        waitpid(child, &status, 0);
        if (status != 0) std::printf("%10d %10s: no result\n", 24 * cells * cells * cells, solver);
        return;
    }
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    testing::World world = testing::heavy_beam(cells);
    const auto stepper = make_stepper(world.model, settings_with(solver));
    const Run r = run(world, *stepper, 6);
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%10d %10d %10s %12d %14.4f %14.2f %12.0f\n", world.model.terms[0]->element_count(),
                stepper->backend().unknowns().count(), solver, r.directions, r.seconds / r.directions,
                1e6 * r.seconds / r.directions / world.model.terms[0]->element_count(),
                double(usage.ru_maxrss) / 1024.0);
    std::fflush(stdout);
    _exit(0);
}

}  // namespace

int main(int argc, char** argv) {
    keep_freed_memory();  // as the program does
    const std::string part = argc > 1 ? argv[1] : "all";
    const int largest = argc > 2 ? std::atoi(argv[2]) : 1000000;
    if (part == "all" || part == "growth") {  // first: forks must not inherit threads
        std::printf("%10s %10s %10s %12s %14s %14s %12s\n", "tets", "unknowns", "solver", "directions", "s/direction",
                    "µs/tet", "peak MB");
        for (int cells : {3, 5, 7, 11, 16, 23, 35})
            for (const char* solver : {"cholmod", "reuse", "cg"})
                if (24 * cells * cells * cells <= 1.1 * largest && (cells <= 23 || solver == std::string("cg")))
                    grow(cells, solver);
    }
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    if (part == "all" || part == "kernels") {
        std::printf("\n%-20s %14s %12s %12s %12s\n", "material", "Mtets/s/core", "÷ jets", "÷ stream", "÷ one by one");
        kernels<StableNeoHookean>();
        kernels<NeoHookean>();
    }
    if (part == "all" || part == "beam") directions(16);
}
