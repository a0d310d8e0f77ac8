#include "talweg/record/scene_identity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/small_scene.hpp"
#include "talweg/scene/build_model.hpp"
#include "talweg/scene/to_json.hpp"

namespace talweg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::uint64_t digest_of(const std::vector<std::string>& settings) {
    const Scene scene = small_scene(settings);
    const World world = build_model(scene);
    return scene_digest(to_json(scene), world.model, world.state);
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
    for (const char* setting : {"time.step=0.011", "time.steps_per_frame=2", "gravity[1]=-9.8", "planar=false",
                                "solver.tolerance=1e-5", "solver.linear=cg", "bodies[0].density=101",
                                "bodies[0].start.stretch[0]=1.3", "bodies[1].energies[0].stiffness=1001",
                                "bodies[1].shape.segments=4", "bodies[0].name=other", "integrator.type=forward_euler"})
        EXPECT_NE(digest_of({setting}), digest) << setting;
}

TEST(SceneIdentity, the_points_themselves_count) {
    const Scene scene = small_scene();
    World world = build_model(scene);
    const std::uint64_t before = scene_digest(to_json(scene), world.model, world.state);
    world.model.rest[3][1] += 1e-12;
    EXPECT_NE(scene_digest(to_json(scene), world.model, world.state), before);
}

TEST(SceneIdentity, says_what_differs) {
    const Json before = to_json(small_scene());
    EXPECT_THAT(scene_differences(before, to_json(small_scene({"time.frames=7"})), 5), IsEmpty());
    EXPECT_THAT(scene_differences(before, to_json(small_scene({"time.step=0.02", "bodies[0].density=1"})), 5),
                ElementsAre("time.step: 0.01 before, 0.02 now", "bodies[0].density: 100.0 before, 1.0 now"));
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
}  // namespace talweg
