/// One scene, several ways to take its steps, side by side: each runs into a directory of its own, and all are measured
/// against the converged minimum of implicit Euler.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "talweg/model/model.hpp"

namespace talweg {

struct CompareOptions {
    std::filesystem::path scene;
    std::vector<std::string> settings;  // as of --set, for all
    std::vector<std::string> methods;   // integrators; "xpbd@20" with so many iterations
    std::filesystem::path directory;
    bool overwrite = false;
    int threads = 0;
    std::function<void(const std::string&)> say = {};
    std::function<bool()> interrupted = {};
};

/// Numbers over time.
struct Curve2 {
    std::vector<double> at, value;
};

/// What became of one method.
struct MethodResult {
    std::string label;          // as asked for; "minimum" of the reference
    std::filesystem::path run;  // its directory
    std::string ended;          // as of a run; "refused: …" when it could not begin
    double ms_per_step = 0.0;   // wall time
    double iterations_per_step = 0.0;
    double error_rms = 0.0, error_max = 0.0;  // m, from the reference: over all points and frames; the largest
    double stretch = 0.0;                     // the largest of an edge, over its rest length
    std::string referee;                      // what the referee found, in a few words
    Curve2 error;                             // over time: rms of each frame, m
    Curve2 energy;                            // over time: all that steps.csv has as total, J
    Curve2 longest;                           // over time: largest stretch

    bool ran() const { return at_least_one_frame; }
    bool at_least_one_frame = false;
};

struct Comparison {
    std::string title;
    std::vector<MethodResult> results;      // the reference first
    std::vector<std::array<int, 2>> edges;  // of what is no obstacle
};

/// Runs, measures, and leaves DIR/compare.html. Throws Error when the scene or the reference itself cannot run, and
/// when every method is refused; some that are refused are told among the results.
Comparison compare_methods(const CompareOptions& options);

/// A table for a terminal: one line per method.
std::string comparison_table(const Comparison& comparison);

}  // namespace talweg
