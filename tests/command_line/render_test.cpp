#include "command_line/workplace.hpp"
#include "render/decode_png.hpp"

namespace talweg::render_test {
namespace {

using ::testing::HasSubstr;

class RenderCommand : public Workplace {
protected:
    void SetUp() override {
        write_scene("net.json", net_scene(4, 20));
        ASSERT_EQ(run({"run", "net.json", "-o", "a", "-q"}).exit_code, 0);
    }
    Image picture(const std::string& name) const { return decode_png(read_whole_file(directory / name)); }
};

TEST_F(RenderCommand, makes_pictures_that_do_not_depend_on_threads) {
    const ProcessResult result = run({"render", "a"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(result.output, "a/frame_000020.png\n");
    EXPECT_EQ(picture("a/frame_000020.png").width, 960);
    for (const std::string threads : {"1", "3"})
        EXPECT_EQ(run({"render", "a", "--size", "160x90", "--camera", "40,20", "--colour", "speed", "--frame", "7",
                       "--threads", threads, "-o", threads + ".png"})
                      .exit_code,
                  0);
    EXPECT_EQ(picture("1.png"), picture("3.png"));
}

TEST_F(RenderCommand, makes_sequences_sheets_and_films) {
    EXPECT_EQ(run({"render", "a", "--frames", "::10", "--size", "64x36"}).output, "3 pictures in a/pictures\n");
    EXPECT_EQ(run({"render", "a", "--sheet", "--count", "4", "--size", "64x36"}).output, "a/sheet.png\n");
    EXPECT_EQ(picture("a/sheet.png").width, 2 * 64 + 6);
    const ProcessResult film = run({"render", "a", "--film", "--size", "64x36", "--fps", "10", "--speed", "0.02"});
    EXPECT_EQ(film.output, "a/film.mp4: 21 pictures, 2.1 s, 0.02 of real time\n") << film.errors;
    EXPECT_EQ(run({"render", "a", "--film", "--size", "64x36", "--fps", "10", "-o", "short.mp4"}).output,
              "short.mp4: 1 pictures, 0.1 s\nit is over soon; --speed 0.02 shows it more slowly\n");
    EXPECT_GT(std::filesystem::file_size(directory / "a/film.mp4"), 500u);
}

TEST_F(RenderCommand, says_what_is_wrong) {
    const auto refused = [this](const Process::Words& words, const std::function<void()>& before = {}) {
        const ProcessResult result = run(words, before);
        EXPECT_EQ(result.exit_code, 1);
        return result.errors;
    };
    EXPECT_THAT(refused({"render", "."}), HasSubstr("is not the directory of a run"));
    EXPECT_THAT(refused({"render", "a", "--frame", "99"}), HasSubstr("frames 0 to 20"));
    EXPECT_THAT(refused({"render", "a", "--film", "-o", "a.gif"}),
                HasSubstr("films are written as MP4; name it a.mp4"));
    EXPECT_THAT(refused({"render", "a", "--size", "960"}), HasSubstr("such as 960x540"));
    EXPECT_THAT(refused({"render", "a", "--size", "9x9"}), HasSubstr("from 16x16"));
    EXPECT_THAT(refused({"render", "a", "--camera", "up"}), HasSubstr("azimuth,elevation"));
    EXPECT_THAT(refused({"render", "a", "--colour", "taste"}), HasSubstr("taste"));
    EXPECT_THAT(refused({"render", "a", "--film", "--sheet"}), HasSubstr("excludes"));
    EXPECT_THAT(refused({"render", "a", "--film", "--size", "63x36"}), HasSubstr("even width"));
    EXPECT_THAT(refused({"render", "a", "-o", "nowhere/a.png"}), HasSubstr("nowhere/a.png"));
    EXPECT_THAT(refused({"render", "a", "--film"}, [] { setenv("PATH", "/nowhere", 1); }),
                HasSubstr("ffmpeg is not installed"));
}

}  // namespace
}  // namespace talweg::render_test
