#include "talweg/render/ray_scene.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "talweg/render/weave.hpp"

namespace talweg::ray_scene_test {
namespace {

const Rgb red{1, 0, 0}, blue{0, 0, 1}, orange{1, 0.5, 0};

Stage stage_of_size_one() {
    Box box;
    const double half = 0.5 / std::sqrt(3.0);
    box.include(Vec3{-half, -half, -half});
    box.include(Vec3{half, half, half});
    return Stage(box);
}

RayScene scene_of(const BodyLook& body, const std::vector<Vec3>& x, const std::vector<Rgb>& colours) {
    const std::vector<BodyLook> bodies{body};
    return RayScene({bodies, x, colours, orange}, stage_of_size_one());
}

TEST(RayScene, meets_balls_where_geometry_says) {
    BodyLook body;
    body.balls = {0};
    body.ball_radius = 0.1;
    const RayScene scene = scene_of(body, {{0, 0, 0}}, {red});
    const auto hit = scene.trace({0.06, 0, 2}, {0, 0, -1});
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->distance, 2 - 0.08, 1e-5);  // 0.06² + 0.08² = 0.1²
    EXPECT_NEAR(hit->normal[0], 0.6, 1e-4);
    EXPECT_NEAR(hit->normal[2], 0.8, 1e-4);
    EXPECT_EQ(hit->colour, red);
    EXPECT_FALSE(scene.trace({0.11, 0, 2}, {0, 0, -1}));
    EXPECT_TRUE(scene.blocked({0, 0, 2}, {0, 0, -1}));
    EXPECT_FALSE(scene.blocked({0, 0, 2}, {0, 0, 1}));
}

/// As damaged runs have them; Embree would end the program.
TEST(RayScene, rays_from_nowhere_meet_nothing) {
    BodyLook body;
    body.balls = {0};
    body.ball_radius = 0.1;
    const RayScene scene = scene_of(body, {{0, 0, 0}}, {red});
    for (const double odd : {1e19, -1e30, 1e300, double(INFINITY), double(NAN)}) {
        EXPECT_FALSE(scene.trace({odd, 0, 2}, {0, 0, -1})) << odd;
        EXPECT_FALSE(scene.trace({0, 0, 2}, {0, odd, -1})) << odd;
        EXPECT_FALSE(scene.blocked({0, odd, 2}, {0, 0, -1})) << odd;
    }
}

TEST(RayScene, held_points_wear_the_colour_of_pins) {
    BodyLook body;
    body.pins = {0};
    body.pin_radius = 0.1;
    EXPECT_EQ(scene_of(body, {{0, 0, 0}}, {red}).trace({0, 0, 2}, {0, 0, -1})->colour, orange);
}

TEST(RayScene, rods_are_round_and_blend_their_ends) {
    BodyLook body;
    body.rods = {{0, 1}};
    body.rod_radius = 0.05;
    const RayScene scene = scene_of(body, {{-0.4, 0, 0}, {0.4, 0, 0}}, {red, blue});
    const auto hit = scene.trace({0.2, 0.03, 2}, {0, 0, -1});
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->distance, 2 - 0.04, 1e-4);
    EXPECT_NEAR(hit->normal[1], 0.6, 1e-2);
    EXPECT_NEAR(hit->colour[2], 0.75, 1e-2);
    EXPECT_FALSE(scene.trace({0.2, 0.06, 2}, {0, 0, -1}));
}

