/// Every scene of the gallery runs to its end, meets the numbers written in it, passes the referee, and looks as on the
/// gallery page. Scenes that take longer than two seconds for that are shortened, with numbers of their own for where
/// they then end; ./test --all runs them whole.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "gallery/gallery_picture.hpp"
#include "support/gallery_scenes.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/run/simulate.hpp"
#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/verify/verify_run.hpp"

namespace talweg::gallery_test {
namespace {

/// The first frames of a scene, and what must be so by then.
struct Shortened {
    const char* scene;
    int frames;
    bool has_picture;  // it looks by then as in the end
    const char* expect;
};

const Shortened shortened[] = {
    // A ball rolls down the plank, a slope of 14.0°, with 5/7 g sin θ: 47.4 mm along x in 0.24 s. This one is a
    // polyhedron: 49.2 mm.
    {"marble_run", 12, false,
     R"([{ "measure": "center", "body": "marble0", "axis": "x", "frame": 12, "value": -0.1526, "tolerance": 0.003 },
         { "measure": "center", "body": "marble0", "axis": "z", "frame": 12, "value": 0, "tolerance": 1e-4 }])"},
    // The ball flies at 6 m/s until it meets the wall, and gives its upper bricks a push.
    {"wrecking_ball", 7, false,
     R"([{ "measure": "center", "body": "ball", "axis": "x", "frame": 4, "value": -0.26, "tolerance": 1e-6 },
         { "measure": "center", "body": "ball", "axis": "x", "frame": 7, "value": -0.08, "compare": "at_most" },
         { "measure": "center", "body": "brick5_1", "axis": "x", "frame": 7, "value": 0.01, "compare": "at_least" },
         { "measure": "center", "body": "brick0_0", "axis": "x", "frame": 7, "value": 0, "tolerance": 0.02 }])"},
    // It flies as its centre of mass does, by implicit Euler: v n h along x, v n h − g h² n (n + 1)/2 along y, until it
    // reaches the stairs.
    {"animal_on_stairs", 28, false,
     R"([{ "measure": "center", "body": "animal", "axis": "x", "frame": 26, "value": 0.2198, "tolerance": 0.003 },
         { "measure": "center", "body": "animal", "axis": "y", "frame": 26, "value": 1.6905, "tolerance": 0.003 }])"},
    // They have met the bar; the numbers are those of the whole scene.
    {"ducks", 20, false,
     R"([{ "measure": "center", "body": "soft", "axis": "y", "frame": 20, "value": 0.232, "tolerance": 5e-3 },
         { "measure": "center", "body": "firm", "axis": "x", "frame": 20, "value": -0.301, "tolerance": 5e-3 }])"},
    // It stands: by then as in the end.
    {"rigid_arch", 30, true,
     R"([{ "measure": "center", "body": "stone12", "axis": "y", "frame": 30, "value": 1, "tolerance": 0.01 }])"},
    // It hops by 0.28 sin²(2π t) and leans by 20° sin(2π t); the mean of its points, 0.156 m up, goes with its rig.
    {"creatures", 5, false,
     R"([{ "measure": "center", "body": "animal 9", "axis": "y", "frame": 5, "value": 0.7895, "tolerance": 0.002 },
         { "measure": "newton_iterations", "frame": 5, "value": 20, "compare": "at_most" }])"},
    // The end is turned by 1.2566 rad/s, after 1.6 s: y = −0.02 cos φ + 0.5 sin φ of the first corner.
    {"twisted_mat", 40, false,
     R"([{ "measure": "position", "body": "mat", "point": 0, "axis": "y", "frame": 40, "value": 0.460941,
           "tolerance": 1e-6 },
         { "measure": "center", "body": "mat", "axis": "y", "frame": 40, "value": 0, "tolerance": 0.02 },
         { "measure": "center", "body": "mat", "axis": "x", "frame": 40, "value": 0, "tolerance": 0.02 }])"},
};

/// Null where the scene is run whole.
const Shortened* shortened_of(const std::string& name) {
    if (std::getenv("TALWEG_ALL")) return nullptr;
    const auto found = std::ranges::find(shortened, name, [](const Shortened& each) { return each.scene; });
    return found == std::end(shortened) ? nullptr : &*found;
}

