/// How finely a body that moves as a whole is cut, where the scene does not say: its cells are but a surface, so each
/// shape has a number that serves (`when_rigid` in the schema). Other bodies must say it.
#pragma once
#include "talweg/scene/text/json.hpp"

namespace talweg {

/// Before the scene is validated: anything may be anything.
void fill_resolution(Json& scene, const Json& schema);

}  // namespace talweg
