/// Run directories that others made, or somebody changed: indices that lead out of the arrays, sizes that do not fit,
/// links that lead elsewhere. Each is refused with a message that names the file.
#include <gmock/gmock.h>

#include <fstream>

#include "support/recorded_run.hpp"
#include "talweg/export/export_run.hpp"
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
    for (const auto& [key, value] : std::vector<std::pair<std::string, std::string>>{
             {"first_element", "-5"}, {"first_element", "100000"}, {"element_count", "3"}, {"corners", "9"}}) {
        std::string text = whole;
        const auto place = text.find("\"" + key + "\"");
        ASSERT_NE(place, std::string::npos);
        const auto begin = text.find(':', place) + 1, end = text.find_first_of(",}", begin);
        replace_file(file, std::string_view(text.replace(begin, end - begin, value)));
        EXPECT_THAT(error_of([&] { write_report(made.run()); }), HasSubstr("elements.json")) << key << " " << value;
        EXPECT_THAT(error_of([&] { Replay replay(made.run()); }), HasSubstr("elements.json")) << key << " " << value;
    }
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
