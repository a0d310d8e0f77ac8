/// How far are whole steps spread over cores? A soft box, a twisted mat in contact with itself, and a hanging cloth, with
/// the solver that `auto` takes.
///
///     cores [box | mat | cloth] [size] [first step] [last step] [linear solver, default auto]
///
/// First on one thread, with work and span counted (math/span_profile.hpp); then by the clock, on one thread and on two.
#include <fmt/format.h>
#include <tbb/global_control.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "contact/mat.hpp"
#include "stopwatch.hpp"
#include "support/scene_run.hpp"
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
    return read_scene(testing::gallery("hanging_cloth"),
                      {fmt::format("bodies[0].shape.cells=[{0},{0}]", cells)});
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

void measure(const std::string& name, const Scene& scene, int from, int to) {
    Phases one, two, span;
    WorkAndSpan counted;
    {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 2);
        two = run(scene, from, to, clock_now);
    }
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 1);
    one = run(scene, from, to, clock_now);
    {
        const SpanProfile profile;
        span = run(scene, from, to, [&] { return profile.so_far().span; });
    }
    std::printf("%s, steps %d to %d, %d directions, solver %s\n", name.c_str(), from, to, one.directions,
                one.solver.c_str());
    std::printf("%-12s %9s %9s %9s %9s | %6s %6s %6s\n", "", "work, s", "span, s", "2 cores", "faster", "2", "8", "16");
    const auto row = [&](const char* phase, double work, double chain, double on_two) {
        const WorkAndSpan counts{work, std::min(work, chain)};
        std::printf("%-12s %9.3f %9.4f %9.3f %9.2f | %6.2f %6.2f %6.2f\n", phase, work, chain, on_two, work / on_two,
                    counts.speed_up(2), counts.speed_up(8), counts.speed_up(16));
    };
    row("assembly", one.assembly, span.assembly, two.assembly);
    row("solve", one.solve, span.solve, two.solve);
    row("line search", one.line_search, span.line_search, two.line_search);
    if (one.contact > 0.0) row("contact", one.contact, span.contact, two.contact);
    const auto rest = [](const Phases& p) { return p.all - p.assembly - p.solve - p.line_search - p.contact; };
    row("other", rest(one), rest(span), rest(two));
    row("all", one.all, span.all, two.all);
    std::printf("\n");
    std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
    const std::string only = count > 1 ? words[1] : "";
    const auto number = [&](int k, int otherwise) { return count > k ? std::atoi(words[k]) : otherwise; };
    const auto one = [&](const char* name, int size, int from, int to, const auto& make) {
        if (!only.empty() && only != name) return;
        Scene scene = make(number(2, size));
        if (count > 5) scene.solver.linear = words[5];
        measure(name, scene, number(3, from), number(4, to));
    };
    one("box", 24, 1, 4, hanging_box);
    one("mat", 100, 12, 14, twisted_mat);
    one("cloth", 256, 2, 5, hanging_cloth);
}
