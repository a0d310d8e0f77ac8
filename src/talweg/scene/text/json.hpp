/// The JSON value used for scenes: members keep the order in which they were written.
#pragma once
#include <nlohmann/json.hpp>

namespace talweg {

using Json = nlohmann::ordered_json;

}  // namespace talweg
