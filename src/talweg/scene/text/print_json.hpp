/// JSON as people like to read it: an object's members one per line, lists of numbers and words on one.
#pragma once
#include <string>

#include "talweg/scene/text/json.hpp"

namespace talweg {

std::string print_json(const Json& value);

}  // namespace talweg
