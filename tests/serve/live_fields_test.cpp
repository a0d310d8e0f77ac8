#include "talweg/serve/live_fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sample_scenes.hpp"

namespace talweg::live_fields_test {
namespace {

std::shared_ptr<const World> world_of(const Scene& scene) { return std::make_shared<World>(build_model(scene)); }

int index_of(const LiveFields& fields, const std::string& name) {
    const auto found = std::ranges::find(fields.fields(), name, &LiveFields::Field::name);
    EXPECT_NE(found, fields.fields().end());
    return static_cast<int>(found - fields.fields().begin());
}

TEST(LiveFields, tell_the_stretches_and_the_volume_of_a_body_pulled_evenly) {
    const auto world = world_of(block_on_slope());
    const LiveFields fields(world);
    Positions x = world->model.rest;
    for (Vec3& p : x) p[0] *= 1.2;
    const std::vector<double> longest = fields.values(index_of(fields, "principal_stretches_1"), x);
    const std::vector<double> volume = fields.values(index_of(fields, "volume_ratio"), x);
    const Body& block = world->model.bodies[0];
    for (int i = 0; i < block.point_count; ++i) {
        EXPECT_NEAR(longest[i], 1.2, 1e-12);
        EXPECT_NEAR(volume[i], 1.2, 1e-12);
    }
    ASSERT_GT(x.size(), static_cast<std::size_t>(block.point_count));
    for (std::size_t i = block.point_count; i < x.size(); ++i) EXPECT_TRUE(std::isnan(volume[i])) << "the slope";
}

TEST(LiveFields, without_solids_there_is_the_displacement_alone) {
    const auto world = world_of(resting_rope());
    const LiveFields fields(world);
    ASSERT_EQ(fields.fields().size(), 1u);
    EXPECT_EQ(fields.fields()[0].name, "displacement");
    EXPECT_EQ(fields.fields()[0].unit, "m");
    Positions x = places(world->model, world->state);
    x[3] += Vec3{0.3, 0.0, 0.4};
    const std::vector<double> ways = fields.values(0, x);
    EXPECT_DOUBLE_EQ(ways[3], 0.5);
    EXPECT_EQ(ways[4], 0.0);
}

}  // namespace
}  // namespace talweg::live_fields_test
