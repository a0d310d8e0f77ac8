/// What memory does a pair in contact take? Counted on the heap, piece by piece, in a heap of a hundred boxes at rest.
#pragma once
#include <malloc.h>

#include <cstdio>

#include "contact/boxes.hpp"
#include "talweg/step/integrators/implicit_euler.hpp"

namespace talweg {

inline void memory() {
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    testing::SceneRun run(dropping_boxes(100));
    for (int n = 0; n < 20; ++n) run.step();
    const Positions x = run.x(), still(x.size(), Vec3::zero());
    const Landscape landscape = ImplicitEuler::predict(run.model(), run.state(), 0.02);

    const auto live = [] {
        const struct mallinfo2 heap = mallinfo2();
        return double(heap.uordblks + heap.hblkhd);
    };
    double last = 0.0;
    std::vector<std::pair<const char*, double>> rows;
    const auto count = [&](const char* name, const auto& work) {
        last = live();
        work();
        rows.emplace_back(name, live() - last);
    };
    Contact contact(run.model());
    contact.set_kappa(run.state().kappa);
    count("candidates, their boxes and trees", [&] { contact.ensure_candidates(x, still); });
    count("friction, lagged", [&] { contact.lag(x); });
    count("barriers", [&] { contact.terms(x); });
    Assembler assembler(run.model());
    System system;
    assembler.assemble(landscape, run.state().c, Hessian::exact, system);
    count("order and places of their sums, and the larger matrix", [&] {
        assembler.set_transient(contact.terms(x));
        assembler.assemble(landscape, run.state().c, Hessian::exact, system);
    });
    int barriers = 0, frictions = 0;
    for (const auto& term : contact.terms(x)) (term->dissipative() ? frictions : barriers) += term->element_count();

    std::printf("Memory of contact, 100 boxes: %d pairs in contact (%d of them with friction), %zu candidates\n",
                barriers, frictions, contact.candidates().size());
    std::printf("%-56s %10s %14s\n", "", "kB", "bytes / pair");
    double sum = 0.0;
    const auto print = [&](const char* name, double bytes) {
        std::printf("%-56s %10.0f %14.0f\n", name, 1e-3 * bytes, bytes / barriers);
    };
    for (const auto& [name, bytes] : rows) print(name, bytes), sum += bytes;
    print("all", sum);
    std::printf(
        "elements alone: point-point %zu, point-edge %zu, point-face %zu, edge-edge %zu, plane %zu bytes and %zu per "
        "point; friction of 2, 3, 4 points %zu, %zu, %zu; a candidate %zu\n\n",
        sizeof(PairBarrier<PointPoint>::Element), sizeof(PairBarrier<PointEdge>::Element),
        sizeof(PairBarrier<PointFace>::Element), sizeof(EdgeEdgeBarrier::Element), sizeof(PlaneBarrier::Element),
        sizeof(int), sizeof(PairFriction<2>::Element), sizeof(PairFriction<3>::Element),
        sizeof(PairFriction<4>::Element), sizeof(Candidates::Pair));
}

}  // namespace talweg
