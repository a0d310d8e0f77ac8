/// Grains that turn: how a single one rolls, slides and rests on a slope, what a spin becomes, and what two make of it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>

#include "support/scene_run.hpp"
#include "support/threads.hpp"
#include "talweg/model/momentum.hpp"

namespace talweg::turning_grains_test {
namespace {

using testing::SceneRun;

constexpr double g = 9.81, radius = 0.05, mass = 0.2;

/// One grain on a floor, gravity tilted by an angle towards x.
struct OnASlope {
    double slope = 0.0;  // tan of the angle
    double friction = 0.5, rolling = 0.0, dt = 0.005;
    bool planar = false;
    double speed = 0.0, spin = 0.0;  // along x, about z
    std::string more = {};           // of the scene
    std::string ground = R"({ "name": "floor", "shape": { "type": "plane" } })";

    double down() const { return g * std::sin(std::atan(slope)); }
    double press() const { return g * std::cos(std::atan(slope)); }
    double inertia() const { return planar ? 0.5 : 0.4; }

    Scene scene() const {
        return parse_scene(fmt::format(R"({{ "planar": {}, "gravity": [{:.17g}, {:.17g}, 0], "time": {{ "step": {} }},
              "contact": {{ "friction": {}, "distance": 0.0005 }}, {} "bodies": [
              {{ "name": "grain", "density": {}, "contact": {{ "thickness": {} }},
                 "grains": {{ "rolling": {}, "spin": [0, 0, {}] }}, "start": {{ "velocity": [{}, 0, 0] }},
                 "shape": {{ "type": "particles", "points": [[0, {}, 0]] }} }}],
              "obstacles": [{}] }})",
                                       planar, down(), -press(), dt, friction, more, mass, 2.0 * radius, rolling, spin,
                                       speed, radius + 0.0005, ground),
                           "slope", ".", {});
    }
};

struct Motion {
    double speed, spin;  // m/s along x; r ω about z, m/s
};

Motion motion(SceneRun& run) {
    const int spin = run.model().contact->surface.grains.at(0).spin;
    const int node = run.model().map.row(spin)[0].node;
    return {run.state().v[run.model().map.row(0)[0].node][0], run.state().v[node][run.model().planar ? 0 : 2]};
}

void go_on(SceneRun& run, double dt, double seconds) {
    for (int n = 0; n < std::lround(seconds / dt); ++n) EXPECT_TRUE(run.step().completed);
}

/// After a while, at the usual settings.
Motion after(const OnASlope& set, double seconds) {
    SceneRun run(set.scene());
    go_on(run, set.dt, seconds);
    return motion(run);
}

/// What it gains in half a second, once it lies on the floor.
Motion gained(const OnASlope& set) {
    SceneRun run(set.scene());
    go_on(run, set.dt, 0.2);
    const Motion before = motion(run);
    go_on(run, set.dt, 0.5);
    return {motion(run).speed - before.speed, motion(run).spin - before.spin};
}

TEST(TurningGrains, RollWithoutSlipping) {
    for (const bool planar : {false, true})
        for (const double dt : {0.001, 0.005, 0.02})
            for (const double slope : {0.1, 0.8}) {
                const OnASlope set{.slope = slope, .dt = dt, .planar = planar};
                const Motion end = after(set, 0.5);
                const double expected = set.down() / (1.0 + set.inertia()) * 0.5;
                EXPECT_NEAR(end.speed, expected, 0.01 * expected) << planar << ' ' << dt << ' ' << slope;
                EXPECT_NEAR(end.spin, -expected, 0.01 * expected) << planar << ' ' << dt << ' ' << slope;
            }
}

/// A block is triangles and edges, of which the grain meets one after another; in the plane, edges.
TEST(TurningGrains, RollOnMeshesAndWithOtherIntegratorsToo) {
    const std::string block =
        R"({ "name": "block", "shape": { "type": "block", "center": [1, -0.1, 0], "size": [2.4, 0.2, 0.4] } })";
    for (const bool planar : {false, true})
        for (const bool bdf2 : {false, true})
            for (const bool mesh : {false, true}) {
                OnASlope set{.slope = 0.5, .planar = planar};
                if (mesh) set.ground = block;
                if (bdf2) set.more = R"("integrator": { "type": "bdf2" },)";
                const double expected = set.down() / (1.0 + set.inertia()) * 0.5;
                const Motion end = after(set, 0.5);
                EXPECT_NEAR(end.speed, expected, 0.02 * expected) << planar << bdf2 << mesh;
                EXPECT_NEAR(end.spin, -expected, 0.02 * expected) << planar << bdf2 << mesh;
            }
}

