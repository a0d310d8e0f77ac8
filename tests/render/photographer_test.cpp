#include "talweg/render/photographer.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "support/sample_run.hpp"
#include "support/temporary_directory.hpp"
#include "support/threads.hpp"
#include "talweg/record/topology.hpp"

namespace talweg::photographer_test {
namespace {

PictureSettings small() {
    PictureSettings settings;
    settings.size = {96, 54};
    settings.samples = 8;
    return settings;
}

int brightness(const Pixel& p) { return p[0] + p[1] + p[2]; }

class Pictures : public ::testing::Test {
protected:
    Pictures() : run_(SampleRun{8, 3}.write(directory_ / "run")), footage_(directory_ / "run") {}
    Image take(const PictureSettings& settings, std::uint64_t frame = 0) const {
        return Photographer(footage_, settings).picture(frame);
    }

    TemporaryDirectory directory_;
    RunDirectory run_;
    Footage footage_;
};

TEST_F(Pictures, are_the_same_for_any_number_of_threads) {
    const auto picture = [&] { return take(small(), 1); };
    const Image one = testing::with_threads(1, picture);
    EXPECT_EQ(one, testing::with_threads(2, picture));
    EXPECT_EQ(one, testing::with_threads(5, picture));
}

TEST_F(Pictures, show_the_body_in_its_colour_with_shadow_on_a_bright_floor) {
    PictureSettings settings = small();
    settings.samples = 32;
    settings.camera.direction = ViewDirection{0, 50, 1};
    settings.look = {false, false};
    const Image image = take(settings);
    int blue = 0, dimmed = 0, bright = 0;
    for (const Pixel& p : image.pixels) {
        blue += p[2] > p[0] + 60;                           // the sheet: body colour 0
        bright += brightness(p) > 690;                      // open floor and sky
        dimmed += p[2] < p[0] + 30 && brightness(p) < 660;  // floor in the shade
    }
    EXPECT_GT(blue, 96 * 54 / 20);
    EXPECT_GT(dimmed, 96 * 54 / 100);
    EXPECT_GT(bright, 96 * 54 / 2);
}

/// Over everything, also where they are inside of a body: a mark in the middle of the motion.
TEST_F(Pictures, joints_are_drawn_when_they_are_asked_for) {
    JointMark mark{"knee", "ball"};
    const Vec3 middle = footage_.box().center(), up{0, 0.3 * footage_.box().diagonal(), 0};
    mark.dots = {{true, middle, {}, {}}};
    mark.lines = {{JointMark::Place{true, middle - up, {}, {}}, JointMark::Place{true, middle + up, {}, {}}}};
    write_topology(run_.topology(), footage_.bodies(), {}, std::vector{mark});
    PictureSettings settings = small();
    settings.camera.target = middle;
    const Image without = take(settings);
    settings.joints = true;
    const Image with = take(settings);
    const Rgb violet = make_theme(false).joint;
    const Pixel& at = with.pixels[27 * 96 + 48];
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(at[c], srgb_byte(violet[c]), 12) << c;
    int changed = 0;
    for (std::size_t i = 0; i < with.pixels.size(); ++i) changed += with.pixels[i] != without.pixels[i];
    EXPECT_GT(changed, 20);
    EXPECT_LT(changed, 400);
}

TEST_F(Pictures, more_samples_agree_with_few) {
    PictureSettings few = small(), many = small();
    few.samples = 16;
    many.samples = 256;
    const Image a = take(few), b = take(many);
    double sum = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i)
        sum += std::abs(brightness(a.pixels[i]) - brightness(b.pixels[i])) / 3.0;
    EXPECT_LT(sum / double(a.pixels.size()), 2.5);  // of 255
}

TEST_F(Pictures, colours_follow_speed) {
    PictureSettings settings = small();
    settings.colour = "speed";
    const Image image = take(settings, 1);
    EXPECT_NE(image, take(small(), 1));
    int warm = 0;
    for (const Pixel& p : image.pixels) warm += p[0] > p[2] + 60;
    EXPECT_GT(warm, 50);
}

TEST_F(Pictures, dark_ones_are_dark) {
    PictureSettings settings = small();
    settings.dark = true;
    const Image light = take(small()), dark = take(settings);
    const auto sum = [](const Image& image) {
        return std::accumulate(image.pixels.begin(), image.pixels.end(), 0L,
                               [](long s, const Pixel& p) { return s + brightness(p); });
    };
    EXPECT_LT(2 * sum(dark), sum(light));
}

/// A planar run: a mass on a string, going round.
RunDirectory pendulum(const std::filesystem::path& path) {
    const RunDirectory run{path};
    std::filesystem::create_directories(path);
    replace_file(run.scene(), R"({"time": {"step": 0.1}})");
    replace_file(run.run(), "{}");
    write_topology(run.topology(), std::vector{Body{"mass", 0, 2, 1, 1.0, {{0, 1}}, {}, {}, {0}}});
    FrameWriter writer = FrameWriter::create(run.positions(), 2);
    for (int k = 0; k < 64; ++k) writer.append(std::vector<Vec3>{{0, 0, 0}, {std::cos(0.1 * k), std::sin(0.1 * k), 0}});
    writer.flush();
    return run;
}

TEST(PlanarPictures, place_things_exactly) {
    const TemporaryDirectory directory;
    pendulum(directory / "run");
    const Footage footage(directory / "run");
    EXPECT_TRUE(footage.planar());
    PictureSettings settings;
    settings.size = {400, 300};
    const Image image = Photographer(footage, settings).picture(0);
    // Half a height of 150 pixels is 1.2 m: the mass at (1, 0) is 125 pixels right of the middle, the pin in it.
    const Pixel blue = pixel_of(body_colour(0));
    EXPECT_EQ(image.at(325, 150), blue);
    EXPECT_EQ(image.at(200, 150), pixel_of(make_theme(false).pin));
    EXPECT_EQ(image.at(262, 150), blue);             // the string
    EXPECT_GT(brightness(image.at(262, 140)), 650);  // paper, or a line of it
    settings.trail = true;
    const Image trail = Photographer(footage, settings).picture(60);
    EXPECT_NE(trail.at(200, 25), image.at(200, 25));  // the mass has been at (0, 1)
}

}  // namespace
}  // namespace talweg::photographer_test
