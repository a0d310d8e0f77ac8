/// Gives bodies the numbers of their material, before defaults are filled in.
///
/// A body with a material gets its density, and its solid energies the Young's modulus and Poisson's ratio that they do
/// not state themselves. A body without energies becomes a stable neo-Hookean solid. Planar solids weigh their
/// thickness.
#pragma once
#include <vector>

#include "talweg/scene/spec/validate.hpp"
#include "talweg/scene/text/document.hpp"

namespace talweg {

/// The document satisfies the schema. What is still missing afterwards is returned as problems.
std::vector<Problem> fill_materials(Document& document, const Json& schema);

}  // namespace talweg
