/// Rigid bodies of several surfaces.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "math/random_matrices.hpp"
#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "talweg/math/error.hpp"

namespace talweg::compounds_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::RecordedRun;
using testing::SceneRun;

Scene scene_of(const std::string& text) { return parse_scene(text, "scene.json", ".", {}); }

std::string message(const std::string& text) {
    try {
        build_model(scene_of(text));
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing";
}

std::string body(const std::string& parts, const std::string& more = "") {
    return fmt::format(R"({{ "name": "thing", "rigid": true, {} "shape": {{ "type": "compound", "parts": [{}] }} }})",
                       more, parts);
}
std::string scene(const std::string& parts, const std::string& more = "", const std::string& settings = "") {
    return fmt::format(R"({{ "time": {{ "step": 0.01, "frames": 60 }}, {} "bodies": [{}] }})", settings,
                       body(parts, more));
}

struct Solid {
    double mass;
    Vec3 center;
    Mat3 inertia;  // about the centre, kg m²
};

/// Of the four points that carry a body.
Solid solid_of(const Model& model, int body = 0) {
    Solid solid{0.0, Vec3::zero(), Mat3::zero()};
    const int first = model.bodies[body].first_point;
    solid.mass = model.bodies[body].mass;
    for (int i = 0; i < 4; ++i) solid.center += 0.25 * model.rest[first + i];
    for (int i = 0; i < 4; ++i) {
        const Vec3 d = model.rest[first + i] - solid.center;
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c)
                solid.inertia(r, c) += 0.25 * solid.mass * ((r == c ? dot(d, d) : 0.0) - d[r] * d[c]);
    }
    return solid;
}

/// A box as a part, with that mass, turned about z by that angle.
struct Block {
    Vec3 size, place;
    double mass, degrees;

    double volume() const { return size[0] * size[1] * size[2]; }
    std::string part(const std::string& weight) const {
        return fmt::format(R"({{ "shape": {{ "type": "box", "size": [{}, {}, {}], "cells": [1, 2, 1] }}, {},
            "place": {{ "rotate": {{ "axis": [0, 0, 1], "angle": {} }}, "translate": [{}, {}, {}] }} }})",
                           size[0], size[1], size[2], weight, degrees, place[0], place[1], place[2]);
    }
    /// About its own centre, J = R diag(m (b² + c²)/12…) Rᵀ.
    Mat3 inertia() const {
        Mat3 own = Mat3::zero();
        for (int a = 0; a < 3; ++a) own(a, a) = mass * (dot(size, size) - size[a] * size[a]) / 12.0;
        const Mat3 turn = rotation_matrix({0, 0, degrees * M_PI / 180.0});
        return turn * own * turn.transposed();
    }
};

/// Two boxes and a part by its mass, the body turned and moved: mass, centre and inertia are those of the sum.
TEST(Compounds, WeighWhatTheirPartsDoTogether) {
    const Block blocks[] = {{{0.4, 0.1, 0.2}, {0.1, 0.2, -0.1}, 0.0, 30.0},
                            {{0.1, 0.3, 0.1}, {-0.4, 0.0, 0.3}, 0.0, 0.0},
                            {{0.2, 0.2, 0.2}, {0.5, -0.3, 0.0}, 4.0, -20.0}};
    std::vector<Block> weighed(blocks, blocks + 3);
    weighed[0].mass = 1000.0 * weighed[0].volume();
    weighed[1].mass = 7800.0 * weighed[1].volume();
    const std::string parts = weighed[0].part(R"("density": 1000)") + ", " + weighed[1].part(R"("density": 7800)") +
                              ", " + weighed[2].part(R"("mass": 4)");
    const Vec3 axis = Vec3{1, 2, 3} / norm(Vec3{1, 2, 3}), move{3, -1, 2};
    const Mat3 turn = rotation_matrix((40.0 * M_PI / 180.0) * axis);
    const SceneRun run(scene_of(
        scene(parts, R"("place": { "rotate": { "axis": [1, 2, 3], "angle": 40 }, "translate": [3, -1, 2] },)")));
    Solid sum{0.0, Vec3::zero(), Mat3::zero()};
    for (const Block& block : weighed) {
        sum.mass += block.mass;
        sum.center += block.mass * block.place;
    }
    sum.center = sum.center / sum.mass;
    for (const Block& block : weighed) {
        const Vec3 d = block.place - sum.center;
        sum.inertia += block.inertia();
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c) sum.inertia(r, c) += block.mass * ((r == c ? dot(d, d) : 0.0) - d[r] * d[c]);
    }
    const Solid found = solid_of(run.model());
    EXPECT_EQ(run.model().node_count(), 4);
    EXPECT_NEAR(found.mass, sum.mass, 1e-12 * sum.mass);
    EXPECT_LT(norm(found.center - (turn * sum.center + move)), 1e-12);
    EXPECT_LT(frobenius(found.inertia - turn * sum.inertia * turn.transposed()), 1e-12 * frobenius(sum.inertia));
}

