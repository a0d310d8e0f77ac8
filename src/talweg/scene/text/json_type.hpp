/// The types of JSON Schema, and how messages speak of them.
#pragma once
#include <string>
#include <vector>

#include "talweg/scene/text/json.hpp"

namespace talweg {

/// Whether a value is of a schema type; "integer" includes 3.0, as draft 7 has it.
bool is_of_type(const Json& value, const std::string& type);

/// What a schema asks for, without its unit: "a number", "a list of 3 numbers", "an object".
std::string type_text(const Json& schema);

/// What a value is: `the text "heavy"`, `-3`, `a list of 2 entries`, `an object`.
std::string value_text(const Json& value);

/// Why a value is not among the known ones: `cannot be "gird"; did you mean "grid"? Known values: …`.
std::string not_among(const Json& value, const std::vector<std::string>& known);

}  // namespace talweg
