/// Holds a value against a schema and says in one sentence each what is wrong, where, and what would be right.
///
/// Knows the part of JSON Schema (draft 7) that scene.schema.json uses: $ref, oneOf, type, const, enum, minimum,
/// exclusiveMinimum, maximum, exclusiveMaximum, minLength, maxLength, pattern, items, minItems, maxItems,
/// uniqueItems, properties, required, additionalProperties, minProperties. Every `oneOf` is one whose alternatives can
/// be told apart, as schema_branch.hpp does.
#pragma once
#include <string>
#include <vector>

#include "talweg/scene/text/document.hpp"
#include "talweg/scene/text/json.hpp"

namespace talweg {

struct Problem {
    Where where;
    std::string message;
};

/// All problems of the document, in the order in which it is written; none if it is valid.
std::vector<Problem> validate(const Document& document, const Json& schema);

/// Throws one Error with a line for each problem, 20 at most; returns if there are none.
void require_none(const std::vector<Problem>& problems);

}  // namespace talweg