/// A bar in one piece and in three that touch is the same body, and falls and tumbles the same way.
TEST(Compounds, ABarOfThreePiecesMovesAsTheBar) {
    const std::string start = R"("density": 700, "start": { "velocity": [1, 2, 0], "angular_velocity": [1, 5, 3] },)",
                      tight = R"("solver": { "tolerance": 1e-11 },)";
    const auto piece = [](double x, double length) {
        return fmt::format(R"({{ "shape": {{ "type": "box", "size": [{}, 0.1, 0.2], "cells": [1, 1, 1] }},
                               "place": {{ "translate": [{}, 0, 0] }} }})",
                           length, x);
    };
    SceneRun whole(scene_of(scene(piece(0, 1.0), start, tight)));
    SceneRun pieces(scene_of(scene(piece(-0.4, 0.2) + ", " + piece(0, 0.6) + ", " + piece(0.4, 0.2), start, tight)));
    EXPECT_THAT(build_model(scene_of(scene(piece(-0.4, 0.2) + ", " + piece(0, 0.6), start))).notes, IsEmpty());
    for (int n = 0; n < 50; ++n) {
        ASSERT_TRUE(whole.step().completed);
        ASSERT_TRUE(pieces.step().completed);
    }
    // Nodes may be other four points of the same body: places are compared.
    const auto corner = [](const SceneRun& run, const Vec3& rest) {
        const Positions x = run.x();
        for (int i = 4; i < static_cast<int>(x.size()); ++i)
            if (norm(run.model().rest[i] - rest) < 1e-12) return x[i];
        ADD_FAILURE();
        return Vec3::zero();
    };
    for (const Vec3& rest : {Vec3{0.5, 0.05, 0.1}, Vec3{-0.5, -0.05, 0.1}, Vec3{0.5, -0.05, -0.1}})
        EXPECT_LT(norm(corner(whole, rest) - corner(pieces, rest)), 1e-8);
}

/// A stool of a seat and three legs stands on its legs on the ground, and carries a ball on its seat, by default
/// settings; the referee has no objections, and the ground bears the weight of all.
TEST(Compounds, AllSurfacesTouch) {
    std::string parts = R"({ "shape": { "type": "cylinder", "radius": 0.2, "height": 0.04, "rings": 3, "layers": 1 },
                             "place": { "translate": [0, 0.5, 0] }, "density": 500 })";
    for (int k = 0; k < 3; ++k)
        parts += fmt::format(R"(, {{ "shape": {{ "type": "box", "size": [0.04, 0.479, 0.04], "cells": [1, 1, 1] }},
                                   "place": {{ "translate": [{}, 0.2395, {}] }}, "density": 2000 }})",
                             0.14 * std::cos(2.0 * k * M_PI / 3.0), 0.14 * std::sin(2.0 * k * M_PI / 3.0));
    const RecordedRun run(fmt::format(
        R"({{ "time": {{ "step": 0.01, "frames": 80 }}, "contact": {{ "friction": 0.4 }},
              "obstacles": [{{ "name": "ground", "shape": {{ "type": "plane" }} }}],
              "bodies": [{}, {{ "name": "ball", "rigid": true, "density": 800,
                "place": {{ "translate": [0.02, 0.6, 0] }},
                "shape": {{ "type": "sphere", "radius": 0.05, "divisions": 3 }} }}] }})",
        body(parts, R"("density": 1, "place": { "translate": [0, 0.002, 0] },)")));
    ASSERT_EQ(run.summary.ended, "finished") << run.summary.advice;
    const World world = build_model(run.scene);
    const double weight = 9.81 * (world.model.bodies[0].mass + world.model.bodies[1].mass);
    double borne = 0.0;
    for (const char* body : {"thing.y", "ball.y"}) borne += run.series().value("impulse_contact", body, 80);
    EXPECT_NEAR(borne, 0.01 * weight, 0.01 * 0.01 * weight);
    EXPECT_NEAR(run.last_middle(1)[1], 0.572, 0.004) << "on the seat";
    EXPECT_TRUE(run.verify().passed()) << run.verify().text();
}

