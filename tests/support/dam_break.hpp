/// Martin and Moyce, "An experimental study of the collapse of liquid columns on a rigid horizontal plane", 1952: a
/// column of width a, twice as high, of particles with this spacing; times in √(a/2g), the front in a.
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "support/scene_run.hpp"

namespace talweg::testing {

/// Steps a dam, the first body of the run, until the last time that was measured; after_step(n) after each.
template <class AfterStep>
void expect_front_as_measured(SceneRun& run, double a, double spacing, double step, const AfterStep& after_step) {
    constexpr double times[] = {0.832, 1.219, 1.997, 2.547, 3.345}, fronts[] = {1.217, 1.474, 2.292, 2.995, 4.134};
    constexpr double g = 9.81;
    double before = 1.0, t_before = 0.0;
    std::size_t next = 0;
    for (int n = 1; next < std::size(times) && n < 400; ++n) {
        ASSERT_TRUE(run.step().completed);
        const double t = n * step * std::sqrt(2.0 * g / a);
        // A hundredth of the water runs ahead as a film thinner than a particle, and is left out.
        std::vector<double> along;
        const Positions x = run.x();
        for (int i = 0; i < run.model().bodies[0].point_count; ++i) along.push_back(x[i][0]);
        const auto ahead = static_cast<std::ptrdiff_t>(along.size() / 100);
        std::nth_element(along.begin(), along.end() - ahead, along.end());
        const double front = (*(along.end() - ahead) + 0.5 * spacing) / a;
        if (t >= times[next]) {
            const double at = before + (front - before) * (times[next] - t_before) / (t - t_before);
            std::cout << fmt::format("T {:.3f}: {:.3f}, measured {:.3f}\n", times[next], at, fronts[next]);
            EXPECT_NEAR(at, fronts[next], 0.1 * fronts[next]);
            ++next;
        }
        before = front;
        t_before = t;
        after_step(n);
    }
    EXPECT_EQ(next, std::size(times));
}

}  // namespace talweg::testing
