/// From the structs of scene.hpp to JSON, by their lists of fields; the counterpart of read_fields.hpp.
#pragma once
#include "talweg/scene/spec/scene.hpp"
#include "talweg/scene/text/json.hpp"

namespace talweg {

/// The resolved scene as JSON. Reading it back gives the same scene.
Json to_json(const Scene& scene);

}  // namespace talweg
