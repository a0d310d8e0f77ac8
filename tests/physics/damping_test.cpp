/// Internal damping takes the oscillation out of a spring and leaves its flight and its spin alone.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "support/scene_run.hpp"

namespace talweg::damping_test {
namespace {

struct Dumbbell {
    double spin = 0.0;  // rad/s about z
    double stretch = 1.0;
    double damping = 0.0;  // N·s on a rope of 1 m
    double step = 1e-3;

    testing::SceneRun* make() const {
        return new testing::SceneRun(parse_scene(
            fmt::format(
                R"({{"gravity": [0, 0, 0], "time": {{"step": {}, "frames": 1}}, "solver": {{"tolerance": 1e-10}},
                "bodies": [{{"name": "dumbbell", "density": 2, "shape": {{"type": "rope", "from": [-0.5, 0, 0],
                "to": [0.5, 0, 0], "segments": 1}}, "start": {{"stretch": [{}, 1, 1], "velocity": [1, 2, 3],
                "angular_velocity": [0, 0, {}]}}, "energies": [{{"type": "hooke_spring", "stiffness": 100}},
                {{"type": "spring_damping", "damping": {}}}]}}]}})",
                step, stretch, spin, damping),
            "dumbbell"));
    }
};

double length(const Positions& x) { return norm(x[1] - x[0]); }

TEST(SpringDamping, TakesTheOscillationAtTheRateOfTheDampedOscillator) {
    // Reduced mass ½, so the length obeys ½ l̈ + k_d l̇ + k (l − 1) = 0: e^(−k_d t) times an oscillation.
    const double k = 100.0, kd = 1.0, t = 0.5;
    std::unique_ptr<testing::SceneRun> run(Dumbbell{.stretch = 1.01, .damping = kd, .step = 1e-4}.make());
    for (int n = 0; n < 5000; ++n) ASSERT_TRUE(run->step().completed);
    const double w = std::sqrt(2 * k - kd * kd);
    const double exact = 1.0 + 0.01 * std::exp(-kd * t) * (std::cos(w * t) + kd / w * std::sin(w * t));
    EXPECT_NEAR(length(run->x()), exact, 2e-4);
}

TEST(SpringDamping, LeavesTheMeanMotionAlone) {
    std::unique_ptr<testing::SceneRun> run(Dumbbell{.stretch = 1.3, .damping = 10.0}.make());
    for (int n = 0; n < 100; ++n) ASSERT_TRUE(run->step().completed);
    const Positions x = run->x();
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(0.5 * (x[0][a] + x[1][a]), 0.1 * (a + 1), 1e-9);
}

TEST(SpringDamping, DoesNotSlowASpinHoweverStrong) {
    // Released at the length at which the spring carries the spin, so that nothing oscillates; what implicit Euler
    // itself takes from the spin is the same with and without damping.
    const auto angle_after = [](double damping) {
        std::unique_ptr<testing::SceneRun> run(
            Dumbbell{.spin = 3.0, .stretch = 1.0 / (1.0 - 0.5 * 9.0 / 100.0), .damping = damping, .step = 0.01}.make());
        double angle = 0.0;
        Vec3 before = run->x()[1] - run->x()[0];
        for (int n = 0; n < 100; ++n) {
            EXPECT_TRUE(run->step().completed);
            const Vec3 now = run->x()[1] - run->x()[0];
            angle += std::atan2(cross(before, now)[2], dot(before, now));
            before = now;
        }
        return angle;
    };
    const double free = angle_after(0.0), damped = angle_after(1000.0);
    EXPECT_GT(free, 2.5);
    EXPECT_NEAR(damped, free, 0.02 * free);
}

}  // namespace
}  // namespace talweg::damping_test
