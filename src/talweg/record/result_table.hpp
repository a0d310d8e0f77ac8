/// What the last frame of a run comes to: of the displacement and of every recorded field of elements the largest and
/// the smallest value, and where they are.
#pragma once
#include <string>
#include <vector>

#include "talweg/record/run_directory.hpp"
#include "talweg/scene/text/json.hpp"

namespace talweg {

struct ResultRow {
    struct Extreme {
        double value = 0.0;
        std::string where;  // "beam[12] at (0.5, 0, 0)"; of an element, its centre
    };
    std::string quantity, unit;
    Extreme largest, smallest;
};

std::vector<ResultRow> measure_results(const RunDirectory& run);

/// "quantity, largest, where, smallest, where" in columns; empty when there is nothing.
std::string describe(const std::vector<ResultRow>& rows);

Json to_json(const std::vector<ResultRow>& rows);

}  // namespace talweg