/// A quick picture of the run, of few samples, must be like the one on the page, which has many.
void expect_the_picture_of_the_page(const std::filesystem::path& run, const std::string& name) {
    const std::string remedy = "; run scripts/gallery " + name + " and look at docs/gallery/" + name + ".png";
    ASSERT_TRUE(std::filesystem::exists(testing::gallery_picture(name))) << name << " has no picture" << remedy;
    const std::string png = read_whole_file(testing::gallery_picture(name));
    EXPECT_LE(png.size(), 60'000u) << "pictures of the gallery stay small" << remedy;
    const Image expected = decode_png(png);
    RenderSettings settings;
    settings.picture.size = {expected.width, expected.height};
    settings.picture.samples = 4;
    settings.into = run / "quick.png";
    const Image found = decode_png(read_whole_file(render_run(run, settings).written));
    const testing::Difference difference = testing::difference(found, expected);
    EXPECT_LT(difference.mean, 1.5) << name << " does not look as on the gallery page" << remedy;
    EXPECT_LT(difference.largest, 12.0) << name << " does not look as on the gallery page" << remedy;
}

class Gallery : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(Gallery, meets_its_expected_numbers_and_its_picture) {
    const Shortened* part = shortened_of(GetParam().stem());
    std::vector<std::string> settings;
    if (part) settings = {fmt::format("time.frames={}", part->frames), std::string("expect=") + part->expect};
    const Scene scene = read_scene(GetParam(), settings);
    EXPECT_FALSE(scene.title.empty());
    EXPECT_FALSE(scene.description.empty());
    EXPECT_FALSE(scene.expect.empty());
    const TemporaryDirectory directory;
    const RunClaim claim(directory / "run", RunMode::fresh);
    const RunSummary summary = simulate(scene, build_model(scene), claim, {});
    EXPECT_EQ(summary.ended, "finished") << summary.advice;
    for (const ExpectationResult& result : summary.expectations) EXPECT_TRUE(result.met()) << describe(result);
    const Certificate certificate = verify_run(directory / "run");
    EXPECT_TRUE(certificate.passed()) << certificate.text();
    if (!part || part->has_picture) expect_the_picture_of_the_page(directory / "run", GetParam().stem());
}

TEST_P(Gallery, stands_on_the_page) {
    const Scene scene = read_scene(GetParam());
    const std::string name = GetParam().stem(), page = read_whole_file(testing::gallery_page());
    for (const std::string& part :
         {"## " + scene.title, scene.description, "(gallery/" + name + ".png)", "./run run scenes/" + name + ".json"})
        EXPECT_THAT(page, ::testing::HasSubstr(part)) << "run scripts/gallery " << name << " to write docs/gallery.md";
}

TEST(GalleryPage, shortens_only_what_is_there) {
    for (const Shortened& part : shortened)
        EXPECT_TRUE(std::filesystem::exists(TALWEG_SOURCE_DIR "/scenes/" + std::string(part.scene) + ".json"))
            << part.scene;
}

TEST(GalleryPage, has_no_picture_without_a_scene) {
    for (const auto& entry : std::filesystem::directory_iterator(testing::gallery_picture("").parent_path())) {
        const std::string name = entry.path().stem();
        if (name == "opening") continue;  // of the README
        EXPECT_TRUE(std::filesystem::exists(TALWEG_SOURCE_DIR "/scenes/" + name + ".json"))
            << entry.path() << " belongs to no scene; remove it";
    }
}

/// The comparison itself notices what an eye would.
TEST(GalleryPicture, differences_are_seen) {
    const Image expected = decode_png(read_whole_file(testing::gallery_picture("hanging_cloth")));
    EXPECT_EQ(testing::difference(expected, expected).largest, 0);
    Image mirrored = expected, dim = expected;
    for (int y = 0; y < expected.height; ++y)
        for (int x = 0; x < expected.width; ++x) mirrored.at(x, y) = expected.at(expected.width - 1 - x, y);
    for (Pixel& pixel : dim.pixels) pixel[0] = static_cast<unsigned char>(pixel[0] * 0.97);
    EXPECT_GT(testing::difference(mirrored, expected).largest, 40);
    EXPECT_GT(testing::difference(dim, expected).mean, 1.5);
}

INSTANTIATE_TEST_SUITE_P(scenes, Gallery, ::testing::ValuesIn(testing::gallery_scenes()),
                         [](const auto& each) { return each.param.stem().string(); });

}  // namespace
}  // namespace talweg::gallery_test
