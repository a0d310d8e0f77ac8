/// Linear solvers beside one another on the same matrices, in one process: talweg's own Cholesky and CHOLMOD's, what an
/// iteration of conjugate gradients costs, and how far a factorisation can be spread over cores.
///
///     solvers [factors [largest number of unknowns, default 60000] [threads, default 1] [least] | cg | span [largest]
///              | growth [largest] [part of a name] | newton [largest number of elements] [solid | cloth] [solver]
///                [steps of the cloth]]
///
/// Times are of the processor for one thread and of the clock for more, the best of several within one run; `span`
/// counts flops and takes no time at all.
#include <malloc.h>

#include <tbb/global_control.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "solvers/growth.hpp"
#include "solvers/newton_growth.hpp"
#include "stopwatch.hpp"
#include "support/heavy_solid.hpp"
#include "support/landscape_around.hpp"
#include "support/spring_grid.hpp"
#include "talweg/assembly/assembler.hpp"
#include "talweg/math/available_memory.hpp"
#include "talweg/solve/cg_solver.hpp"
#include "talweg/solve/cholesky/sparse_cholesky.hpp"
#include "talweg/solve/cholesky/work_and_span.hpp"
#include "talweg/solve/cholmod_solver.hpp"

using namespace talweg;

namespace {

struct Case {
    testing::World world;
    Assembler assembler{world.model};
    Unknowns unknowns{world.model.held_axes};
    System system;
    std::vector<double> right;

