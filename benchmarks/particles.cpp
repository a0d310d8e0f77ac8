/// What do particles cost: finding neighbours, steps of loose ones by their number, liquids, the classical methods?
///
///     particles [neighbours [largest number, default 1000000] | growth [likewise] | liquid [number, default 20000]
///                | classical [cells along a cloth, default 100]]
///
/// Times are of the processor and of one thread; ratios are taken within one run. Phases are known by the clock: they are
/// scaled by what the processor took of the whole.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

#include "stopwatch.hpp"
#include "support/threads.hpp"
#include "talweg/geometry/neighbour_grid.hpp"
#include "talweg/math/available_memory.hpp"
#include "talweg/model/liquid.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

std::vector<Vec3> jittered(int count, double spacing) {
    std::mt19937 random(1);
    const int side = static_cast<int>(std::ceil(std::cbrt(double(count))));
    const auto noise = [&] { return 0.4 * spacing * (random() / 2147483648.0 - 1.0); };
    std::vector<Vec3> x;
    for (int k = 0; static_cast<int>(x.size()) < count; ++k)
        x.push_back({spacing * (k % side) + noise(), spacing * (k / side % side) + noise(),
                     spacing * (k / side / side) + noise()});
    return x;
}

/// The lists of all neighbours within two spacings, against what it takes to write these lists and to read, for each
/// entry, the place that it names: what any use of them does once.
void neighbours(int largest) {
    std::printf("neighbours, reach 2 spacings\n%9s %11s %9s %9s %7s %8s\n", "points", "entries", "ms", "floor ms",
                "ratio", "growth");
    double before = 0.0, count_before = 0.0;
    for (int count = 10000; count <= largest; count *= 10) {
        const std::vector<Vec3> x = jittered(count, 1.0);
        std::int64_t entries = 0;
        const int repeats = count > 200000 ? 2 : 5;
        const double time = fastest(repeats, [&] { entries = NeighbourGrid(x, 2.0).entry_count(); });
        const NeighbourGrid grid(x, 2.0);
        double sum = 0.0;
        const double floor = fastest(repeats, [&] {
            std::vector<int> lists(static_cast<std::size_t>(entries));
            std::memcpy(lists.data(), grid.of(0).data(), lists.size() * sizeof(int));
            for (const int j : lists) sum += x[j][0];
        });
        std::printf("%9d %11lld %9.2f %9.2f %7.1f", count, static_cast<long long>(entries), 1e3 * time, 1e3 * floor,
                    time / floor);
        if (before > 0.0) std::printf(" %8.2f", std::log(time / before) / std::log(count / count_before));
        std::printf("%s\n", sum == 1.5 ? " " : "");
        before = time;
        count_before = count;
    }
}

struct Phases {
    double all, assembly, solve, search, contact, pass = 0.0;
    static constexpr auto each = [] {
        return std::array{&Phases::all,    &Phases::assembly, &Phases::solve,
                          &Phases::search, &Phases::contact,  &Phases::pass};
    };
    void operator+=(const Phases& other) {
        for (const auto of : each()) this->*of += other.*of;
    }
    void operator*=(double factor) {
        for (const auto of : each()) this->*of *= factor;
    }
};

/// Milliseconds of a step by phase, the mean of a few after the first.
Phases phases(const std::string& text, int steps) {
    const Scene scene = parse_scene(text, "benchmark", ".", {});
    World world = build_model(scene);
    const auto stepper = make_stepper(world.model, step_settings(scene, world.model));
    stepper->step(world.state);
    const Costs start = stepper->backend().costs();
    double time = 0.0;
    const double clock = seconds([&] {
        time = processor_seconds([&] {
            for (int n = 0; n < steps; ++n)
                if (!stepper->step(world.state).completed) std::printf("not completed\n");
        });
    });
    const Costs end = stepper->backend().costs();
    const double each = 1e3 / steps * time / clock;
    return {1e3 / steps * time, each * (end.assembly - start.assembly), each * (end.solve - start.solve),
            each * (end.line_search - start.line_search), each * (end.contact - start.contact)};
}

