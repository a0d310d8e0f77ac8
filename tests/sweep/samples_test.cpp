#include "talweg/sweep/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace talweg::samples_test {
namespace {

TEST(Samples, ranges_have_both_ends_and_equal_distances_or_ratios) {
    EXPECT_EQ(Json(values_by_count({1, 2}, 5)), Json::parse("[1.0, 1.25, 1.5, 1.75, 2.0]"));
    const std::vector<Json> log = values_by_count({1e3, 1e6, true}, 4);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(log[i].get<double>(), std::pow(10.0, 3 + i), 1e-9 * std::pow(10.0, 3 + i));
    EXPECT_EQ(log.back(), 1e6);
    EXPECT_EQ(Json(values_by_count({1, 3, false, true}, 9)), Json::parse("[1, 2, 3]"));
    // 0.1 · 3 exceeds 0.3 by rounding: the end belongs to the range all the same.
    EXPECT_EQ(values_by_distance({0, 0.3}, 0.1).size(), 4u);
    EXPECT_EQ(values_by_distance({0, 0.29}, 0.1).size(), 3u);
    EXPECT_EQ(values_by_distance({1, 16, true}, 2).size(), 5u);
}

TEST(Samples, of_a_latin_hypercube_meet_every_part_of_every_key_once) {
    constexpr int count = 200;
    const auto numbers = samples(Sampling::latin_hypercube, 3, count, 7);
    for (const auto& key : numbers) {
        std::vector<int> met(count);
        for (const double t : key) ++met.at(static_cast<std::size_t>(t * count));
        EXPECT_EQ(std::ranges::count(met, 1), count);
        EXPECT_FALSE(std::ranges::is_sorted(key));
    }
    // Independent keys: with 200 samples, a correlation has the standard deviation 0.07.
    double product = 0;
    for (int i = 0; i < count; ++i) product += (numbers[0][i] - 0.5) * (numbers[1][i] - 0.5);
    EXPECT_LT(std::abs(product / count * 12), 0.25);
}

TEST(Samples, depend_on_the_seed_and_the_place_alone) {
    const auto few = samples(Sampling::random, 1, 10, 3), more = samples(Sampling::random, 4, 10, 3);
    EXPECT_EQ(few[0], more[0]);
    EXPECT_NE(more[0], more[1]);
    EXPECT_NE(samples(Sampling::random, 1, 10, 4)[0], few[0]);
    // As every machine must find it.
    EXPECT_DOUBLE_EQ(samples(Sampling::random, 1, 1, 1)[0][0], samples(Sampling::random, 2, 5, 1)[0][0]);
    double mean = 0;
    const auto many = samples(Sampling::random, 1, 4000, 5)[0];
    for (const double t : many) mean += t / 4000;
    EXPECT_NEAR(mean, 0.5, 0.02);  // four standard deviations
}

TEST(Samples, of_whole_numbers_take_each_alike) {
    std::vector<double> fractions;
    for (int i = 0; i < 300; ++i) fractions.push_back((i + 0.5) / 300);
    std::vector<int> met(4);
    for (const Json& value : values_at({1, 3, false, true}, fractions)) ++met.at(value.get<std::size_t>());
    EXPECT_EQ(met, (std::vector<int>{0, 100, 100, 100}));
}

}  // namespace
}  // namespace talweg::samples_test
