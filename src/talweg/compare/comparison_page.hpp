/// compare.html: the motions beside one another, and what was measured as curves; one page that needs nothing else.
#pragma once
#include "talweg/compare/compare_methods.hpp"

namespace talweg {

std::string comparison_page(const Comparison& comparison);

}  // namespace talweg
