#include "talweg/energies/drag.hpp"

#include <gtest/gtest.h>

#include "talweg/math/jet.hpp"

namespace talweg::drag_test {
namespace {

TEST(Drag, ForceIsRateTimesMomentum) {
    const double rate = 3.0;
    const Drag::Element element = Drag::make({{{{0, 0, 0}}}, 2.0, 3}, &rate);
    const Points<double, 1> v = {{{0, 1, 2}}}, x = {{{7, 8, 9}}};
    EXPECT_DOUBLE_EQ(Drag::dissipation(v, x, element), 15.0);  // half of the power lost, f·v = −30 W
    const Derivatives<1> d = differentiate<1>(v, [&](const auto& w) { return Drag::dissipation(w, x, element); });
    EXPECT_DOUBLE_EQ(d.gradient[1], 6.0);
    EXPECT_DOUBLE_EQ(d.gradient[2], 12.0);
}

}  // namespace
}  // namespace talweg::drag_test
