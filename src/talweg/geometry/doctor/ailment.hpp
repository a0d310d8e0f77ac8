/// One thing that is wrong with a mesh or a scene, for a person: what, where, and what to do about it.
#pragma once
#include <string>
#include <vector>

namespace talweg {

enum class Weight {
    note,     // worth knowing
    warning,  // slows or distorts a simulation
    fault,    // a simulation refuses it, or would be wrong
};

struct Ailment {
    Weight weight;
    std::string what;                 // "3 triangles without area: 4, 7, 9"
    std::string remedy;               // "drop them: --repair drop"
    std::vector<int> triangles = {};  // to be shown, of the mesh
    std::vector<int> points = {};     // likewise
};

/// "note", "warning", "fault"
const char* describe(Weight weight);

/// "3 triangles without area: 4, 7, 9", with the first few of many.
std::string counted(const std::string& one, const std::string& many, const std::vector<std::string>& names);

}  // namespace talweg
