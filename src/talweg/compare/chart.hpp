/// Curves as SVG, for pages that need nothing else.
#pragma once
#include <string>
#include <vector>

#include "talweg/compare/compare_methods.hpp"

namespace talweg {

/// A text with what HTML takes for its own replaced.
std::string html_text(const std::string& text);

struct Chart {
    struct Line {
        std::string name, colour;
        Curve2 curve;  // a single place is drawn as a dot
    };
    std::string title, x_name, y_name;
    bool x_log = false, y_log = false;  // then only what is greater than 0 shows
    std::vector<Line> lines = {};

    std::string svg() const;
};

/// What plays the motions: needs points, interval, low, high, edges and runs.
std::string player_script();

}  // namespace talweg
