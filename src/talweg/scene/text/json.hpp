/// The JSON value used for scenes: members keep the order in which they were written.
#pragma once
#include <nlohmann/json.hpp>

#include "talweg/scene/text/members.hpp"

namespace talweg {

using Json = nlohmann::basic_json<Members>;

}  // namespace talweg