/// A grain on the top of a ball that spins upright: nothing slides, and what resists rolling takes it along with the
/// torque ρ m g r, until it spins as the ball does.
TEST(TurningGrains, AreTakenAlongBySpinningBalls) {
    const double rolling = 0.05, spin = 10.0, expected = rolling * g / (0.4 * radius);  // rad/s²
    const OnASlope set{
        .rolling = rolling,
        .dt = 0.002,
        .ground = R"({ "name": "ball", "shape": { "type": "ball", "center": [0, -0.2, 0], "radius": 0.2 },
                                      "motion": { "center": [0, -0.2, 0], "angular_velocity": [0, 10, 0] } })"};
    SceneRun run(set.scene());
    const int node = run.model().map.row(run.model().contact->surface.grains.at(0).spin)[0].node;
    const auto turns = [&] { return run.state().v[node][1] / radius; };
    go_on(run, set.dt, 0.1);
    const double before = turns();
    go_on(run, set.dt, 0.2);
    EXPECT_NEAR(turns() - before, 0.2 * expected, 0.03 * 0.2 * expected);
    go_on(run, set.dt, 0.3);
    EXPECT_NEAR(turns(), spin, 0.01 * spin);
}

TEST(TurningGrains, SlideWhereFrictionCannotTurnThemFastEnough) {
    for (const bool planar : {false, true}) {
        const OnASlope set{.slope = 1.0, .friction = 0.1, .planar = planar};  // tan θ > (1 + 1/inertia) μ
        const Motion end = gained(set);
        const double speed = 0.5 * (set.down() - 0.1 * set.press()), spin = -0.5 * 0.1 * set.press() / set.inertia();
        EXPECT_NEAR(end.speed, speed, 0.01 * speed);
        EXPECT_NEAR(end.spin, spin, -0.01 * spin);
    }
}

TEST(TurningGrains, RestOnSlopesBelowTheirResistanceToRolling) {
    for (const bool planar : {false, true})
        for (const double dt : {0.002, 0.01}) {
            OnASlope set{.slope = 0.96 * 0.2, .rolling = 0.2, .dt = dt, .planar = planar};
            EXPECT_LT(after(set, 0.5).speed, 2e-3) << "below: up to creep, of sliding and of rolling";
            set.slope = 1.04 * 0.2;
            const double expected = 0.5 * (set.down() - 0.2 * set.press()) / (1.0 + set.inertia());
            EXPECT_NEAR(gained(set).speed, expected, 0.05 * expected) << "above";
        }
}

/// Friction acts where the floor touches, about which angular momentum is kept: v (1 + i) ends as v₀ − i r ω₀ was.
TEST(TurningGrains, SpinBecomesSpeedAndBackspinTurnsThemRound) {
    for (const bool planar : {false, true})
        for (const auto& [speed, spin] : {std::pair{0.0, -40.0}, {1.0, 0.0}, {1.0, 100.0}}) {
            const OnASlope set{.planar = planar, .speed = speed, .spin = spin};
            const double expected = (speed - set.inertia() * radius * spin) / (1.0 + set.inertia());
            EXPECT_NEAR(after(set, 1.0).speed, expected, 0.01 * std::fabs(expected)) << speed << ' ' << spin;
        }
}

/// Two grains that brush past one another in free space, one of them spinning.
Scene brushing(double dt) {
    return parse_scene(fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "step": {} }},
          "solver": {{ "tolerance": 1e-9 }}, "contact": {{ "friction": 0.6, "distance": 0.0005 }}, "bodies": [
          {{ "name": "a", "density": 0.2, "contact": {{ "thickness": 0.1 }},
             "grains": {{ "rolling": 0.1, "spin": [5, -20, 30] }}, "start": {{ "velocity": [2, 0, 0] }},
             "shape": {{ "type": "particles", "points": [[-0.1, 0.03, 0.02]] }} }},
          {{ "name": "b", "density": 0.5, "contact": {{ "thickness": 0.06 }}, "grains": {{}},
             "shape": {{ "type": "particles", "points": [[0, 0, 0]] }} }}] }})",
                                   dt),
                       "brushing", ".", {});
}

struct Exchange {
    double passed, lost;  // kg m²/s about the origin: to the other, and of the whole
};

