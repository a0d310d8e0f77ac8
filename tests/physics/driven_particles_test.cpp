/// Particles under fields and from emitters, step by step: closed forms, books, resuming.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scene_run.hpp"
#include "support/threads.hpp"
#include "talweg/model/drive.hpp"
#include "talweg/model/momentum.hpp"

namespace talweg::driven_particles_test {
namespace {

using testing::SceneRun;

Scene one_particle(const std::string& integrator, const std::string& fields, const std::string& more = "") {
    return parse_scene(fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "step": 0.001 }},
          "integrator": {{ "type": "{}" }}, "bodies": [{{ "name": "p", "density": 2, "fields": [{}],
            "shape": {{ "type": "particles", "points": [[1, 0, 0]] }} {} }}] }})",
                                   integrator, fields, more),
                       "field", ".", {});
}

TEST(DrivenParticles, FollowClosedForms) {
    for (const char* integrator : {"implicit_euler", "symplectic_euler", "velocity_verlet", "bdf2"}) {
        // x'' = −x about the origin, by an expression: back after 2π.
        SceneRun swing(one_particle(integrator, R"({ "type": "uniform", "acceleration": ["-x", 0, 0] })"));
        for (int n = 0; n < 3142; ++n) ASSERT_TRUE(swing.step().completed);
        EXPECT_NEAR(swing.x()[0][0], -1.0, 5e-3) << integrator;
        // v' = 2 (w − v), w = 3: x = 1 + 3 t − 1.5 (1 − e^(−2t))
        SceneRun blown(one_particle(integrator, R"({ "type": "wind", "velocity": [3, 0, 0], "rate": 2 })"));
        for (int n = 0; n < 1000; ++n) ASSERT_TRUE(blown.step().completed);
        EXPECT_NEAR(blown.x()[0][0], 1.0 + 3.0 - 1.5 * (1.0 - std::exp(-2.0)), 5e-3) << integrator;
    }
    // On a circle around a point of strength 4: v² = 4/r, T = 2π/2.
    SceneRun circle(one_particle("symplectic_euler", R"({ "type": "point", "strength": 4 })",
                                 R"(, "start": { "velocity": [0, 2, 0] })"));
    for (int n = 0; n < 3142; ++n) ASSERT_TRUE(circle.step().completed);
    EXPECT_NEAR(norm(circle.x()[0]), 1.0, 2e-3);
    EXPECT_GT(circle.x()[0][0], 0.999);
}

/// A magnetic field along z, a = ω v × e, taken where a step begins: v turns by atan ωh and grows by √(1 + (ωh)²).
TEST(DrivenParticles, FieldsOfTheVelocityTurnIt) {
    constexpr double omega = 3.0, h = 0.001, a = omega * h;
    for (const char* integrator : {"implicit_euler", "symplectic_euler"}) {
        SceneRun run(one_particle(integrator, R"({ "type": "uniform", "acceleration": ["3*vy", "-3*vx", "0*vz"] })",
                                  R"(, "start": { "velocity": [2, 0, 0.5] })"));
        for (int n = 0; n < 700; ++n) ASSERT_TRUE(run.step().completed);
        const double speed = 2.0 * std::pow(1.0 + a * a, 350.0), angle = -700.0 * std::atan(a);
        const Vec3 expected{speed * std::cos(angle), speed * std::sin(angle), 0.5};
        EXPECT_LT(norm(run.state().v[0] - expected), 1e-9) << integrator;
        EXPECT_LT(norm(run.x()[0] - Vec3{1.0 + 2.0 / omega * std::sin(2.1), 2.0 / omega * (std::cos(2.1) - 1.0), 0.35}),
                  5e-3)
            << integrator;
    }
    SceneRun lost(one_particle("implicit_euler", R"({ "type": "uniform", "acceleration": ["1/vx", 0, 0] })"));
    EXPECT_THAT([&] { lost.step(); },
                ::testing::ThrowsMessage<Error>(::testing::HasSubstr("at the velocity (0, 0, 0)")));
    EXPECT_THAT([] { one_particle("bdf2", R"({ "type": "uniform", "acceleration": ["vw", 0, 0] })"); },
                ::testing::ThrowsMessage<Error>(::testing::HasSubstr("known are t, x, y, z, vx, vy, vz, pi, sin")));
    EXPECT_THAT([] { one_particle("bdf2", R"({ "type": "wind", "velocity": ["vx", 0, 0], "rate": 1 })"); },
                ::testing::ThrowsMessage<Error>(::testing::HasSubstr("known are t, x, y, z, pi, sin")));
}

/// Springs between neighbours: of three in a row two are linked, so that one falls and one hangs lower by m g/k.
TEST(DrivenParticles, HangOnTheirLinks) {
    SceneRun run(parse_scene(R"({ "time": { "step": 0.02 }, "bodies": [{ "name": "row", "density": 0.3,
          "damping": { "mass": 4 }, "energies": [{ "type": "hooke_spring", "stiffness": 50 }],
          "hold": [{ "select": { "box": { "min": [-1, -0.1, -1], "max": [1, 0.1, 1] } } }],
          "shape": { "type": "particles", "points": [[0, 0, 0], [0, -0.7, 0], [0, -2, 0]], "links": 0.8 } }] })",
                             "links", ".", {}));
    for (int n = 0; n < 400; ++n) ASSERT_TRUE(run.step().completed);
    EXPECT_NEAR(run.x()[1][1], -0.7 - 0.3 * 9.81 / 50.0, 1e-7);
    EXPECT_LT(run.x()[2][1], -10.0);
}

