#include "talweg/render/render_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "render/decode_png.hpp"
#include "support/sample_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/render/contact_sheet.hpp"
#include "talweg/render/film_writer.hpp"

namespace talweg::render_run_test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

RenderSettings small(RenderWhat what) {
    RenderSettings settings;
    settings.what = what;
    settings.picture.size = {64, 36};
    settings.picture.samples = 1;
    return settings;
}

class RenderRun : public ::testing::Test {
protected:
    void SetUp() override { SampleRun{4, 30}.write(directory_ / "run"); }
    RenderResult render(const RenderSettings& settings) const { return render_run(directory_ / "run", settings); }

    TemporaryDirectory directory_;
};

TEST_F(RenderRun, writes_a_picture_of_the_last_frame) {
    const RenderResult result = render(small(RenderWhat::picture));
    EXPECT_EQ(result.written, directory_ / "run/frame_000029.png");
    const Image image = decode_png(read_whole_file(result.written));
    EXPECT_EQ(image.width, 64);
    EXPECT_EQ(image.height, 36);
    EXPECT_EQ(image, Photographer(Footage(directory_ / "run"), small(RenderWhat::picture).picture).picture(29));
}

TEST_F(RenderRun, writes_the_frame_that_the_scene_or_the_user_names) {
    replace_file(directory_ / "run/scene.json", R"({"time": {"step": 0.02}, "picture": {"frame": 12}})");
    EXPECT_EQ(render(small(RenderWhat::picture)).written.filename(), "frame_000012.png");
    RenderSettings settings = small(RenderWhat::picture);
    settings.frames = parse_frame_range("-3");
    EXPECT_EQ(render(settings).written.filename(), "frame_000027.png");
}

TEST_F(RenderRun, writes_sequences_and_says_how_far_it_is) {
    RenderSettings settings = small(RenderWhat::pictures);
    settings.frames = parse_frame_range("::10");
    settings.into = directory_ / "out";
    std::vector<std::uint64_t> seen;
    settings.progress = [&](std::uint64_t done, std::uint64_t of) {
        EXPECT_EQ(of, 3u);
        seen.push_back(done);
    };
    EXPECT_EQ(render(settings).pictures, 3u);
    EXPECT_THAT(seen, ElementsAre(0, 1, 2, 3));
    for (const char* name : {"frame_000000.png", "frame_000010.png", "frame_000020.png"})
        EXPECT_TRUE(std::filesystem::exists(directory_ / "out" / name));
    settings.interrupted = [&] { return seen.size() > 5; };
    EXPECT_TRUE(render(settings).interrupted);
}

TEST_F(RenderRun, sheets_hold_frames_side_by_side) {
    RenderSettings settings = small(RenderWhat::sheet);
    settings.sheet_count = 5;
    settings.columns = 3;
    const Image sheet = decode_png(read_whole_file(render(settings).written));
    EXPECT_EQ(sheet.width, 3 * 64 + 2 * 6);
    EXPECT_EQ(sheet.height, 2 * 36 + 6);
    const Image second = Photographer(Footage(directory_ / "run"), settings.picture).picture(7);
    for (int x = 0; x < 64; ++x) EXPECT_EQ(sheet.at(70 + x, 20), second.at(x, 20));
    EXPECT_EQ(sheet.at(66, 10), (Pixel{255, 255, 255}));
}

TEST_F(RenderRun, chooses_no_empty_set_of_frames) {
    RenderSettings settings = small(RenderWhat::pictures);
    settings.frames = parse_frame_range("40:");
    EXPECT_THAT(error_of([&] { render(settings); }), HasSubstr("none of the frames 0 to 29"));
}

TEST(ContactSheet, is_about_square_unless_told) {
    const std::vector<Image> seven(7, Image(10, 8));
    const Image sheet = contact_sheet(seven, 0, {});
    EXPECT_EQ(sheet.width, 3 * 10 + 2 * 6);
    EXPECT_EQ(sheet.height, 3 * 8 + 2 * 6);
    EXPECT_EQ(contact_sheet(seven, 100, {}).height, 8);
}

TEST(FilmFrames, keep_time) {
    // 100 frames per second of simulation, shown at 25 in real time: every fourth.
    EXPECT_THAT(film_frames({0, 1, 2, 3, 4, 5, 6, 7, 8}, 0.01, 25, 1), ElementsAre(0, 4, 8));
    // Half speed: every second.
    EXPECT_THAT(film_frames({0, 1, 2, 3, 4}, 0.01, 25, 0.5), ElementsAre(0, 2, 4));
    // Fewer frames than pictures: they repeat.
    EXPECT_THAT(film_frames({2, 3}, 0.2, 10, 1), ElementsAre(2, 3, 3));
    EXPECT_THAT(film_frames({5}, 0.2, 10, 1), ElementsAre(5));
}

