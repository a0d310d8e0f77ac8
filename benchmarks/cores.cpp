/// How far are whole steps spread over cores? A soft box, a twisted mat in contact with itself, and a hanging cloth, with
/// the solver that `auto` takes unless another is named.
///
///     cores [box | mat | cloth] [size] [first step] [last step] [count | clock] [solver]
///
/// Work and span are counted on one thread, in seconds of the processor (math/span_profile.hpp); after `clock` the same
/// steps then follow by the clock, on one thread and on two, three times in turn.
#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "contact/mat.hpp"
#include "stopwatch.hpp"
#include "support/scene_run.hpp"
#include "talweg/math/available_memory.hpp"
#include "talweg/math/span_profile.hpp"

using namespace talweg;

namespace {

/// As benchmark_hanging_box, finer.
Scene hanging_box(int cells) {
    return parse_scene(fmt::format(R"({{ "time": {{ "step": 0.03333333333333333, "frames": 150 }},
        "solver": {{ "tolerance": 0.001 }}, "bodies": [{{ "name": "box", "density": 1000,
        "shape": {{ "type": "box", "size": [0.5, 0.5, 0.5], "cells": [{0}, {0}, {0}], "tets_per_cell": 12 }},
        "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 10000, "poissons_ratio": 0.3 }}],
        "hold": [{{ "select": {{ "box": {{ "min": [-1, 0.2499, 0.2499], "max": [-0.2499, 1, 1] }} }} }},
                 {{ "select": {{ "box": {{ "min": [0.2499, 0.2499, 0.2499], "max": [1, 1, 1] }} }} }}] }}] }})",
                                   cells),
                       "box");
}

/// The gallery's, finer.
Scene hanging_cloth(int cells) {
    return read_scene(testing::gallery("hanging_cloth"), {fmt::format("bodies[0].shape.cells=[{0},{0}]", cells)});
}

struct Phases {
    double assembly = 0.0, solve = 0.0, line_search = 0.0, contact = 0.0, all = 0.0;
    int directions = 0;
    std::string solver;
};

/// Steps [from, to); what is spent on them, and of it in all by `clock`.
template <class Clock>
Phases run(const Scene& scene, int from, int to, const Clock& clock) {
    testing::SceneRun run(scene);
    for (int k = 0; k < from; ++k) run.step();
    const Costs before = run.stepper().backend().costs();
    Phases spent;
    const double start = clock();
    for (int k = from; k < to; ++k) spent.directions += static_cast<int>(run.step().iterations.size());
    spent.all = clock() - start;
    const Costs& after = run.stepper().backend().costs();
    spent.assembly = after.assembly - before.assembly;
    spent.solve = after.solve - before.solve;
    spent.line_search = after.line_search - before.line_search;
    spent.contact = after.contact - before.contact;
    spent.solver = run.stepper().backend().solver_name();
    return spent;
}

double clock_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void count(const std::string& name, const Scene& scene, int from, int to) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 1);
    Phases span;
    WorkAndSpan start, counted;
    LeastTimes least;
    for (int round = 0; round < 3; ++round) {  // the same to the last bit, and so stretch by stretch
        SpanProfile profile(&least);
        bool first = true;  // of the two looks at the time
        span = run(scene, from, to, [&] {
            (first ? start : counted) = profile.so_far();
            return std::exchange(first, false) ? start.span : counted.span;
        });
    }
    counted.work -= start.work;
    counted.span -= start.span;
    std::printf("%s, steps %d to %d, %d directions, solver %s: work %.3f s, span %.4f s, a %.1f th\n", name.c_str(),
                from, to, span.directions, span.solver.c_str(), counted.work, counted.span,
                counted.work / counted.span);
    std::printf("at least %.2f, %.2f, %.2f times as fast on 2, 8, 16 cores\n", counted.speed_up(2), counted.speed_up(8),
                counted.speed_up(16));
    // Solvers that are made while values are summed up count for both phases.
    std::printf("the longest chain: assembly %.4f s, solve %.4f s, line search %.4f s, contact %.4f s, other %.4f s\n",
                span.assembly, span.solve, span.line_search, span.contact,
                std::max(0.0, counted.span - span.assembly - span.solve - span.line_search - span.contact));
    std::fflush(stdout);
}

void measure_by_clock(const Scene& scene, int from, int to) {
    Phases of[2];  // the least of three in turn: a machine that others use is slower at times, never faster
    for (int round = 0; round < 3; ++round)
        for (const int threads : {1, 2}) {
            const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
            const Phases spent = run(scene, from, to, clock_now);
            Phases& least = of[threads - 1];
            for (double Phases::*seconds :
                 {&Phases::assembly, &Phases::solve, &Phases::line_search, &Phases::contact, &Phases::all})
                least.*seconds = round == 0 ? spent.*seconds : std::min(least.*seconds, spent.*seconds);
        }
    const auto tell = [&](const char* phase, double Phases::*seconds) {
        if (of[0].*seconds > 0.0)
            std::printf("%-12s %9.3f s, on two threads %9.3f s: %.2f times as fast\n", phase, of[0].*seconds,
                        of[1].*seconds, of[0].*seconds / of[1].*seconds);
    };
    tell("assembly", &Phases::assembly);
    tell("solve", &Phases::solve);
    tell("line search", &Phases::line_search);
    tell("contact", &Phases::contact);
    tell("all", &Phases::all);
}

}  // namespace

int main(int words_count, char** words) {
    keep_freed_memory();  // as the program does
    const std::string only = words_count > 1 ? words[1] : "";
    const auto number = [&](int k, int otherwise) { return words_count > k ? std::atoi(words[k]) : otherwise; };
    const auto one = [&](const char* name, int size, int from, int to, const auto& make) {
        if (!only.empty() && only != name) return;
        Scene scene = make(number(2, size));
        if (words_count > 6) scene.solver.linear = words[6];
        const bool by_clock = words_count > 5 && words[5] == std::string("clock");
        count(name, scene, number(3, from), number(4, to));
        if (by_clock) measure_by_clock(scene, number(3, from), number(4, to));
    };
    one("box", 24, 1, 4, hanging_box);
    one("mat", 100, 12, 14, twisted_mat);
    one("cloth", 256, 2, 5, hanging_cloth);
}
