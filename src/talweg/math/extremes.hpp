/// The larger and the smaller of two numbers. Unlike fmax and fmin, which promise something for NaN, each is one
/// instruction. If one of the two is NaN, the result is the second.
#pragma once
#include "talweg/math/platform.hpp"

namespace talweg {

TALWEG_FN constexpr double larger(double a, double b) { return a > b ? a : b; }
TALWEG_FN constexpr double smaller(double a, double b) { return a < b ? a : b; }

}  // namespace talweg