TEST(Compounds, MistakesAreNamedByTheirPart) {
    TemporaryDirectory folder;
    std::filesystem::create_directories(folder / "");
    std::ofstream(folder / "open.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n";
    std::ofstream(folder / "inside_out.obj")
        << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n";
    const std::string box = R"({ "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] } })";
    const auto with = [&](const char* file) {
        return scene(box + fmt::format(",\n{{ \"shape\": {{ \"type\": \"mesh\", \"file\": \"{}\" }} }}",
                                       (folder / file).string()),
                     R"("density": 1,)");
    };
    EXPECT_THAT(
        message(with("open.obj")),
        AllOf(HasSubstr("scene.json:2: bodies[0].shape.parts[1]: a rigid or affine body is the inside of a closed"),
              HasSubstr("3 ")));
    EXPECT_THAT(message(with("inside_out.obj")),
                AllOf(HasSubstr("scene.json:2: bodies[0].shape.parts[1]: "), HasSubstr("inside out")));
    EXPECT_THAT(message(with("none.obj")), HasSubstr("bodies[0].shape.parts[1]: "));
    EXPECT_THAT(message(scene("", R"("density": 1,)")), HasSubstr("parts"));
    EXPECT_THAT(message(scene(box)), HasSubstr("lacks the key \"density\""));
    EXPECT_THAT(message(scene(R"({ "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] },
                                   "density": 1, "mass": 2 })")),
                HasSubstr("bodies[0].shape.parts[0] has a density and a mass; give one of them"));
    EXPECT_THAT(
        message(scene(R"({ "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] }, "density": 0 })")),
        HasSubstr("density"));
    const std::string rope = R"({ "shape": { "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 3 } })";
    EXPECT_THAT(message(scene(rope + ", " + box, R"("density": 1, "wall": 0.01,)")), HasSubstr("wires"));
    std::string soft = scene(box, R"("density": 1,)");
    soft.replace(soft.find("\"rigid\": true"), 13, "\"rigid\": false");
    EXPECT_THAT(message(soft), HasSubstr("is a compound, which moves as a whole; make it \"rigid\" or \"affine\""));
}

TEST(Compounds, PartsThatOverlapAreTold) {
    const std::string box = R"({ "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] } })",
                      apart = R"(, { "shape": { "type": "sphere", "radius": 0.2, "divisions": 2 },
                                     "place": { "translate": [2, 0, 0] } })",
                      within = R"(, { "shape": { "type": "sphere", "radius": 0.2, "divisions": 2 } })";
    EXPECT_THAT(build_model(scene_of(scene(box + apart, R"("density": 1,)"))).notes, IsEmpty());
    const auto told = build_model(scene_of(scene(box + apart + within, R"("density": 1,)"))).notes;
    ASSERT_EQ(told.size(), 1u);
    EXPECT_THAT(told[0], HasSubstr("thing: parts[0] and parts[2] overlap"));
    EXPECT_THAT(build_model(scene_of(scene(box + within, R"("inertia": { "mass": 1, "center": [0, 0, 0],
        "tensor": [1, 1, 1] },)")))
                    .notes,
                IsEmpty());
}

}  // namespace
}  // namespace talweg::compounds_test
