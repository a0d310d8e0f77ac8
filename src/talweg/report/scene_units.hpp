/// The units of a scene's numbers, for those who show them.
#pragma once
#include "talweg/scene/text/json.hpp"

namespace talweg {

/// By path, in the words of the schema: {"gravity": "m/s²", "bodies[0].density": "kg/m on ropes…"…}. Numbers without a
/// unit, and what the schema does not know, are left out.
Json scene_units(const Json& scene);

}  // namespace talweg
