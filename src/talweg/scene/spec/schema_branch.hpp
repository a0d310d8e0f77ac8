/// Which part of a schema speaks about a value: $ref followed, and of several alternatives (oneOf) the one meant.
///
/// Plain oneOf validation can only say that no alternative fits. Here the alternative is chosen by what the user
/// evidently meant – by JSON type, by the constant of a key such as "type", or by the key that only it requires – and
/// the value is then held to that one.
#pragma once
#include <string>

#include "talweg/scene/text/json.hpp"

namespace talweg {

/// The schema itself, or what its $ref (#/definitions/…) names in `root`.
const Json& dereferenced(const Json& root, const Json& schema);

struct SchemaBranch {
    const Json* schema = nullptr;  // nullptr: no alternative can be meant
    std::string key;               // the problem concerns this member of the value; empty: the value itself
    std::string problem;           // the predicate of a sentence: `must be …`, `lacks …`
};

SchemaBranch branch_for(const Json& root, const Json& schema, const Json& value);

}  // namespace talweg
