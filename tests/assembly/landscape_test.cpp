#include "talweg/assembly/landscape.hpp"

#include <gtest/gtest.h>

namespace talweg {
namespace {

TEST(EnergySum, RemembersHowLargeItsPartsWere) {
    EnergySum sum;
    for (double part : {3.0, -5.0, 2.0}) sum.add(part);
    EXPECT_EQ(sum.value, 0.0);
    EXPECT_EQ(sum.magnitude, 10.0);
}

}  // namespace
}  // namespace talweg
