/// Curves that stand in tables: { "file": "targets.csv", "column": "elbow" } becomes the keyframes that it means.
#pragma once
#include <filesystem>

#include "talweg/scene/text/document.hpp"

namespace talweg {

/// Times stand in the column "time", in seconds. Throws Error with the line of the curve and what is wrong with the
/// table.
void fill_curves(Document& document, const std::filesystem::path& folder);

}  // namespace talweg
