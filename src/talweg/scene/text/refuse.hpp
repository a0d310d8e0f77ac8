/// Ends the reading of a scene with what is wrong in one place of it.
#pragma once
#include "talweg/math/error.hpp"
#include "talweg/scene/text/where.hpp"

namespace talweg {

/// "file:line: subject predicate"
[[noreturn]] inline void refuse(const Where& where, const std::string& predicate) {
    throw Error(located(where, subject(where) + " " + predicate));
}

}  // namespace talweg
