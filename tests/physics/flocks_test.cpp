/// Flocks and crowds: closed forms of what steers them, speed limits, walls, and how many go through a door.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>
#include <numbers>

#include "support/scene_run.hpp"
#include "support/threads.hpp"
#include "talweg/model/drive.hpp"

namespace talweg::flocks_test {
namespace {

using testing::SceneRun;

Scene flock_of(const std::string& flock, const std::string& shape, const std::string& more = "") {
    return parse_scene(fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "step": 0.01 }}, "bodies": [
          {{ "name": "birds", "density": 0.1, "flock": {}, "shape": {{ "type": "particles", {} }} {} }}] }})",
                                   flock, shape, more),
                       "flock", ".", {});
}

/// Each sees all others: deviations from the mean shrink by (1 − hk/(n − 1))/(1 + hk) in a step, and the mean stays.
TEST(Flocks, AlignAsTheirRateSays) {
    SceneRun run(
        flock_of(R"({ "reach": 100, "alignment": 3 })", R"("points": [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 1]])"));
    State& state = run.state();
    const Vec3 first[] = {{1, 0, 0}, {0, 2, 0}, {-3, 0, 1}, {0, 0, 4}};
    Vec3 mean = Vec3::zero();
    for (int i = 0; i < 4; ++i) {
        state.v[i] = first[i];
        mean += 0.25 * first[i];
    }
    for (int n = 1; n <= 50; ++n) {
        ASSERT_TRUE(run.step().completed);
        const double left = std::pow((1.0 - 0.03 / 3.0) / 1.03, n);
        for (int i = 0; i < 4; ++i) ASSERT_LT(norm(state.v[i] - mean - left * (first[i] - mean)), 1e-9) << n;
    }
}

/// Two that attract one another swing with √(2k).
TEST(Flocks, AttractAsASpringDoes) {
    SceneRun run(flock_of(R"({ "reach": 100, "attraction": 2 })", R"("points": [[-1, 0, 0], [1, 0, 0]])"));
    const int half = static_cast<int>(std::lround(std::numbers::pi / 2.0 / 0.01));
    for (int n = 0; n < half; ++n) ASSERT_TRUE(run.step().completed);
    EXPECT_NEAR(run.x()[0][0], 1.0, 0.01) << "they have changed places";
    EXPECT_NEAR(run.x()[1][0], -1.0, 0.01);
}

/// Some hundred birds with a body, in a room with a pillar, that want to be in one place.
Scene caged(int count) {
    std::string points;
    for (int i = 0; i < count; ++i)
        points += fmt::format("{}[{:.4f}, {:.4f}, {:.4f}]", i ? ", " : "", 0.22 * (i % 12) - 1.8,
                              0.22 * (i / 12 % 8) + 0.2, 0.22 * (i / 96) - 0.9);
    return parse_scene(
        fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "step": 0.02 }}, "contact": {{ "distance": 0.005 }},
          "bodies": [{{ "name": "birds", "density": 0.1, "contact": {{ "thickness": 0.1 }},
             "start": {{ "velocity": [2.9, 0.3, 0.1] }},
             "flock": {{ "reach": 0.8, "attraction": 6, "alignment": 1, "repulsion": 8, "separation": 0.2,
                         "speed_limit": 3, "least_speed": 1, "wall_repulsion": 20, "wall_distance": 0.3 }},
             "shape": {{ "type": "particles", "points": [{}] }} }}],
          "obstacles": [
            {{ "name": "left", "shape": {{ "type": "plane", "point": [-2, 0, 0], "normal": [1, 0, 0] }} }},
            {{ "name": "right", "shape": {{ "type": "plane", "point": [2, 0, 0], "normal": [-1, 0, 0] }} }},
            {{ "name": "floor", "shape": {{ "type": "plane", "point": [0, 0, 0], "normal": [0, 1, 0] }} }},
            {{ "name": "roof", "shape": {{ "type": "plane", "point": [0, 2, 0], "normal": [0, -1, 0] }} }},
            {{ "name": "front", "shape": {{ "type": "plane", "point": [0, 0, 1.2], "normal": [0, 0, -1] }} }},
            {{ "name": "back", "shape": {{ "type": "plane", "point": [0, 0, -1.2], "normal": [0, 0, 1] }} }},
            {{ "name": "pillar",
               "shape": {{ "type": "block", "center": [1.2, 1, 0], "size": [0.2, 1.9, 0.4] }} }}] }})",
                    points),
        "caged", ".", {});
}

