/// compare.html: the page of several runs, one per method, with what was measured as a table and as plots.
#pragma once
#include "talweg/compare/compare_methods.hpp"

namespace talweg {

std::string comparison_page(const Comparison& comparison);

}  // namespace talweg
