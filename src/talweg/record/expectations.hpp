/// The expected numbers of a scene, measured on its recorded run.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talweg/record/run_directory.hpp"
#include "talweg/scene/spec/scene.hpp"

namespace talweg {

struct ExpectationResult {
    Expectation expectation;
    std::optional<double> measured;  // none: the run did not come that far
    bool met() const { return measured && expectation.met_by(*measured); }
};

/// Measures every entry of scene.expect. Throws on a body, point or energy that the run does not have.
std::vector<ExpectationResult> measure_expectations(const Scene& scene, const RunDirectory& run);

/// "position of square[0] along x at frame 100"
std::string measure_name(const Expectation& what);

/// "position of square[0] along x at frame 100: -0.5000012, expected -0.5 ± 1e-06"
std::string describe(const ExpectationResult& result);

/// "expected numbers: 3 of 4 within tolerance" and a line for each that is not; empty when nothing is expected.
std::string describe(const std::vector<ExpectationResult>& results);

}  // namespace talweg