    Case(testing::World made, double h) : world(std::move(made)) {
        Landscape at = testing::landscape_around(world.model, world.state.c);
        at.inertia = 1.0;
        at.scale = h * h;
        assembler.assemble(at, world.state.c, Hessian::projected, system);
        right.resize(unknowns.count());
        for (std::size_t k = 0; k < right.size(); ++k) right[k] = std::sin(double(k));
    }
};

template <class Function>
double clock_seconds(int times, const Function& function) {
    double best = 1e300;
    for (int k = 0; k < times; ++k) {
        const auto start = std::chrono::steady_clock::now();
        function();
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}

/// Bytes that are taken.
double heap() {
    const struct mallinfo2 taken = mallinfo2();
    return double(taken.uordblks) + double(taken.hblkhd);
}

void compare(const char* name, const Case& m, int threads) {
    const BlockPattern& pattern = *m.assembler.pattern();
    const int times = m.unknowns.count() < 30000 ? 5 : 3;
    const auto measure = [&](const auto& function) {
        return threads == 1 ? fastest(times, function) : clock_seconds(times, function);
    };
    std::vector<double> p = m.right, q = m.right;
    const double at_start = heap();
    CholmodSolver cholmod(pattern, m.unknowns);
    cholmod.factorize(m.system.hessian, 0.0);
    cholmod.solve(m.right, p);
    const double there_heap = heap() - at_start;
    const double there_analysis = measure([&] { CholmodSolver again(pattern, m.unknowns); });
    const double there_factor = measure([&] { cholmod.factorize(m.system.hessian, 0.0); });
    const double there_solve = measure([&] { cholmod.solve(m.right, p); });

    const double between = heap();
    SparseCholesky own(pattern, m.unknowns, elimination_order(pattern, m.unknowns));
    const double analysis =
        measure([&] { SparseCholesky again(pattern, m.unknowns, elimination_order(pattern, m.unknowns)); });
    const bool definite = own.factorize(m.system.hessian);
    own.solve(q.data());
    const double own_heap = heap() - between;
    const double factor = measure([&] { own.factorize(m.system.hessian); });
    const double solve = measure([&] {
        q = m.right;
        own.solve(q.data());
    });
    double apart = 0.0, size = 0.0;
    for (std::size_t k = 0; k < p.size(); ++k) {
        apart = std::max(apart, std::fabs(p[k] - q[k]));
        size = std::max(size, std::fabs(p[k]));
    }
    const Supernodes& s = own.structure();
    std::printf(
        "%-8s %8d %9.3f %9.2f %7.2f | %8.2f %8.2f %6.2f | %8.3f %8.3f %6.2f | %6.2f | %8.2f %8.2f | %8.1f %8.1f %6.2f  "
        "%d %.1e\n",
        name, m.unknowns.count(), s.flops * 1e-9, s.entries * 8e-6, s.flops * 1e-9 / factor, 1e3 * factor,
        1e3 * there_factor, factor / there_factor, 1e3 * solve, 1e3 * there_solve, solve / there_solve,
        (factor + solve) / (there_factor + there_solve), 1e3 * analysis, 1e3 * there_analysis, 1e-6 * own_heap,
        1e-6 * there_heap, own_heap / there_heap, definite, apart / size);
    std::fflush(stdout);
}

/// Bytes that an iteration reads and writes: the couplings in double precision and the incomplete factor's, by rows and
/// by columns, in single precision, all with their columns; diagonal blocks, and D⁻¹ twice; and 20 vectors, in and out
/// of memory once in every loop.
double bytes_moved(double blocks, double nodes) {
    constexpr double couplings = 9 * 8 + 4 + 2 * (9 * 4 + 4), diagonals = 3 * 9 * 8, vectors = 20 * 3 * 8;
    return couplings * (blocks - nodes) + (diagonals + vectors) * nodes;
}

/// To read so many bytes, and do nothing else.
double reading(double bytes) {
    static double seen = 0.0;
    const std::vector<double> numbers(static_cast<std::size_t>(bytes / 32.0) * 4, 1.0);
    return fastest(9, [&] {
        double sum[4] = {};
        for (std::size_t k = 0; k < numbers.size(); k += 4)
            for (std::size_t lane = 0; lane < 4; ++lane) sum[lane] += numbers[k + lane];
        seen += sum[0] + sum[1] + sum[2] + sum[3];
    });
}

/// What an iteration costs, and its set-up, per block of the matrix; and beside reading as many bytes as it moves.
void iterate(const char* name, const Case& m) {
    CgSolver cg(*m.assembler.pattern(), m.unknowns);
    std::vector<double> p;
    const double setup = fastest(5, [&] { cg.factorize(m.system.hessian, 0.0); });
    const double solve = fastest(5, [&] { cg.solve(m.right, p); });
    const double analysis = fastest(3, [&] { CgSolver again(*m.assembler.pattern(), m.unknowns); });
    const double blocks = m.assembler.pattern()->block_count(), each = solve / cg.iteration_count();
    const double bytes = bytes_moved(blocks, m.assembler.pattern()->node_count());
    std::printf(
        "%-8s %8d %10.0f blocks: %4d iterations, each %6.2f ns per block, %8.2f MB, %5.2f of reading as many; set-up "
        "%5.1f, structure %5.1f of them\n",
        name, m.unknowns.count(), blocks, cg.iteration_count(), 1e9 * each / blocks, 1e-6 * bytes,
        each / reading(bytes), setup / each, analysis / each);
    std::fflush(stdout);
}

void span(const char* name, const testing::World& world) {
    const BlockPattern pattern(world.model);
    const Unknowns unknowns(world.model.held_axes);
    const Supernodes structure(pattern, unknowns, elimination_order(pattern, unknowns));
    const WorkAndSpan counted = factorisation_work(structure);
    std::printf("%-8s %8d %9.3f Gflop, span 1/%5.1f, at least %5.2f %5.2f %5.2f times as fast on 2, 8, 16 cores\n",
                name, unknowns.count(), 1e-9 * counted.work, counted.work / counted.span, counted.speed_up(2),
                counted.speed_up(8), counted.speed_up(16));
}

/// function(name, world) for beams and sheets up to so many unknowns.
template <class Function>
void each_world(int largest, int least, const Function& function) {
    const auto wanted = [&](int unknowns) { return least <= unknowns && unknowns <= largest; };
    for (const int cells : {2, 3, 5, 7, 11, 16, 23, 35})
        if (wanted(12 * cells * (cells + 1) * (cells + 1))) function("solid", testing::heavy_beam(cells));
    for (const int cells : {8, 16, 32, 64, 128, 256, 512})
        if (wanted(3 * (cells + 1) * (cells + 1)))
            function("cloth", testing::SpringGrid{.cells = cells, .stretch = 1.2, .held = {0}, .planar = false}.make());
}

void factors(int largest, int threads, int least) {
    std::printf("%-8s %8s %9s %9s %7s | %8s %8s %6s | %8s %8s %6s | %6s | %8s %8s | %8s %8s %6s\n", "", "unknowns",
                "Gflop", "MB", "Gflop/s", "factor", "cholmod", "÷", "solve", "cholmod", "÷", "both ÷", "analysis",
                "cholmod", "heap, MB", "cholmod", "÷");
    each_world(largest, least,
               [&](const char* name, testing::World world) { compare(name, Case(std::move(world), 0.01), threads); });
}

}  // namespace

int main(int count, char** words) {
    keep_freed_memory();  // as the program does
    const std::string what = count > 1 ? words[1] : "factors";
    const int largest = count > 2 ? std::atoi(words[2]) : 60000, threads = count > 3 ? std::atoi(words[3]) : 1;
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, what == "factors" ? threads : 1);
    if (what == "newton")
        newton_growth(largest, count > 3 ? words[3] : "", count > 4 ? words[4] : "",
                      count > 5 ? std::atoi(words[5]) : 2);
    else if (what == "cg")
        each_world(largest, 0,
                   [](const char* name, testing::World world) { iterate(name, Case(std::move(world), 0.01)); });
    else if (what == "growth")
        growth(largest, count > 3 ? words[3] : "");
    else if (what == "span")
        each_world(largest, 0, [](const char* name, const testing::World& world) { span(name, world); });
    else
        factors(largest, threads, count > 4 ? std::atoi(words[4]) : 0);
}
