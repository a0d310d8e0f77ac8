/// What a stretch of a scene costs, phase by phase, on one thread.
///
/// The engine's own watches go by the clock. On a busy machine that counts what others do as well, so every phase is
/// scaled by processor time over clock time of the whole stretch; of several repetitions, which compute the same bits,
/// each phase keeps its shortest.
#pragma once
#include <malloc.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>

#include "stopwatch.hpp"
#include "support/scene_run.hpp"

namespace talweg {

struct ScenePhases {
    double candidates = 0, distances = 0, times = 0, preparation = 0, barriers = 0, elasticity = 0, energies = 0,
           solve = 0, other = 0;  // seconds per Newton direction
    double contacts = 0, pairs = 0, searches = 0, looks = 0,
           projected = 0;  // means: in reach at the end of a step, candidates; per direction
    int directions = 0;
    int points = 0;     // of surfaces
    double memory = 0;  // bytes of the heap that the scene's model, state and stepper hold after the stretch

    static constexpr double ScenePhases::*all[] = {
        &ScenePhases::candidates,  &ScenePhases::distances, &ScenePhases::times,
        &ScenePhases::preparation, &ScenePhases::barriers,  &ScenePhases::elasticity,
        &ScenePhases::energies,    &ScenePhases::other,     &ScenePhases::solve};
    static constexpr const char* names[] = {
        "candidates",          "distances",          "collision times", "sparse positions", "barrier derivatives",
        "elastic derivatives", "line-search energy", "other",           "linear solve"};

    double outside_solve() const {
        double sum = 0.0;
        for (double ScenePhases::*phase : all)
            if (phase != &ScenePhases::solve) sum += this->*phase;
        return sum;
    }
};

namespace scene_phases {

/// All watches of a backend, as they stand.
inline ScenePhases read(Backend& backend) {
    const Costs& costs = backend.costs();
    const ContactCosts& contact = backend.contact()->costs();
    const TransientCosts& transient = backend.assembler().transient_costs();
    ScenePhases p;
    p.candidates = contact.candidates;
    p.distances = contact.distances;
    p.times = contact.collision_times;
    p.preparation = transient.preparation;
    p.barriers = transient.derivatives;
    p.elasticity = costs.assembly - transient.preparation - transient.derivatives;
    p.energies = costs.line_search;
    p.solve = costs.solve;
    p.searches = double(contact.searches);
    p.looks = double(contact.looks);
    p.projected = double(transient.projected);
    return p;
}

}  // namespace scene_phases

/// Steps [from, to) of a scene.
inline ScenePhases measure_stretch(const Scene& scene, int from, int to) {
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    const auto held = [] {
        const struct mallinfo2 heap = mallinfo2();
        return double(heap.uordblks) + double(heap.hblkhd);
    };
    const double held_before = held();
    testing::SceneRun run(scene);
    const auto step = [&] {
        const StepReport report = run.step();
        if (!report.completed) throw Error("the benchmark's scene stopped: " + report.advice);
        return report;
    };
    for (int n = 0; n < from; ++n) step();
    Backend& backend = run.stepper().backend();
    const ScenePhases before = scene_phases::read(backend);
    ScenePhases sums;
    double clock = 0.0;
    const double processor = processor_seconds([&] {
        clock = seconds([&] {
            for (int n = from; n < to; ++n) {
                const StepReport report = step();
                sums.directions += 1 + int(report.iterations.size());
                for (const auto& pair : report.contact.pairs) sums.contacts += pair.contacts;
                sums.pairs += double(backend.contact()->candidates().size());
            }
        });
    });
    const ScenePhases after = scene_phases::read(backend);
    double known = 0.0;
    for (double ScenePhases::*phase : ScenePhases::all) known += sums.*phase = after.*phase - before.*phase;
    sums.other = clock - known;
    for (double ScenePhases::*phase : ScenePhases::all) sums.*phase *= processor / clock / sums.directions;
    for (double ScenePhases::*number : {&ScenePhases::searches, &ScenePhases::looks, &ScenePhases::projected})
        sums.*number = (after.*number - before.*number) / sums.directions;
    sums.contacts /= to - from;
    sums.pairs /= to - from;
    sums.memory = held() - held_before;
    sums.points = int(run.model().contact->surface.points.size());
    return sums;
}

inline ScenePhases fastest_stretch(const Scene& scene, int from, int to, int repetitions) {
    ScenePhases best = measure_stretch(scene, from, to);
    for (int n = 1; n < repetitions; ++n) {
        const ScenePhases next = measure_stretch(scene, from, to);
        for (double ScenePhases::*phase : ScenePhases::all) best.*phase = std::min(best.*phase, next.*phase);
    }
    return best;
}

/// e in cost ~ size^e.
inline double growth(double cost0, double cost1, double size0, double size1) {
    return std::log(cost1 / cost0) / std::log(size1 / size0);
}

}  // namespace talweg
