#include "talweg/record/scene_identity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_scene.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/scene/spec/to_json.hpp"

namespace talweg::scene_identity_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::uint64_t digest_of(const std::vector<std::string>& settings) {
    const Scene scene = small_scene(settings);
    const World world = build_model(scene);
    return scene_digest(scene, world.model, world.state);
}

TEST(SceneIdentity, what_moves_nothing_does_not_count) {
    const std::uint64_t digest = digest_of({});
    EXPECT_EQ(digest_of({"time.frames=600"}), digest);
    EXPECT_EQ(digest_of({"title=Other"}), digest);
    EXPECT_EQ(digest_of({"description=Other"}), digest);
    EXPECT_EQ(digest_of({R"(expect=[{"measure":"energy","frame":1,"name":"total","value":1}])"}), digest);
}

TEST(SceneIdentity, everything_else_counts) {
    const std::uint64_t digest = digest_of({});
    for (const char* setting : {"gravity[1]=-9.8", "planar=false", "bodies[0].density=101",
                                "bodies[0].start.stretch[0]=1.3", "bodies[1].energies[0].stiffness=1001",
                                "bodies[1].shape.segments=4", "bodies[0].name=other", "integrator.type=forward_euler"})
        EXPECT_NE(digest_of({setting}), digest) << setting;
}

TEST(SceneIdentity, how_steps_are_taken_does_not_count_and_is_told_apart) {
    const std::uint64_t digest = digest_of({});
    for (const char* setting :
         {"time.step=0.011", "time.steps_per_frame=2", "solver.tolerance=1e-5", "solver.linear=cg"})
        EXPECT_EQ(digest_of({setting}), digest) << setting;
    const Json before = to_json(small_scene());
    EXPECT_THAT(changes_of_course(before, to_json(small_scene({"bodies[0].density=101"}))), IsEmpty());
    EXPECT_THAT(changes_of_course(before, to_json(small_scene({"time.step=0.02", "solver.max_iterations=7"}))),
                ElementsAre("solver.max_iterations: 1000 before, 7 now", "time.step: 0.01 before, 0.02 now"));
}

/// One number per element, in a file: as much a part of the scene as if it stood in it.
TEST(SceneIdentity, numbers_in_files_count) {
    const TemporaryDirectory directory;
    const auto digest_with = [&](const char* numbers) {
        replace_file(directory / "stiffness.txt", numbers);
        const std::string scene =
            R"({ "planar": true, "time": { "step": 0.01 }, "bodies": [{ "name": "square", "density": 1,
            "shape": { "type": "rectangle", "size": [1, 1], "cells": [1, 1] },
            "energies": [{ "type": "plane_strain_neo_hookean", "poissons_ratio": 0.3, "thickness": 1,
                           "youngs_modulus": { "file": "stiffness.txt" } }] }] })";
        const Scene read = parse_scene(scene, "scene", directory.path(), {});
        const World world = build_model(read);
        return scene_digest(read, world.model, world.state);
    };
    const std::uint64_t first = digest_with("1 2");
    EXPECT_EQ(digest_with("1 2"), first);
    EXPECT_NE(digest_with("1 3"), first);
}

/// How much of a body each handle carries, in a file whose name and place do not matter.
TEST(SceneIdentity, weights_of_rigs_in_files_count) {
    const TemporaryDirectory directory;
    const auto digest_with = [&](const char* file, const std::string& first_weights) {
        std::string weights = first_weights;
        for (int point = 1; point < 8; ++point) weights += point % 2 ? " 1 0" : " 0.5 0.5";
        replace_file(directory / file, weights);
        const std::string scene = R"({ "time": { "step": 0.01 }, "bodies": [{ "name": "cube", "density": 1000,
            "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] },
            "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3 }],
            "rig": { "handles": [{ "at": [[0, 0, 0]] }, { "at": [[1, 0, 0]] }], "weights": ")" +
                                  std::string(file) + R"(" } }] })";
        const Scene read = parse_scene(scene, "scene", directory.path(), {});
        const World world = build_model(read);
        return scene_digest(read, world.model, world.state);
    };
    const std::uint64_t first = digest_with("weights.txt", "0.25 0.75");
    EXPECT_EQ(digest_with("weights.txt", "0.25 0.75"), first);
    EXPECT_EQ(digest_with("moved.txt", "0.25 0.75"), first);
    EXPECT_NE(digest_with("weights.txt", "0.2500001 0.7499999"), first);
}

TEST(SceneIdentity, how_points_follow_nodes_counts) {
    const Scene scene = small_scene();
    World world = build_model(scene);
    const std::uint64_t before = scene_digest(scene, world.model, world.state);
    PointMap map;
    for (int i = 0; i < world.model.point_count(); ++i) {
        std::vector<NodeWeight> row(world.model.map.row(i).begin(), world.model.map.row(i).end());
        if (i == 3) row.at(0).weight += 1e-12;
        map.add_point(row);
    }
    world.model.map = map;
    EXPECT_NE(scene_digest(scene, world.model, world.state), before);
}

TEST(SceneIdentity, the_points_themselves_count) {
    const Scene scene = small_scene();
    World world = build_model(scene);
    const std::uint64_t before = scene_digest(scene, world.model, world.state);
    world.model.rest[3][1] += 1e-12;
    EXPECT_NE(scene_digest(scene, world.model, world.state), before);
}

TEST(SceneIdentity, says_what_differs) {
    const Json before = to_json(small_scene());
    EXPECT_THAT(scene_differences(before, to_json(small_scene({"time.frames=7"})), 5), IsEmpty());
    EXPECT_THAT(scene_differences(before, to_json(small_scene({"gravity[0]=0.02", "bodies[0].density=1"})), 5),
                ElementsAre("gravity[0]: 0.0 before, 0.02 now", "bodies[0].density: 100.0 before, 1.0 now"));
    EXPECT_THAT(
        scene_differences(
            before, to_json(small_scene({"integrator.error_tolerance=0.5", "integrator.type=velocity_verlet"})), 5),
        ElementsAre("integrator.type: \"implicit_euler\" before, \"velocity_verlet\" now",
                    "integrator.error_tolerance: absent before, 0.5 now"));
}

TEST(SceneIdentity, does_not_go_on_for_ever) {
    const Json before = to_json(small_scene());
    const Json now = to_json(small_scene({"gravity=[1,2,3]", "bodies[0].start.velocity=[1,2,3]"}));
    const auto lines = scene_differences(before, now, 2);
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[2], "and 4 more");
}

}  // namespace
}  // namespace talweg::scene_identity_test