Exchange brush(double dt) {
    SceneRun run(brushing(dt));
    const auto momenta = [&] { return body_momenta(run.model(), run.state().c, run.state().v); };
    const std::vector<Momentum> before = momenta();
    go_on(run, dt, 0.05);
    const std::vector<Momentum> after = momenta();
    EXPECT_LT(norm(after[0].linear + after[1].linear - before[0].linear - before[1].linear), 1e-9);
    return {norm(after[0].angular - before[0].angular),
            norm(after[0].angular + after[1].angular - before[0].angular - before[1].angular)};
}

/// Forces act on both sides of the gap, and where the step began: what is lost of the whole falls with the step.
TEST(TurningGrains, ExchangeSpinAndKeepTheWhole) {
    const Exchange coarse = brush(0.002), fine = brush(0.0001);
    for (const auto& [passed, lost] : {coarse, fine})
        std::cout << fmt::format("passed on {:.3e} kg m²/s, lost {:.1e}\n", passed, lost);
    EXPECT_GT(fine.passed, 1e-3);
    EXPECT_LT(fine.lost, 0.01 * fine.passed);
    EXPECT_LT(fine.lost, 0.2 * coarse.lost);
}

/// Some five hundred grains that fall on a floor: more contacts than fit into one chunk.
Scene heap() {
    return parse_scene(R"({ "time": { "step": 0.005 }, "contact": { "friction": 0.4, "distance": 0.0004 }, "bodies": [
          { "name": "sand", "density": 0.01, "contact": { "thickness": 0.02 }, "grains": { "rolling": 0.05 },
            "place": { "translate": [0, 0.075, 0] },
            "shape": { "type": "particles", "size": [0.2, 0.13, 0.2], "spacing": 0.0206, "order": "poisson",
                       "seed": 2 } }],
          "obstacles": [{ "name": "floor", "shape": { "type": "plane" } }] })",
                       "heap", ".", {});
}

TEST(TurningGrains, GiveTheSameBitsForAnyNumberOfThreadsAndWhenResumed) {
    const auto end = [](int threads, bool resumed) {
        return testing::with_threads(threads, [&] {
            SceneRun run(heap()), again(heap());
            for (int n = 0; n < 10; ++n) EXPECT_TRUE(run.step().completed);
            if (resumed) {
                again.state() = restore(save(run.state()));
                again.stepper().backend().restore(run.stepper().backend().save());
            }
            SceneRun& going = resumed ? again : run;
            for (int n = 0; n < 5; ++n) EXPECT_TRUE(going.step().completed);
            return going.state();
        });
    };
    const State one = end(1, false), three = end(3, false), resumed = end(2, true);
    EXPECT_GT(one.c.size(), 800u) << "places and turns";
    EXPECT_TRUE(one.c == three.c && one.v == three.v);
    EXPECT_TRUE(one.c == resumed.c && one.v == resumed.v);
}

TEST(TurningGrains, MistakesAreNamed) {
    const auto message = [](const std::string& body, const std::string& scene) -> std::string {
        try {
            parse_scene(fmt::format(R"({{ "time": {{ "step": 0.01 }}, {} "bodies": [{{ "name": "sand", "density": 1,
                          "grains": {{}}, {} }}] }})",
                                    scene, body),
                        "sand.json", ".", {});
        } catch (const std::exception& error) {
            return error.what();
        }
        return "nothing";
    };
    const std::string particles = R"("shape": { "type": "particles", "points": [[0, 0, 0]] })";
    EXPECT_NE(message(particles, "").find("has no effect without contact"), std::string::npos);
    EXPECT_NE(message(particles, R"("contact": {},)").find("has no size"), std::string::npos);
    EXPECT_NE(message(R"("shape": { "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 3 },
                          "contact": { "thickness": 0.1 })",
                      R"("contact": {},)")
                  .find("goes with particles"),
              std::string::npos);
    const std::string balls = particles + R"(, "contact": { "thickness": 0.1 })";
    EXPECT_EQ(message(balls, R"("contact": {},)"), "nothing");
    const auto said = [&](const std::string& body, const std::string& scene, const char* words) {
        const std::string found = message(body, scene);
        EXPECT_NE(found.find(words), std::string::npos) << found;
    };
    said(balls + R"(, "liquid": { "spacing": 0.1 })", R"("contact": {},)", "goes neither with a liquid");
    said(balls + R"(, "emitter": { "rate": 1, "capacity": 3 })", R"("contact": {},)", "nor with an emitter");
    for (const char* type : {"quasi_static", "minimise", "xpbd", "position_based"})
        said(balls, fmt::format(R"("contact": {{}}, "integrator": {{ "type": "{}" }},)", type), type);
}

}  // namespace
}  // namespace talweg::turning_grains_test
