/// One thing that is wrong with a mesh or a scene, for a person: what, where, and what to do about it.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace talweg {

enum class Weight {
    note,     // worth knowing
    warning,  // slows or distorts a simulation
    fault,    // a simulation refuses it, or would be wrong
};

/// The corners of what is meant: one point, the two of an edge, the three of a triangle.
using Features = std::vector<std::vector<int>>;

struct Issue {
    Weight weight;
    std::string what;        // "3 triangles without area: 4, 7, 9"
    std::string remedy;      // "drop them: --repair drop"
    Features features = {};  // to be shown
};

/// "note", "warning", "fault"
const char* describe(Weight weight);

/// "3 triangles without area: 4, 7, 9", with the first few of many.
std::string counted(const std::string& one, const std::string& many, const std::vector<std::string>& names);

/// "edge 3–7", counted from a body's first point.
std::string feature_name(std::span<const int> points, int first_point = 0);
/// "3–7"
std::string joined(std::span<const int> numbers, int first = 0);

}  // namespace talweg
