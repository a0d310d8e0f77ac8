#include "talweg/solve/inner_product.hpp"

#include <gtest/gtest.h>

#include "support/threads.hpp"

namespace talweg::inner_product_test {
namespace {

TEST(InnerProduct, SumsOverNodesAndComponents) {
    EXPECT_EQ(inner_product({}, {}), 0.0);
    EXPECT_EQ(inner_product({{1, 2, 3}, {4, 5, 6}}, {{1, 0, -1}, {2, 0, 1}}), 12.0);
}

TEST(InnerProduct, HasTheSameBitsForAnyNumberOfThreads) {
    Nodes a(5 * parallel_grain + 3), b(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        a[i] = {std::sin(1.0 * i), std::cos(3.0 * i), 1.0 / (1.0 + i)};
        b[i] = {std::cos(2.0 * i), std::sin(5.0 * i), 0.1 * i};
    }
    const double one = testing::with_threads(1, [&] { return inner_product(a, b); });
    for (int threads : {2, 4}) EXPECT_EQ(testing::with_threads(threads, [&] { return inner_product(a, b); }), one);
}

}  // namespace
}  // namespace talweg::inner_product_test
