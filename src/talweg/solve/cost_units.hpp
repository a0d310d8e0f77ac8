/// What linear solvers cost, counted: nanoseconds of one thread on the machine where the constants were measured
/// (benchmark_solvers, docs/performance.md). Never timed, and blind to the number of threads, so that what is chosen by
/// cost is chosen again when a run is repeated.
#pragma once
#include <algorithm>

namespace talweg {

/// What is gone through again and again costs once its time as long as it stays in the caches, twice as much where it
/// is far larger.
inline double memory_pace(double bytes) {
    constexpr double cached = 8e6, uncached = 32e6;
    return 1.0 + std::clamp((bytes - cached) / (uncached - cached), 0.0, 1.0);
}

/// A factorisation: a flop, when the dense kernels are busy; an entry of the factor, to be found and summed.
inline double factorisation_cost(double flops, double entries) { return 0.0285 * flops + 3.0 * entries; }
/// A solution reads every entry of the factor twice.
inline double factor_solution_cost(double entries, double nodes) {
    return (0.7 * entries + 100.0 * nodes) * memory_pace(8.0 * entries);
}
/// A product with the matrix, per stored block, and the vectors of an iteration.
inline double product_cost(double blocks, double nodes) {
    return (3.5 * blocks + 10.0 * nodes) * memory_pace(72.0 * blocks);
}
/// An iteration with an incomplete factorisation; and making that.
inline double cg_iteration_cost(double blocks, double nodes) {
    return (7.0 * blocks + 8.0 * nodes) * memory_pace(150.0 * blocks);
}
inline double cg_setup_cost(double blocks, double nodes) { return 5.0 * cg_iteration_cost(blocks, nodes); }
/// Between levels, one way down and one up, per entry of the prolongation; finding the motions of its regions; and
/// making the matrix of its level.
inline double transfer_cost(double entries) { return 14.0 * entries; }
inline double multilevel_setup_cost(double entries, double nodes) { return 450.0 * entries + 450.0 * nodes; }
inline double multilevel_renewal_cost(double entries) { return 250.0 * entries; }

}  // namespace talweg
