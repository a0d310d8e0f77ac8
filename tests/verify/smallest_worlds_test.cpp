/// Scenes smaller than any example, at default settings: one particle that lands, slides or rolls, particles of an
/// emitter under integrators that remember; each against its closed form and past the referee.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "talweg/model/contact_world.hpp"
#include "talweg/model/drive.hpp"

namespace talweg::smallest_worlds_test {
namespace {

using testing::RecordedRun;
using testing::SceneRun;

constexpr double g = 9.81;
const std::string floor_below = R"({ "name": "floor", "shape": { "type": "plane" } })";

std::string one_particle(const std::string& of_body, const std::string& obstacle, const std::string& of_scene = "") {
    return fmt::format(R"({{ "time": {{ "step": 0.01, "frames": 60 }}, "contact": {{}},
          "bodies": [{{ "name": "p", "density": 1, "shape": {{ "type": "particles", "points": [[0, 0.1, 0]] }} {} }}],
          "obstacles": [{}] {} }})",
                       of_body, obstacle, of_scene);
}

/// It falls for 0.14 s and then lies where it fell, its radius and less than a gap above what is below.
void expect_rest(const std::string& text, double height) {
    const RecordedRun run(text);
    ASSERT_EQ(run.summary.ended.words(), "finished") << run.summary.advice;
    SceneRun again(run.scene);
    for (int n = 0; n < 60; ++n) ASSERT_TRUE(again.step().completed);
    const double gap = again.model().contact->rules.d_hat;
    EXPECT_GT(gap, 1e-5);
    EXPECT_GT(again.x()[0][1], height);
    EXPECT_LT(again.x()[0][1], height + gap);
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

TEST(SmallestWorlds, AParticleAloneLands) {
    expect_rest(one_particle("", floor_below), 0.0);
    expect_rest(one_particle("", floor_below, R"(, "planar": true)"), 0.0);
    expect_rest(one_particle(R"(, "contact": { "thickness": 0.02 })", floor_below), 0.01);
    expect_rest(one_particle(R"(, "contact": { "thickness": 0.02 }, "grains": {})", floor_below), 0.01);
    expect_rest(one_particle("", R"({ "name": "stone", "shape": { "type": "ball", "radius": 0.03 } })"), 0.03);
}

TEST(SmallestWorlds, AGrainAloneRolls) {
    // Down 20°: g sin θ/(1 + 2/5), of a disc g sin θ/(1 + 1/2); gravity is turned instead of the floor.
    const double sine = std::sin(20.0 * M_PI / 180.0), cosine = std::cos(20.0 * M_PI / 180.0);
    for (const bool planar : {false, true}) {
        SceneRun run(
            parse_scene(fmt::format(R"({{ "planar": {}, "time": {{ "step": 0.005 }}, "contact": {{ "friction": 0.5 }},
                "gravity": [{}, {}, 0], "obstacles": [{}],
                "bodies": [{{ "name": "p", "density": 1, "contact": {{ "thickness": 0.04 }}, "grains": {{}},
                    "shape": {{ "type": "particles", "points": [[0, 0.0205, 0]] }} }}] }})",
                                    planar, g * sine, -g * cosine, floor_below),
                        "slope", ".", {}));
        for (int n = 0; n < 200; ++n) ASSERT_TRUE(run.step().completed);
        const double way = 0.5 * g * sine / (planar ? 1.5 : 1.4);
        EXPECT_NEAR(run.x()[0][0], way, 0.02 * way) << planar;
    }
}

