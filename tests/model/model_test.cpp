#include "talweg/model/model.hpp"

#include <gtest/gtest.h>

namespace talweg::model_test {
namespace {

/// Point 0 follows a motion, point 1 rests, point 2 is node 0, whose y is driven.
Model scripted_model() {
    Model model;
    model.map.add_point({});
    model.map.add_point({});
    model.map.add_point(std::vector<NodeWeight>{{0, 1.0}});
    model.b = {{9, 9, 9}, {4, 5, 6}, Vec3::zero()};
    model.held_axes = {2};
    model.motions = {{Vec3::zero(), SteadyPose{{1, 2, 3}, Vec3::zero(), 0.0, 10.0}}};
    model.scripts = {{0, -1, 0, {1, 1, 1}, all_axes}, {2, 0, 0, {0, 1, 0}, 2}};
    return model;
}

TEST(Model, CountsPointsAndNodes) {
    const Model model = scripted_model();
    EXPECT_EQ(model.point_count(), 3);
    EXPECT_EQ(model.node_count(), 1);
}

TEST(Model, PrescribedPointsMoveAndRest) {
    const Model model = scripted_model();
    Positions b;
    prescribed_points(model, 2.0, b);
    EXPECT_EQ(b[0], (Vec3{3, 5, 7})) << "from the script's start, not from b";
    EXPECT_EQ(b[1], (Vec3{4, 5, 6}));
    EXPECT_EQ(b[2], Vec3::zero()) << "a point with a node has its motion there";
    prescribed_points(model, 20.0, b);
    EXPECT_EQ(b[0], (Vec3{11, 21, 31})) << "the motion ends at 10 s";
}

TEST(Model, APointMayBeScriptedAlongSomeAxesOnly) {
    Model model = scripted_model();
    model.scripts[0].axes = 5;
    Positions b;
    prescribed_points(model, 2.0, b);
    EXPECT_EQ(b[0], (Vec3{3, 9, 7}));
}

TEST(Model, PrescribedNodesMoveAlongTheirAxesOnly) {
    const Model model = scripted_model();
    Nodes c{{7, 7, 7}};
    prescribe_nodes(model, 2.0, c);
    EXPECT_EQ(c[0], (Vec3{7, 5, 7}));
}

}  // namespace
}  // namespace talweg::model_test
