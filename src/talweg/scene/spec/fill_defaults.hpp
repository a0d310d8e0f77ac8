/// Writes into a valid document every key that it leaves to the schema's default.
#pragma once
#include "talweg/scene/text/json.hpp"

namespace talweg {

void fill_defaults(Json& value, const Json& root_schema);

}  // namespace talweg