TEST(Flocks, KeepTheirSpeedLimitOutOfWallsAndOutOfOneAnother) {
    SceneRun run(caged(200));
    double fastest = 0.0, closest = 1.0, to_wall = 1.0;
    for (int n = 0; n < 100; ++n) {
        ASSERT_TRUE(run.step().completed);
        const Positions x = run.x();
        for (int i = 0; i < 200; ++i) {
            fastest = std::max(fastest, norm(run.state().v[i]));
            to_wall = std::min({to_wall, x[i][0] + 2, 2 - x[i][0], x[i][1], 2 - x[i][1], x[i][2] + 1.2, 1.2 - x[i][2]});
            const Vec3 off{std::fabs(x[i][0] - 1.2) - 0.1, std::fabs(x[i][1] - 1) - 0.95, std::fabs(x[i][2]) - 0.2};
            Vec3 outside;
            for (int a = 0; a < 3; ++a) outside[a] = std::max(0.0, off[a]);
            to_wall = std::min(to_wall, norm(outside));
            for (int j = 0; j < i; ++j) closest = std::min(closest, norm(x[i] - x[j]));
        }
    }
    std::cout << fmt::format("fastest {:.4f} m/s, closest two {:.4f} m, nearest wall {:.4f} m\n", fastest, closest,
                             to_wall);
    EXPECT_LE(fastest, 3.0 * (1 + 1e-12));
    EXPECT_GT(fastest, 2.0) << "and they do fly";
    EXPECT_GT(closest, 0.1);
    EXPECT_LT(closest, 0.11) << "but they have met";
    EXPECT_GT(to_wall, 0.05);
}

/// In the plane: a room with a door of some width at x = 0, walkers before it who want to be beyond it.
Scene room(double width, int count) {
    std::string points;
    for (int i = 0; i < count; ++i)
        points += fmt::format("{}[{:.4f}, {:.4f}, 0]", i ? ", " : "", -0.9 - 0.62 * (i / 8) - 0.01 * (i % 3),
                              0.62 * (i % 8) - 2.17 + 0.013 * (i / 8 % 5));
    const double post = 0.5 * width + 0.1;
    return parse_scene(
        fmt::format(R"({{ "planar": true, "gravity": [0, 0, 0], "time": {{ "step": 0.05 }},
          "contact": {{ "distance": 0.01 }}, "bodies": [
          {{ "name": "people", "density": 80, "contact": {{ "thickness": 0.5 }},
             "crowd": {{ "goals": [{{ "from": [0.1, {1}, 0], "to": [0.1, {2}, 0], "high": [0, 99, 99] }},
                                   {{ "from": [20, 0, 0] }}],
                         "doors": [{{ "name": "door", "from": [0, {5}, 0], "to": [0, {6}, 0] }}] }},
             "shape": {{ "type": "particles", "points": [{0}] }} }}],
          "obstacles": [
            {{ "name": "lower",
               "shape": {{ "type": "capsule", "from": [0, -4, 0], "to": [0, {3}, 0], "radius": 0.1 }} }},
            {{ "name": "upper",
               "shape": {{ "type": "capsule", "from": [0, 4, 0], "to": [0, {4}, 0], "radius": 0.1 }} }},
            {{ "name": "floor", "shape": {{ "type": "plane", "point": [0, -3, 0], "normal": [0, 1, 0] }} }},
            {{ "name": "roof", "shape": {{ "type": "plane", "point": [0, 3, 0], "normal": [0, -1, 0] }} }}] }})",
                    points, 0.28 - 0.5 * width, 0.5 * width - 0.28, -post, post, -0.5 * width, 0.5 * width),
        "room", ".", {});
}

TEST(Crowds, ALoneWalkerWalksAsFastAsItWants) {
    SceneRun run(room(2.0, 1));
    for (int n = 1; n <= 6; ++n) {  // v = u (1 − (1 + h/τ)⁻ⁿ), before the door is near
        ASSERT_TRUE(run.step().completed);
        EXPECT_NEAR(norm(run.state().v[0]), 1.3 * (1.0 - std::pow(1.1, -n)), 0.02) << n;
    }
}

/// Who has gone through after 12 s; nobody walks through a wall or into another.
double passed(double width) {
    SceneRun run(room(width, 64));
    for (int n = 0; n < 240; ++n) {
        EXPECT_TRUE(run.step().completed);
        const Positions x = run.x();
        double sum = 0.0;
        for (int i = 0; i < 64; ++i) {
            EXPECT_LT(std::fabs(x[i][1]), 2.75);
            EXPECT_LE(norm(run.state().v[i]), 2.0 * (1 + 1e-12));
            // Beyond the wall it is only by the door that it can be there: the wall itself is 0.1 + 0.25 thick.
            const double aside = std::fabs(x[i][0]) < 0.2 ? std::fabs(x[i][1]) : 0.0;
            EXPECT_LT(aside, 0.5 * width - 0.1) << i;
            sum += x[i][0] > 0.0;
            for (int j = 0; j < i; ++j) EXPECT_GT(norm(x[i] - x[j]), 0.5);
        }
        EXPECT_EQ(run.state().passed.at(0), sum) << "the count is that of those who are beyond";
    }
    return run.state().passed.at(0);
}

TEST(Crowds, TheFlowThroughADoorGrowsWithItsWidth) {
    const double narrow = passed(0.8), usual = passed(1.2), wide = passed(2.4);
    std::cout << fmt::format("through the door in 12 s: 0.8 m {}, 1.2 m {}, 2.4 m {} of 64\n", narrow, usual, wide);
    EXPECT_GT(narrow, 4);
    EXPECT_GT(usual, 1.15 * narrow);
    EXPECT_GT(wide, 1.3 * usual);
}

