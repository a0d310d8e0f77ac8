/// Run directories that others made, or somebody changed: indices that lead out of the arrays, sizes that do not fit,
/// links that lead elsewhere. Each is refused with a message that names the file.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <fstream>
#include <limits>

#include "support/recorded_run.hpp"
#include "talweg/export/export_run.hpp"
#include "talweg/record/checkpoint.hpp"
#include "talweg/render/render_run.hpp"
#include "talweg/report/report.hpp"
#include "talweg/serve/replay.hpp"

namespace talweg::foreign_run_test {
namespace {

using ::testing::HasSubstr;

class ForeignRun : public ::testing::Test {
protected:
    testing::RecordedRun made{R"({ "time": { "step": 0.01, "frames": 2 }, "record": { "elements": ["volume_ratio"] },
      "bodies": [{ "name": "ball", "density": 1000, "shape": { "type": "solid", "spacing": 0.1,
                   "surface": { "type": "sphere", "radius": 0.1, "divisions": 2 } },
                   "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3 }] }] })"};

    /// Puts `now` where `before` first stands in a file.
    void change(const std::filesystem::path& file, const std::string& before, const std::string& now) {
        std::string text = read_whole_file(file);
        const auto place = text.find(before);
        ASSERT_NE(place, std::string::npos) << file;
        replace_file(file, std::string_view(text.replace(place, before.size(), now)));
    }
    /// What every reader says.
    std::vector<std::string> complaints() {
        const RunDirectory run = made.run();
        return {error_of([&] { write_report(run); }), error_of([&] { Replay replay(run); }),
                error_of([&] { made.verify(); })};
    }
};

TEST_F(ForeignRun, AsItIsHasNothingToComplainOf) {
    for (const std::string& text : complaints()) EXPECT_EQ(text, "");
}

TEST_F(ForeignRun, IndicesOfTopologyStayWithinTheBody) {
    const std::string whole = read_whole_file(made.run().topology());
    const std::string edges = R"("edges": [[)";
    for (const char* index :
         {"-1,", "99999,", "2147483647,", "4294967296,", "18446744073709551615,", "1.5,", "\"a\","}) {
        change(made.run().topology(), edges, edges + index);
        std::string text = read_whole_file(made.run().topology());
        // The tuple keeps its length: the first number is replaced.
        const auto place = text.find(edges) + edges.size() + std::string(index).size();
        text.erase(place, text.find(',', place) - place + 1);
        replace_file(made.run().topology(), std::string_view(text));
        for (const std::string& complaint : complaints()) EXPECT_THAT(complaint, HasSubstr("topology.json")) << index;
        replace_file(made.run().topology(), std::string_view(whole));
    }
}

TEST_F(ForeignRun, NamesOfBodiesStayOnTheirLine) {
    for (const char* name : {R"("ball\nexec")", R"("\u001b[2Jball")"}) {
        change(made.run().topology(), "\"ball\"", name);
        for (const std::string& complaint : complaints()) EXPECT_THAT(complaint, HasSubstr("topology.json")) << name;
        change(made.run().topology(), name, "\"ball\"");
    }
}

TEST_F(ForeignRun, BodiesFitThePositions) {
    const std::string count = "\"point_count\": " + std::to_string(made.bodies()[0].point_count);
    for (const char* wrong : {"\"point_count\": 9999", "\"point_count\": 2147483647", "\"point_count\": -3"}) {
        change(made.run().topology(), count, wrong);
        for (const std::string& complaint : complaints()) EXPECT_THAT(complaint, HasSubstr("topology.json")) << wrong;
        change(made.run().topology(), wrong, count);
    }
}

TEST_F(ForeignRun, ElementsFitTheirBody) {
    const std::filesystem::path file = made.run().element_description();
    const std::string whole = read_whole_file(file);
    for (const auto& [key, value] :
         std::vector<std::pair<std::string, std::string>>{{"first_element", "-5"},
                                                          {"first_element", "100000"},
                                                          {"first_element", "4294967296"},
                                                          {"first_element", "18446744073709551615"},
                                                          {"element_count", "3"},
                                                          {"element_count", "4294967298"},
                                                          {"components", "3"},
                                                          {"corners", "9"},
                                                          {"corners", "4294967300"}}) {
        std::string text = whole;
        const auto place = text.find("\"" + key + "\"");
        ASSERT_NE(place, std::string::npos);
        const auto begin = text.find(':', place) + 1, end = text.find_first_of(",}", begin);
        replace_file(file, std::string_view(text.replace(begin, end - begin, value)));
        for (const std::string& complaint : complaints())
            EXPECT_THAT(complaint, HasSubstr("elements.json")) << key << " " << value;
    }
}

TEST_F(ForeignRun, EmbeddedPointsAreCarriedByPointsOfTheirBody) {
    const std::filesystem::path file = made.run().element_description();
    const std::string whole = read_whole_file(file), embedded = "\"riders\":[[[";
    for (const char* corner : {"-1", "99999", "4294967296", "1.5"}) {
        std::string text = whole;
        const auto begin = text.find(embedded) + embedded.size();
        ASSERT_LT(begin, text.size());
        replace_file(file, std::string_view(text.replace(begin, text.find(',', begin) - begin, corner)));
        for (const std::string& complaint : complaints()) EXPECT_THAT(complaint, HasSubstr("elements.json")) << corner;
    }
}

/// Names of fields become paths, lines of ply headers, attributes of vtu files and entries of npz files.
TEST_F(ForeignRun, NamesOfFieldsAreNames) {
    const std::filesystem::path file = made.run().element_description();
    for (const char* name : {R"("../../volume_ratio")", R"("volume_ratio\nelement face 1")", R"("\" x=\"")", R"("")"}) {
        change(file, "\"volume_ratio\"", name);
        for (const std::string& complaint : complaints()) EXPECT_THAT(complaint, HasSubstr("elements.json")) << name;
        for (const char* format : {"ply", "npz", "vtu"})
            EXPECT_THAT(error_of([&] { export_run(made.run().path, {.format = format}); }), HasSubstr("elements.json"))
                << name;
        change(file, name, "\"volume_ratio\"");
    }
    change(file, "\"unit\":\"1\"", R"("unit":"1\u001b[2J")");
    for (const std::string& complaint : complaints()) EXPECT_THAT(complaint, HasSubstr("control characters"));
}

/// A checkpoint that is whole but of another model: fewer nodes, or none.
TEST_F(ForeignRun, CheckpointsOfOtherModelsAreRefused) {
    const Checkpoint good = read_checkpoint(made.run().checkpoint());
    Scene longer = made.scene;
    longer.time.frames = 3;
    const World world = build_model(longer);
    for (const std::size_t nodes : {std::size_t{0}, std::size_t{5}, world.state.c.size() + 1}) {
        State other = restore(good.state);
        other.c.resize(nodes, Vec3::zero());
        other.v.resize(nodes, Vec3::zero());
        other.a.resize(other.a.empty() ? 0 : nodes, Vec3::zero());
        write_checkpoint(made.run().checkpoint(), good.mark, save(other), good.solver, false);
        EXPECT_THAT(error_of([&] { simulate(longer, world, RunClaim(made.run().path, RunMode::resume), {}); }),
                    HasSubstr("another model"))
            << nodes;
    }
    for (Nodes State::*const array : {&State::c, &State::v, &State::a}) {
        State other = restore(good.state);
        ASSERT_FALSE((other.*array).empty());
        (other.*array).back()[1] = std::numeric_limits<double>::quiet_NaN();
        write_checkpoint(made.run().checkpoint(), good.mark, save(other), good.solver, false);
        EXPECT_THAT(error_of([&] { simulate(longer, world, RunClaim(made.run().path, RunMode::resume), {}); }),
                    HasSubstr("another model"));
    }
}

TEST_F(ForeignRun, PipesAndLinksAreNotOpenedAsPositions) {
    TemporaryDirectory elsewhere;
    const std::filesystem::path positions = made.run().positions();
    std::filesystem::rename(positions, elsewhere / "secret");
    std::filesystem::create_symlink(elsewhere / "secret", positions);
    for (const std::string& complaint : complaints()) EXPECT_THAT(complaint, HasSubstr("link"));
    std::filesystem::remove(positions);
    ASSERT_EQ(mkfifo(positions.c_str(), 0600), 0);
    for (const std::string& complaint : complaints()) EXPECT_THAT(complaint, HasSubstr("no plain file"));
}

/// What render and export write stays in the run, whatever stands at the names that they choose.
TEST_F(ForeignRun, PicturesAndExportsFollowNoLink) {
    TemporaryDirectory elsewhere;
    const std::filesystem::path precious = elsewhere / "precious", run = made.run().path;
    replace_file(precious, std::string_view("as it was"));
    for (const char* name : {"frame_000002.png", "frame_000002.png.part", "run.npz", "run.npz.part", "run.glb",
                             "run.glb.part", "run.usda", "run.usda.part"})
        std::filesystem::create_symlink(precious, run / name);
    RenderSettings settings;
    settings.picture.size = {48, 32};
    settings.picture.samples = 1;
    render_run(run, settings);
    for (const ExportFormat& format : export_formats()) export_run(run, {.format = format.name});
    EXPECT_EQ(read_whole_file(precious), "as it was");
    EXPECT_GT(std::filesystem::file_size(run / "run.npz"), 1000u);
    // Nor do directories lead elsewhere.
    std::filesystem::create_directories(elsewhere / "theirs");
    for (const char* name : {"obj", "ply", "pictures"}) {
        std::filesystem::remove_all(run / name);
        std::filesystem::create_symlink(elsewhere / "theirs", run / name);
    }
    settings.what = RenderWhat::pictures;
    EXPECT_THAT(error_of([&] { render_run(run, settings); }), HasSubstr("link"));
    for (const char* name : {"obj", "ply"})
        EXPECT_THAT(error_of([&] { export_run(run, {.format = name}); }), HasSubstr("link"));
    EXPECT_TRUE(std::filesystem::is_empty(elsewhere / "theirs"));
}

TEST_F(ForeignRun, StepsHaveTheirColumns) {
    change(made.run().steps(), "step,time", "steep,tide");
    EXPECT_THAT(error_of([&] { Replay replay(made.run()); }), HasSubstr("steps.csv"));
}

TEST_F(ForeignRun, StretchesOfFramesFollowOneAnother) {
    const std::string whole = read_whole_file(made.run().run());
    for (const char* wrong : {R"("frame": 3)", R"("frame": 18446744073709551615)"}) {
        change(made.run().run(), R"("frame": 0)", wrong);
        for (const std::string& complaint :
             {error_of([&] { write_report(made.run()); }), error_of([&] { Replay replay(made.run()); })})
            EXPECT_THAT(complaint, HasSubstr("run.json")) << wrong;
        replace_file(made.run().run(), std::string_view(whole));
    }
}

TEST_F(ForeignRun, AHeaderThatClaimsTooMuchTakesNoMemory) {
    std::fstream file(made.run().positions(), std::ios::in | std::ios::out | std::ios::binary);
    std::string header(256, ' ');
    file.read(header.data(), 256);
    const auto place = header.find(std::to_string(made.bodies()[0].point_count) + ", 3)");
    ASSERT_NE(place, std::string::npos);
    const std::string huge = "999999999999, 3), }";
    file.seekp(std::streamoff(place));
    file << huge;
    file.close();
    for (const std::string& complaint : complaints()) EXPECT_NE(complaint, "");
}

TEST_F(ForeignRun, LinksToFilesElsewhereAreNotShown) {
    TemporaryDirectory elsewhere;
    std::filesystem::rename(made.run().run(), elsewhere / "secret");
    std::filesystem::create_symlink(elsewhere / "secret", made.run().run());
    EXPECT_THAT(error_of([&] { Replay(made.run()).status(); }), HasSubstr("link"));
    EXPECT_THAT(error_of([&] { write_report(made.run()); }), HasSubstr("link"));
}

TEST_F(ForeignRun, LinksAreNotFollowed) {
    TemporaryDirectory elsewhere;
    const std::filesystem::path precious = elsewhere / "precious";
    replace_file(precious, std::string_view("as it was"));
    // Guessed names beside what is written, and what is written itself.
    std::filesystem::create_symlink(precious, made.run().report().string() + ".part.link");
    std::filesystem::rename(made.run().report().string() + ".part.link", made.run().report().string() + ".part");
    write_report(made.run());
    EXPECT_EQ(read_whole_file(precious), "as it was");
    EXPECT_FALSE(std::filesystem::is_symlink(made.run().report()));
    std::filesystem::create_symlink(precious, elsewhere / "link");
    EXPECT_THAT(error_of([&] { File::create(elsewhere / "link"); }), HasSubstr("link"));
    EXPECT_EQ(read_whole_file(precious), "as it was");
}

}  // namespace
}  // namespace talweg::foreign_run_test