TEST(SmallestWorlds, AParticleAloneSlides) {
    struct Slide {
        const char *constraint, *more;
        Vec3 along;  // of length 1
    };
    const double s = std::sqrt(0.5);
    const Slide slides[] = {
        {R"("type": "line", "direction": [1, -1, 0])", "", {s, -s, 0}},
        {R"("type": "line", "direction": [1, -1, 0])", R"("planar": true,)", {s, -s, 0}},
        {R"("type": "line", "direction": [1, -1, 0])", R"("integrator": { "type": "conserving" },)", {s, -s, 0}},
        {R"("type": "line", "direction": [3, -2, 6])", "", {3.0 / 7, -2.0 / 7, 6.0 / 7}},
        {R"("type": "plane", "normal": [1, 1, 0])", "", {s, -s, 0}},
        {R"("type": "line", "direction": [1, 1, 0])", R"("gravity": [1, -1, 0],)", {s, s, 0}},  // nothing is left
    };
    for (const Slide& slide : slides) {
        SceneRun run(
            parse_scene(fmt::format(R"({{ {} "time": {{ "step": 0.01 }}, "bodies": [{{ "name": "p", "density": 2,
                "shape": {{ "type": "particles", "points": [[0, 0, 0]] }},
                "constraints": [{{ "select": {{ "indices": [0] }}, {} }}] }}] }})",
                                    slide.more, slide.constraint),
                        "slide", ".", {}));
        for (int n = 0; n < 100; ++n) {
            const StepReport report = run.step();
            ASSERT_TRUE(report.completed) << slide.constraint << slide.more << ": " << report.advice;
        }
        // Implicit Euler falls as far as free fall does with half a step more: h² n (n + 1)/2.
        const Vec3 there = (0.505 * dot(run.model().gravity, slide.along)) * slide.along;
        EXPECT_LT(norm(run.x()[0] - there), 1e-4 * norm(run.model().gravity)) << slide.constraint << slide.more;
        EXPECT_LT(norm(cross(run.x()[0], slide.along)), 1e-10) << slide.constraint << slide.more;
    }
}

std::string jet(const char* integrator, const char* fields) {
    return fmt::format(R"({{ "time": {{ "step": 0.01, "frames": 40 }}, "integrator": {{ "type": "{}" }}, "bodies": [
      {{ "name": "jet", "density": 0.01, "shape": {{ "type": "particles", "points": [[0, 1, 0]] }}, "fields": [{}],
         "emitter": {{ "rate": 31, "capacity": 20, "lifetime": 0.5, "speed": 3, "spread": 15 }} }}] }})",
                       integrator, fields);
}

TEST(SmallestWorlds, ParticlesOfAnEmitterFlyFreelyUnderWhatRemembers) {
    for (const char* integrator : {"bdf2", "newmark"}) {
        SceneRun run(parse_scene(jet(integrator, ""), "jet", ".", {}));
        const Emitter& emitter = drive_of(run.model())->emitters.at(0);
        int flown = 0;
        for (int n = 1; n <= 40; ++n) {
            ASSERT_TRUE(run.step().completed);
            for (int k = 0; k < 20; ++k) {
                const double t = run.state().time, age = emitter.age(k, t);
                if (age < 0.0) continue;
                const Vec3 v = emitter.birth(k, t).velocity, free = Vec3{0, 1 - 0.5 * g * age * age, 0} + age * v;
                // The very first step of BDF2 is implicit Euler's, which falls by ½ g h² more; all others are exact.
                EXPECT_LT(norm(run.x()[k] - free), 0.5 * g * 1e-4 * (1.0 + 100.0 * age) * (k == 0) + 1e-8)
                    << integrator << " " << k << " at " << t;
                ++flown;
            }
        }
        EXPECT_GT(flown, 100);
    }
}

TEST(SmallestWorlds, TheRefereeKnowsWhatDrivesParticles) {
    for (const char* integrator : {"implicit_euler", "bdf2", "newmark", "conserving"}) {
        const RecordedRun run(jet(integrator, R"({ "type": "wind", "velocity": [1, 0, 0], "rate": 2 })"));
        const Certificate certificate = run.verify();
        EXPECT_TRUE(certificate.passed()) << integrator << "\n" << certificate.text();
    }
}

TEST(SmallestWorlds, TheRefereeLetsLiquidsMix) {
    // Two of them begin at one place and burst apart; particles of both are thicker than they are apart.
    const RecordedRun run(R"({ "planar": true, "time": { "step": 0.005, "frames": 20 }, "contact": {}, "bodies": [
        { "name": "oil", "density": 900, "liquid": {}, "contact": { "thickness": 0.02 },
          "place": { "translate": [0, 0.07, 0] },
          "shape": { "type": "particles", "size": [0.1, 0.1, 0], "spacing": 0.01 } },
        { "name": "water", "density": 1000, "liquid": {}, "contact": { "thickness": 0.02 },
          "place": { "translate": [0, 0.07, 0] },
          "shape": { "type": "particles", "size": [0.1, 0.1, 0], "spacing": 0.01 } }],
        "obstacles": [{ "name": "floor", "shape": { "type": "plane" } }] })");
    EXPECT_EQ(run.summary.ended.words(), "finished") << run.summary.advice;
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
    const std::vector<Vec3> x = run.last_frame();
    for (int i = 0; i < 100; ++i) EXPECT_GT(norm(x[i] - x[100 + i]), 1e-4) << "they part";
}

}  // namespace
}  // namespace talweg::smallest_worlds_test
