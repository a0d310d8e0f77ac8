#include "talweg/render/camera.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temporary_directory.hpp"

namespace talweg::camera_test {
namespace {

using ::testing::HasSubstr;

Box box(const Vec3& low, const Vec3& high) {
    Box result;
    result.include(low);
    result.include(high);
    return result;
}

TEST(Camera, shows_the_whole_box_and_no_more_than_needed) {
    const Box boxes[] = {box({-1, 0, -1}, {1, 2, 1}), box({5, -3, 7}, {5.1, 4, 7.2}), box({0, 0, 0}, {10, 0.1, 3})};
    for (const Box& b : boxes)
        for (const double azimuth : {0.0, 32.0, 120.0, 270.0})
            for (const double elevation : {-10.0, 18.0, 60.0, 90.0})
                for (const double aspect : {0.5, 1.0, 16.0 / 9}) {
                    const Camera camera = make_camera({ViewDirection{azimuth, elevation, 1}, 32, {}, {}}, b, aspect);
                    double reach = 0;
                    for (int corner = 0; corner < 8; ++corner) {
                        const Vec3 place =
                            camera.project({corner & 1 ? b.max[0] : b.min[0], corner & 2 ? b.max[1] : b.min[1],
                                            corner & 4 ? b.max[2] : b.min[2]});
                        EXPECT_GT(place[2], 0);
                        reach = std::max({reach, std::abs(place[0]), std::abs(place[1])});
                    }
                    EXPECT_LT(reach, 1.0);
                    EXPECT_GT(reach, 0.85);
                }
}

TEST(Camera, looks_from_the_side_that_was_asked_for) {
    const Box b = box({-1, -1, -1}, {1, 1, 1});
    const Camera front = make_camera({ViewDirection{0, 0, 1}, 32, {}, {}}, b, 1.0);
    EXPECT_NEAR(front.back[2], 1, 1e-12);
    EXPECT_NEAR(front.right[0], 1, 1e-12);
    const Camera side = make_camera({ViewDirection{90, 0, 1}, 32, {}, {}}, b, 1.0);
    EXPECT_NEAR(side.back[0], 1, 1e-12);
    EXPECT_NEAR(side.right[2], -1, 1e-12);
    const Camera above = make_camera({ViewDirection{0, 90, 1}, 32, {}, {}}, b, 1.0);
    EXPECT_NEAR(above.back[1], 1, 1e-12);
    EXPECT_NEAR(above.up[2], -1, 1e-12);
    const Camera closer = make_camera({ViewDirection{0, 0, 2}, 32, {}, {}}, b, 1.0);
    EXPECT_NEAR(norm(closer.eye), norm(front.eye) / 2, 1e-9);
}

TEST(Camera, rays_pass_through_what_they_show) {
    const Camera camera = make_camera({ViewDirection{32, 18, 1}, 40, {}, {}}, box({0, 0, 0}, {1, 2, 3}), 1.6);
    for (const auto& [u, v] : {std::pair(0.0, 0.0), {-0.7, 0.3}, {1.0, -1.0}}) {
        const Vec3 ray = camera.ray(u, v), place = camera.project(camera.eye + ray * 3.7);
        EXPECT_NEAR(norm(ray), 1, 1e-12);
        EXPECT_NEAR(place[0], u, 1e-12);
        EXPECT_NEAR(place[1], v, 1e-12);
    }
}

TEST(Camera, stands_where_it_was_put) {
    const CameraSettings settings{std::nullopt, 90, Vec3{0, 1, 5}, Vec3{0, 1, 0}};
    const Camera camera = make_camera(settings, box({-9, -9, -9}, {9, 9, 9}), 1.0);
    EXPECT_EQ(camera.eye, (Vec3{0, 1, 5}));
    const Vec3 place = camera.project({5, 1, 0});  // 45 degrees to the side: the edge of 90 degrees
    EXPECT_NEAR(place[0], 1, 1e-12);
    EXPECT_NEAR(place[1], 0, 1e-12);
    EXPECT_THAT(error_of([&] {
                    make_camera({std::nullopt, 32, Vec3{1, 1, 1}, Vec3{1, 1, 1}}, {}, 1.0);
                }),
                HasSubstr("same point"));
}

TEST(Camera, planar_views_hold_the_box) {
    const PlanarView wide = make_planar_view({}, box({0, 0, 0}, {8, 1, 0}), 2.0);
    EXPECT_EQ(wide.center, (Vec2{4, 0.5}));
    EXPECT_NEAR(wide.half_height, 1.2 * 2, 1e-12);  // the width decides: 4 m at aspect 2
    EXPECT_NEAR(make_planar_view({}, box({0, 0, 0}, {1, 8, 0}), 2.0).half_height, 1.2 * 4, 1e-12);
}

TEST(Camera, words_are_read_or_refused) {
    const ViewDirection direction = read_direction("-20,7.5,1.5");
    EXPECT_EQ(direction.azimuth, -20);
    EXPECT_EQ(direction.elevation, 7.5);
    EXPECT_EQ(direction.zoom, 1.5);
    EXPECT_EQ(read_direction("90,10").zoom, 1);
    EXPECT_EQ(read_place("1,-2,3e1", "--eye"), (Vec3{1, -2, 30}));
    for (const char* wrong : {"", "32", "a,b", "1,2,3,4", "1,2,", "1;2", "nan,1"})
        EXPECT_THAT(error_of([&] { read_direction(wrong); }), HasSubstr("azimuth,elevation")) << wrong;
    EXPECT_THAT(error_of([] { read_direction("0,91"); }), HasSubstr("-90 to 90"));
    EXPECT_THAT(error_of([] { read_direction("0,9,0"); }), HasSubstr("above 0"));
    EXPECT_THAT(error_of([] { read_place("1,2", "--eye"); }), HasSubstr("--eye 1,2: write a point as x,y,z"));
}

}  // namespace
}  // namespace talweg::camera_test