/// Milliseconds of one sum of two vectors for each point, kept in a third one: what memory alone takes, and how much more
/// of it where caches are too small.
double pass_over(int count) {
    std::vector<Vec3> a(count, Vec3{1, 2, 3}), b = a, c = a;
    double sum = 0.0;
    const int repeats = std::clamp(10000000 / count, 10, 1000);
    const double time = fastest(5, [&] {
        for (int n = 0; n < repeats; ++n) {
            for (int i = 0; i < count; ++i) c[i] = a[i] + b[i];
            sum += c[n % count][0];
        }
    });
    return sum == 1.5 ? 0.0 : 1e3 * time / repeats;
}

void print_growth(const Phases& small, const Phases& large, double decades) {
    std::printf("%9s", "growth");
    for (const auto of :
         {&Phases::all, &Phases::assembly, &Phases::solve, &Phases::search, &Phases::contact, &Phases::pass})
        std::printf(" %9.2f", std::log10(large.*of / small.*of) / decades);
    std::printf("\n");
}

/// Loose particles that fall with drag through turbulence towards a floor; and a flock, whose members see their
/// neighbours.
void growth(int largest) {
    const auto cube = [](int count, const char* more) {
        const double side = std::cbrt(double(count));
        return fmt::format(R"({{ "time": {{ "step": 0.005 }}, "contact": {{ "distance": 0.01 }}, "bodies": [
              {{ "name": "dust", "density": 1, {0}
                 "shape": {{ "type": "particles", "size": [{1:.6f}, {1:.6f}, {1:.6f}], "spacing": 1, "order": "jittered",
                             "seed": 1 }} }}],
              "obstacles": [{{ "name": "floor", "shape": {{ "type": "plane", "point": [0, {2:.6f}, 0] }} }}] }})",
                           more, side, -0.6 * side);
    };
    for (const auto& [name, more] : {std::pair{"dust: turbulence, drag, a floor", R"("contact": { "touches": "others" },
               "energies": [{ "type": "drag", "rate": 1 }],
               "fields": [{ "type": "turbulence", "strength": 5, "size": 3 }],)"},
                                     {"flock: reach 2 spacings", R"("contact": { "touches": "others" },
               "flock": { "reach": 2, "attraction": 0.5, "alignment": 1, "repulsion": 1 },)"}}) {
        std::printf("%s\n%9s %9s %9s %9s %9s %9s %9s\n", name, "points", "ms/step", "assembly", "solve", "search",
                    "contact", "a pass");
        std::vector<Phases> all;
        for (int count = 10000; count <= largest; count *= 10) {
            // The same steps whatever the number, as searches come with some of them; small worlds several times.
            Phases p = phases(cube(count, more), 10);
            const int times = std::clamp(200000 / count, 1, 10);
            for (int n = 1; n < times; ++n) p += phases(cube(count, more), 10);
            p *= 1.0 / times;
            p.pass = pass_over(count);
            std::printf("%9d %9.2f %9.2f %9.2f %9.2f %9.2f %9.3f\n", count, p.all, p.assembly, p.solve, p.search,
                        p.contact, p.pass);
            all.push_back(p);
        }
        for (std::size_t k = 1; k < all.size(); ++k) print_growth(all[k - 1], all[k], 1.0);
        if (all.size() == 3) print_growth(all[0], all[2], 2.0);
    }
}

