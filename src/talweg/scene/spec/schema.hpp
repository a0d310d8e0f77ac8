/// The JSON Schema (draft 7) of scenes: the one source for validation, defaults, `talweg list`, the docs and editors.
///
/// Written in scene.schema.json, with two holes that are filled here from the headers: the energies with their
/// parameters (energies/) and the names of the integrators (step/integrators/). `unit` is a word of ours; it is also
/// added to the description, "… [m/s²].", so that editors show it.
#pragma once
#include "talweg/scene/text/json.hpp"

namespace talweg {

const Json& scene_schema();

/// The same for editors, which cannot know that what a rigid body leaves out is filled in (`when_rigid`): they do not
/// ask for it of any body.
Json editor_schema();

}  // namespace talweg