TEST(RayScene, surfaces_have_smooth_normals_colours_and_wires) {
    // A roof over the x axis: seen from above, its normal turns from side to side.
    const std::vector<Vec3> x{{-0.3, 0, -0.4}, {-0.3, 0, 0.4}, {0, 0.05, -0.4},
                              {0, 0.05, 0.4},  {0.3, 0, -0.4}, {0.3, 0, 0.4}};
    BodyLook body;
    body.surface = SmoothSurface({{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {3, 5, 4}}, x);
    body.wires = true;
    const RayScene scene = scene_of(body, x, {red, red, blue, blue, red, red});
    const auto ridge = scene.trace({0, 1, 0}, {0, -1, 0});
    ASSERT_TRUE(ridge);
    EXPECT_NEAR(ridge->distance, 0.95, 1e-5);
    EXPECT_NEAR(ridge->normal[0], 0, 1e-3);
    EXPECT_NEAR(ridge->normal[1], 1, 1e-3);
    EXPECT_NEAR(ridge->colour[2], 1, 1e-3);
    EXPECT_LT(ridge->wire, 1e-4);
    const auto slope = scene.trace({-0.15, 1, 0.1}, {0, -1, 0});
    ASSERT_TRUE(slope);
    EXPECT_NEAR(slope->face_normal[0], -0.05 / std::hypot(0.05, 0.3), 1e-4);
    EXPECT_LT(slope->normal[0], 0.3 * slope->face_normal[0]);  // between the rim's and the ridge's
    EXPECT_GT(slope->normal[0], 0.7 * slope->face_normal[0]);
    EXPECT_NEAR(slope->colour[0], 0.5, 1e-3);
    EXPECT_GT(slope->wire, 0.05);
    EXPECT_GE(slope->origin[1], slope->place[1]);  // further rays start above the faces of a rounded roof
    // From below, normals point down.
    EXPECT_LT(scene.trace({-0.15, -1, 0.1}, {0, 1, 0})->normal[1], 0);
}

TEST(RayScene, leaves_out_what_is_not_finite) {
    const double nan = std::nan("");
    BodyLook body;
    const std::vector<Vec3> x{{nan, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {-0.2, 0, 0}};
    body.surface = SmoothSurface({{0, 1, 2}, {1, 2, 3}}, {{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {-0.2, 0, 0}});
    body.rods = {{0, 1}};
    body.rod_radius = body.ball_radius = 0.01;
    body.balls = {0};
    const RayScene scene = scene_of(body, x, std::vector<Rgb>(4, red));
    EXPECT_TRUE(scene.trace({0, 0.03, 1}, {0, 0, -1}));
    EXPECT_FALSE(scene.trace({0.09, 0.05, 1}, {0, 0, -1}));
}

TEST(RayScene, an_empty_frame_lets_all_rays_pass) { EXPECT_FALSE(scene_of({}, {}, {}).trace({0, 0, 1}, {0, 0, -1})); }

TEST(RayScene, sheets_are_as_thick_as_they_are_told) {
    const std::vector<Vec3> x{{-0.3, 0, -0.3}, {-0.3, 0, 0.3}, {0.3, 0, -0.3}, {0.3, 0, 0.3}};
    BodyLook body;
    body.surface = SmoothSurface({{0, 1, 2}, {1, 3, 2}}, x);
    body.half_thickness = 0.02;
    const RayScene scene = scene_of(body, x, {red, red, red, red});
    for (const double side : {-1.0, 1.0}) {
        const auto hit = scene.trace({0.1, side, 0.1}, {0, -side, 0});
        ASSERT_TRUE(hit);
        EXPECT_NEAR(hit->distance, 0.98, 1e-5);
        EXPECT_NEAR(hit->normal[1], side, 1e-6);
    }
    for (const Vec3& from : {Vec3{1, 0.01, 0.1}, Vec3{-1, 0.01, 0.1}, Vec3{0.1, -0.01, 1}, Vec3{0.1, -0.01, -1}}) {
        const Vec3 way = from[0] * from[0] > 0.5 ? Vec3{-from[0], 0, 0} : Vec3{0, 0, -from[2]};
        const auto rim = scene.trace(from, way);
        ASSERT_TRUE(rim);
        EXPECT_NEAR(rim->distance, 0.7, 1e-5);
        EXPECT_NEAR(dot(rim->normal, way), -1.0, 1e-6);
    }
}

TEST(RayScene, weaves_cloth_along_its_texture) {
    const std::vector<Vec3> x{{-0.3, 0, -0.3}, {-0.3, 0, 0.3}, {0.3, 0, -0.3}, {0.3, 0, 0.3}};
    const auto at = [&](int i) { return Vec2{x[i][0], x[i][2]}; };
    BodyLook body;
    body.surface = SmoothSurface({{0, 1, 2}, {1, 3, 2}}, x);
    body.texture = {{at(0), at(1), at(2)}, {at(1), at(3), at(2)}};
    body.thread = 0.1;
    const RayScene scene = scene_of(body, x, {red, red, red, red});
    double sum = 0.0;
    for (int i = 0; i < 40; ++i)
        for (int j = 0; j < 40; ++j) {
            const Vec2 place = {-0.2 + 0.01 * (i + 0.5), -0.2 + 0.01 * (j + 0.5)};
            const double bright = scene.trace({place[0], 1, place[1]}, {0, -1, 0})->colour[0];
            EXPECT_NEAR(bright, weave(place, 0.1), 1e-4);
            sum += bright / 1600.0;
        }
    EXPECT_NEAR(sum, 0.98, 0.005) << "what the page fades to";
    // Over one thread and under the next: the middle of a thread is bright, where four meet it is dark.
    EXPECT_GT(weave({0.05, 0.05}, 0.1), 1.1);
    EXPECT_LT(weave({0.1 + 1e-9, 0.1 + 1e-9}, 0.1), 0.8);
    EXPECT_EQ(weave({0.03, 0.05}, 0.1), weave({0.13, 0.15}, 0.1));
    EXPECT_NE(weave({0.03, 0.05}, 0.1), weave({0.13, 0.05}, 0.1));
}

}  // namespace
}  // namespace talweg::ray_scene_test