/// A breaking dam in space: what a step costs besides its iterations, in products with the Hessian.
void liquid(int count) {
    const double spacing = 0.02, side = std::cbrt(0.5 * count) * spacing;
    const Scene scene = parse_scene(fmt::format(R"({{ "time": {{ "step": 0.004 }}, "contact": {{}}, "bodies": [
          {{ "name": "water", "density": 1000, "liquid": {{ "viscosity": 0.1 }},
             "place": {{ "translate": [{0:.6f}, {1:.6f}, {0:.6f}] }},
             "shape": {{ "type": "particles", "size": [{2:.6f}, {3:.6f}, {2:.6f}], "spacing": {4} }} }}],
          "obstacles": [
            {{ "name": "floor", "shape": {{ "type": "plane" }} }},
            {{ "name": "left", "shape": {{ "type": "plane", "normal": [1, 0, 0] }} }},
            {{ "name": "back", "shape": {{ "type": "plane", "normal": [0, 0, 1] }} }},
            {{ "name": "front", "shape": {{ "type": "plane", "point": [0, 0, {2:.6f}], "normal": [0, 0, -1] }} }}] }})",
                                                0.5 * side, side, side, 2.0 * side, spacing),
                                    "dam", ".", {});
    World world = build_model(scene);
    const auto stepper = make_stepper(world.model, step_settings(scene, world.model));
    for (int n = 0; n < 3; ++n) stepper->step(world.state);
    const Costs start = stepper->backend().costs();
    constexpr int steps = 3;
    std::size_t newton = 0;
    double time = 0.0;
    const double clock = seconds([&] {
        time = processor_seconds([&] {
            for (int n = 0; n < steps; ++n) newton += stepper->step(world.state).iterations.size();
        });
    });
    const double solve = (stepper->backend().costs().solve - start.solve) * time / clock;
    const Positions x = positions(world.model, world.state);
    double product = 0.0;
    Positions d(x.size(), Vec3{1, 2, 3}), y(x.size(), Vec3::zero());
    for (const auto& term : world.model.terms)
        if (const NeighbourTerm* sees = as_neighbour_term(*term)) {
            const auto hessian = sees->look(x.data())->hessian({x.data(), x.data(), 250.0}, 1.0);
            product += fastest(3, [&] { hessian->add_product(d.data(), y.data()); });
        }
    std::printf(
        "liquid of %zu particles: %.0f ms a step, %.1f Newton iterations, %.0f ms in linear solves; a product %.2f "
        "ms;\n"
        "all but the solves costs %.1f products\n",
        world.state.c.size(), 1e3 * time / steps, double(newton) / steps, 1e3 * solve / steps, 1e3 * product,
        (time - solve) / steps / product);
}

/// A hanging cloth of springs, each method with its usual numbers and with ten iterations.
void classical(int cells) {
    const auto cloth = [&](const std::string& integrator) {
        return fmt::format(R"({{ "time": {{ "step": 0.01 }}, "integrator": {0}, "bodies": [
              {{ "name": "cloth", "density": 0.2, "shape": {{ "type": "cloth", "size": [1, 1], "cells": [{1}, {1}] }},
                 "energies": [{{ "type": "hooke_spring", "on": ["structural", "shear"], "stiffness": 500 }}],
                 "hold": [{{ "select": {{ "every": [{{ "group": "corners" }}, {{ "group": "back" }}] }} }}] }}] }})",
                           integrator, cells);
    };
    std::printf("cloth of %d x %d cells, Hooke springs\n", cells, cells);
    for (const char* integrator :
         {R"({ "type": "xpbd", "substeps": 10, "iterations": 1 })",
          R"({ "type": "xpbd", "substeps": 1, "iterations": 10 })", R"({ "type": "position_based", "iterations": 10 })",
          R"({ "type": "projective_dynamics", "iterations": 10 })", R"({ "type": "implicit_euler" })"})
        std::printf("%-62s %8.2f ms a step\n", integrator, phases(cloth(integrator), 20).all);
}

}  // namespace talweg

int main(int argc, char** argv) {
    talweg::keep_freed_memory();  // as the program does
    const std::string part = argc > 1 ? argv[1] : "all";
    const int number = argc > 2 ? std::atoi(argv[2]) : 0;
    talweg::testing::with_threads(1, [&] {
        if (part == "all" || part == "neighbours") talweg::neighbours(number > 0 ? number : 1000000);
        if (part == "all" || part == "growth") talweg::growth(number > 0 ? number : 1000000);
        if (part == "all" || part == "liquid") talweg::liquid(number > 0 ? number : 20000);
        if (part == "all" || part == "classical") talweg::classical(number > 0 ? number : 100);
        return 0;
    });
}
