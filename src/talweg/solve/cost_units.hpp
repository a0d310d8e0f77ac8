/// What linear solvers cost, counted: nanoseconds of one thread on the machine where the constants were measured
/// (benchmark_solvers, docs/performance.md). Never timed, and blind to the number of threads, so that what is chosen by
/// cost is chosen again when a run is repeated.
#pragma once

namespace talweg {

/// A factorisation: a flop, when the dense kernels are busy; an entry of the factor, to be found and summed.
inline double factorisation_cost(double flops, double entries) { return 0.045 * flops + 5.0 * entries; }
/// A solution reads every entry of the factor twice.
inline double factor_solution_cost(double entries, double nodes) { return 1.6 * entries + 15.0 * nodes; }
/// A product with the matrix, per stored block, and the vectors of an iteration.
inline double product_cost(double blocks, double nodes) { return 4.0 * blocks + 10.0 * nodes; }
/// An iteration with an incomplete factorisation; and making that.
inline double cg_iteration_cost(double blocks, double nodes) { return 10.0 * blocks + 8.0 * nodes; }
inline double cg_setup_cost(double blocks, double nodes) { return 4.5 * cg_iteration_cost(blocks, nodes); }
/// Between levels, one way down and one up, per entry of the prolongation; and making a level.
inline double transfer_cost(double entries) { return 12.0 * entries; }
inline double multilevel_setup_cost(double entries, double nodes) { return 900.0 * entries + 600.0 * nodes; }

}  // namespace talweg