TEST(FilmFrames, short_films_can_be_watched_more_slowly) {
    EXPECT_EQ(comfortable_speed(10), 1);
    EXPECT_EQ(comfortable_speed(2), 1);
    EXPECT_EQ(comfortable_speed(1.5), 0.5);
    EXPECT_EQ(comfortable_speed(0.5), 0.2);
    EXPECT_DOUBLE_EQ(comfortable_speed(0.2), 0.1);
    EXPECT_DOUBLE_EQ(comfortable_speed(0.01), 0.005);
    EXPECT_EQ(comfortable_speed(0), 1);
}

/// The colours in the middle of a film's pictures, as ffmpeg reads them back.
std::vector<Pixel> middles(const std::filesystem::path& film, int width, int height) {
    const std::string command = "ffmpeg -loglevel error -i '" + film.string() + "' -f rawvideo -pix_fmt rgb24 -";
    std::FILE* pipe = popen(command.c_str(), "r");
    std::vector<unsigned char> picture(std::size_t(3 * width * height));
    std::vector<Pixel> found;
    while (std::fread(picture.data(), 1, picture.size(), pipe) == picture.size()) {
        const std::size_t at = 3 * std::size_t(height / 2 * width + width / 2);
        found.push_back({picture[at], picture[at + 1], picture[at + 2]});
    }
    pclose(pipe);
    return found;
}

TEST(FilmWriter, makes_a_film_that_plays) {
    const TemporaryDirectory directory;
    const std::vector<Pixel> colours{{200, 40, 40}, {40, 160, 60}, {60, 60, 220}};
    {
        FilmWriter film(directory / "film.mp4", 64, 48, 30);
        for (const Pixel& colour : colours)
            for (int k = 0; k < 4; ++k) film.add(Image(64, 48, colour));
        EXPECT_FALSE(std::filesystem::exists(directory / "film.mp4"));
        film.finish();
    }
    EXPECT_FALSE(std::filesystem::exists(directory / "film.mp4.part"));
    const std::vector<Pixel> seen = middles(directory / "film.mp4", 64, 48);
    ASSERT_EQ(seen.size(), 12u);
    for (std::size_t k = 0; k < 12; ++k)
        for (int c = 0; c < 3; ++c) EXPECT_NEAR(seen[k][c], colours[k / 4][c], 12) << k;
}

TEST(FilmWriter, leaves_nothing_when_given_up) {
    const TemporaryDirectory directory;
    { FilmWriter(directory / "film.mp4", 64, 48, 30).add(Image(64, 48)); }
    EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

/// A link at a name that can be guessed would let a run that others made overwrite files elsewhere.
TEST(FilmWriter, follows_no_link) {
    const TemporaryDirectory directory;
    replace_file(directory / "precious", std::string_view("as it was"));
    for (const char* name : {"film.mp4.part", "film.mp4"}) {
        std::filesystem::create_symlink(directory / "precious", directory / name);
        FilmWriter film(directory / "film.mp4", 64, 48, 30);
        film.add(Image(64, 48));
        film.finish();
        EXPECT_EQ(read_whole_file(directory / "precious"), "as it was") << name;
        EXPECT_FALSE(std::filesystem::is_symlink(directory / "film.mp4")) << name;
        EXPECT_GT(std::filesystem::file_size(directory / "film.mp4"), 500u);
        std::filesystem::remove(directory / "film.mp4");
    }
}

TEST(FilmWriter, says_what_is_wrong) {
    const TemporaryDirectory directory;
    const auto complaint = [&](const std::string& file, int width, const std::string& encoder) {
        return error_of([&] {
            FilmWriter film(directory / file, width, 48, 30, encoder);
            for (int k = 0; k < 40; ++k) film.add(Image(width, 48));
            film.finish();
        });
    };
    EXPECT_THAT(complaint("film.mp4", 64, "no-such-encoder"), HasSubstr("no-such-encoder is not installed"));
    EXPECT_THAT(complaint("film.mp4", 63, "ffmpeg"), HasSubstr("even width and height"));
    EXPECT_THAT(complaint("nowhere/film.mp4", 64, "ffmpeg"), HasSubstr("cannot create"));
    EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
    replace_file(directory / "no-film", std::string_view("#!/bin/sh\necho no such codec >&2\nexit 3\n"));
    std::filesystem::permissions(directory / "no-film", std::filesystem::perms::owner_all);
    EXPECT_THAT(complaint("film.mp4", 64, directory / "no-film"),
                AllOf(HasSubstr("could not make"), HasSubstr("no such codec")));
}

}  // namespace
}  // namespace talweg::render_run_test