TEST(Crowds, DoorsCountBothWays) {
    const Door door{"d", {0, 1, 0}, {0, -1, 0}};  // its left is at x > 0
    EXPECT_EQ(door.crossing({0.1, 0, 0}, {-0.1, 0.2, 0}), -1 * door.crossing({-0.1, 0.2, 0}, {0.1, 0, 0}));
    EXPECT_NE(door.crossing({0.1, 0, 0}, {-0.1, 0.2, 0}), 0);
    EXPECT_EQ(door.crossing({0.1, 2, 0}, {-0.1, 2, 0}), 0) << "past its end";
    EXPECT_EQ(door.crossing({0.1, 0, 0}, {0.2, 0, 0}), 0);
}

template <class Make>
void expect_same_bits(const Make& make, std::size_t least, int steps) {
    const auto end = [&](int threads, bool resumed) {
        return testing::with_threads(threads, [&] {
            SceneRun run(make()), again(make());
            for (int n = 0; n < steps; ++n) EXPECT_TRUE(run.step().completed);
            if (resumed) {
                again.state() = restore(save(run.state()));
                again.stepper().backend().restore(run.stepper().backend().save());
            }
            SceneRun& going = resumed ? again : run;
            for (int n = 0; n < steps; ++n) EXPECT_TRUE(going.step().completed);
            return going.state();
        });
    };
    const State one = end(1, false), three = end(3, false), resumed = end(2, true);
    EXPECT_GT(one.c.size(), least) << "enough for several pieces";
    EXPECT_TRUE(one.c == three.c && one.v == three.v && one.passed == three.passed);
    EXPECT_TRUE(one.c == resumed.c && one.v == resumed.v && one.passed == resumed.passed);
}

TEST(Flocks, AreTheSameForAnyNumberOfThreadsAndWhenResumed) {
    expect_same_bits([] { return caged(900); }, 512, 6);
}

TEST(Crowds, AreTheSameForAnyNumberOfThreadsAndWhenResumed) {
    expect_same_bits([] { return room(1.2, 600); }, 512, 8);
}

TEST(Flocks, MistakesAreNamed) {
    const auto said = [](const std::string& scene, const std::string& body) {
        try {
            parse_scene(
                fmt::format(R"({{ "time": {{ "step": 0.01 }}, {} "bodies": [{{ "name": "b", "density": 1, {} }}] }})",
                            scene, body),
                "scene.json", ".", {});
        } catch (const std::exception& error) {
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    const auto expect = [&](const std::string& scene, const std::string& body, const char* words) {
        EXPECT_NE(said(scene, body).find(words), std::string::npos) << said(scene, body);
    };
    const std::string shape = R"("shape": { "type": "particles", "points": [[0, 0, 0]] })";
    const std::string flock = shape + R"(, "flock": { "reach": 1 })", crowd = shape + R"(, "crowd": {})";
    EXPECT_EQ(said("", flock), "nothing");
    expect("", shape + R"(, "flock": { "reach": 0 })", "reach");
    expect("", shape + R"(, "flock": { "reach": 1, "speed_limit": 1, "least_speed": 2 })", "below its least speed");
    expect("", shape + R"(, "flock": { "reach": 1, "wall_repulsion": 1 })", "none without contact");
    expect("",
           R"("shape": { "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 3 }, "flock": { "reach": 1 })",
           "goes with particles");
    expect(R"("integrator": { "type": "quasi_static" },)", flock, "quasi_static cannot show");
    expect("", crowd, "walks in the plane");
    expect(R"("planar": true,)", crowd, "would walk through walls");
    expect(R"("planar": true, "contact": {},)", crowd, "has no size");
    const std::string sized = R"("contact": { "thickness": 0.5 }, )" + shape;
    expect(R"("planar": true, "contact": {},)",
           sized + R"(, "crowd": { "doors": [{ "name": "d", "from": [0, 0, 0], "to": [0, 0, 0] }] })", "without width");
    expect(R"("planar": true, "contact": {},)",
           sized + R"(, "crowd": { "goals": [{ "from": [0, 0, 0], "low": [1, 0, 0], "high": [0, 0, 0] }] })",
           "lower corner");
}

TEST(Flocks, ThatSeeNobodyAreTold) {
    const auto notes = [](double reach) {
        std::string all;
        for (const std::string& note : build_model(parse_scene(fmt::format(R"({{ "time": {{ "step": 0.01 }}, "bodies": [
              {{ "name": "b", "density": 1, "flock": {{ "reach": {} }},
                 "shape": {{ "type": "particles", "size": [2, 2, 2], "spacing": 0.5 }} }}] }})",
                                                                           reach),
                                                               "scene.json", ".", {}))
                                           .notes)
            all += note;
        return all;
    };
    EXPECT_NE(notes(0.4).find("nobody has a neighbour"), std::string::npos) << notes(0.4);
    EXPECT_EQ(notes(0.6), "");
    EXPECT_EQ(notes(1e6), "");
}

}  // namespace
}  // namespace talweg::flocks_test