TEST(DrivenParticles, FieldsStandInTheBooks) {
    SceneRun run(one_particle("implicit_euler", R"({ "type": "vortex", "axis": [0, 0, 1], "strength": 3 },
                                                   { "type": "turbulence", "strength": 2, "size": 0.4 })"));
    for (int n = 0; n < 20; ++n) {
        const auto before = body_momenta(run.model(), run.state().c, run.state().v);
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed);
        const auto after = body_momenta(run.model(), run.state().c, run.state().v);
        const Impulses& i = report.impulses;
        EXPECT_LT(norm(after[0].linear - before[0].linear - i.loads[0].linear), 1e-12);
        EXPECT_LT(norm(after[0].angular - before[0].angular - i.loads[0].angular - i.integrator[0].angular), 1e-12);
        EXPECT_GT(norm(i.loads[0].linear), 1e-4);
    }
}

std::string jet(double rate) {
    return fmt::format(R"({{ "time": {{ "step": 0.01 }}, "bodies": [
      {{ "name": "jet", "density": 0.01, "shape": {{ "type": "particles", "points": [[0, 1, 0]] }},
         "emitter": {{ "rate": {}, "capacity": 100, "lifetime": 0.5, "speed": 3, "spread": 15 }} }}] }})",
                       rate);
}

TEST(DrivenParticles, FlyFromTheirSource) {
    SceneRun run(parse_scene(jet(123.4), "jet", ".", {}));
    const Emitter& emitter = drive_of(run.model())->emitters.at(0);
    for (int n = 1; n <= 200; ++n) {
        ASSERT_TRUE(run.step().completed);
        const double t = run.state().time;
        for (int k = 0; k < 100; ++k) {
            const double age = emitter.age(k, t);
            const Vec3 x = run.x()[k];
            if (age < 0.0) {
                ASSERT_TRUE((x == Vec3{0, 1, 0})) << "waits";
                continue;
            }
            // Implicit Euler falls by ½ g h more per second than free flight.
            const Vec3 v = emitter.birth(k, t).velocity, free = Vec3{0, 1 - 0.5 * 9.81 * age * age, 0} + age * v;
            ASSERT_LT(norm(x - free), 0.5 * 9.81 * 0.01 * age + 1e-9) << k << " at " << t;
        }
    }
    EXPECT_NEAR(emitter.living(run.state().time), 61.7, 1.0);
}

/// More than one piece of a parallel loop holds, under a field.
const char* const spray = R"({ "time": { "step": 0.01 }, "bodies": [
  { "name": "spray", "density": 0.01, "shape": { "type": "particles", "points": [[0, 1, 0]] },
    "fields": [{ "type": "turbulence", "strength": 5, "size": 0.3 }],
    "emitter": { "rate": 20000, "capacity": 6000, "lifetime": 0.29, "speed": 3, "spread": 40 } }] })";

TEST(DrivenParticles, AreTheSameForAnyNumberOfThreadsAndWhenResumed) {
    const auto end = [](int threads, bool resumed) {
        return testing::with_threads(threads, [&] {
            const Scene scene = parse_scene(spray, "spray", ".", {});
            SceneRun run(scene), again(scene);
            for (int n = 0; n < 20; ++n) EXPECT_TRUE(run.step().completed);
            if (resumed) {
                again.state() = restore(save(run.state()));
                again.stepper().backend().restore(run.stepper().backend().save());
            }
            SceneRun& going = resumed ? again : run;
            for (int n = 0; n < 20; ++n) EXPECT_TRUE(going.step().completed);
            return going.state();
        });
    };
    const State one = end(1, false), four = end(4, false), resumed = end(2, true);
    EXPECT_TRUE(one.c == four.c && one.v == four.v);
    EXPECT_TRUE(one.c == resumed.c && one.v == resumed.v);
}

TEST(DrivenParticles, BadInputIsNamed) {
    const auto said = [](const std::string& text) {
        try {
            build_model(parse_scene(text, "scene.json", ".", {}));
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(said(jet(150)), "");
    EXPECT_NE(said(jet(300)).find("has 150 particles at a time"), std::string::npos) << said(jet(300));
    EXPECT_NE(said(jet(300)).find("at most 0.3333 s"), std::string::npos) << said(jet(300));
    const auto changed = [](const std::string& from, const std::string& to) {
        std::string text = jet(150);
        return text.replace(text.find(from), from.size(), to);
    };
    EXPECT_NE(said(changed(R"("speed": 3)", R"("direction": [0, 0, 0])")).find("without length"), std::string::npos);
    EXPECT_NE(said(changed(R"("capacity": 100)", R"("capacity": 0)")).find("capacity"), std::string::npos);
    EXPECT_NE(
        said(changed(R"("points": [[0, 1, 0]])", R"("size": [1, 1, 1], "spacing": 0.2)")).find("places to be born at"),
        std::string::npos);
    const std::string field = R"("density": 0.01, "fields": [{ "type": "vortex", "strength": 1, "axis": [0, 0, 0] }])";
    EXPECT_NE(said(changed(R"("density": 0.01)", field)).find("axis without direction"), std::string::npos);
    const std::string wrong = R"("density": 0.01, "fields": [{ "type": "uniform", "acceleration": ["q", 0, 0] }])";
    EXPECT_NE(said(changed(R"("density": 0.01)", wrong)).find("q"), std::string::npos);
}

}  // namespace
}  // namespace talweg::driven_particles_test
