#include "talweg/export/usda.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "export/sample_clip.hpp"

namespace talweg::usda_test {
namespace {

using ::testing::HasSubstr;
using Vectors = std::vector<std::array<float, 3>>;

std::string usda_of(const SampleClip& sample, const std::string& frames = "::", UpAxis up = UpAxis::y) {
    const auto file = sample.directory / "clip.usda";
    EXPECT_EQ(export_usda(Clip(sample.run.path, parse_frame_range(frames), up), file, {}), 1u);
    return read_whole_file(file);
}

/// The text between `before` and `after`, which follows it.
std::string between(const std::string& text, const std::string& before, const std::string& after) {
    const std::size_t begin = text.find(before);
    if (begin == std::string::npos) return {};
    return text.substr(begin + before.size(), text.find(after, begin + before.size()) - begin - before.size());
}

std::string body_of(const std::string& text, const std::string& name) {
    return between(text, "def Xform \"" + name + "\"", "def Xform");
}

/// "[(1, 2, 3), …]"
Vectors vectors(const std::string& text) {
    Vectors result;
    const std::regex triple(R"(\(([^,)]+), ([^,)]+), ([^,)]+)\))");
    for (auto it = std::sregex_iterator(text.begin(), text.end(), triple); it != std::sregex_iterator(); ++it)
        result.push_back({std::stof((*it)[1]), std::stof((*it)[2]), std::stof((*it)[3])});
    return result;
}

Vectors sample_of(const std::string& body, const std::string& attribute, int frame) {
    const std::string samples = between(body, attribute + ".timeSamples = {", "}");
    return vectors(between(samples, "\n                " + std::to_string(frame) + ": ", "\n"));
}

TEST(ExportUsda, says_units_axis_and_rate) {
    const SampleClip sample;
    const std::string text = usda_of(sample, "1:");
    EXPECT_THAT(text, ::testing::StartsWith("#usda 1.0\n("));
    for (const char* line : {"defaultPrim = \"run\"", "metersPerUnit = 1\n", "upAxis = \"Y\"",
                             "timeCodesPerSecond = 25\n", "startTimeCode = 1\n", "endTimeCode = 3\n"})
        EXPECT_THAT(text, HasSubstr(line));
    EXPECT_THAT(usda_of(sample, "0", UpAxis::z), HasSubstr("upAxis = \"Z\""));
}

TEST(ExportUsda, has_the_points_of_every_frame) {
    const SampleClip sample;
    const std::string text = usda_of(sample, "::2");
    const std::vector<std::pair<std::string, std::vector<int>>> expected = {
        {"red_sheet", {0, 1, 2, 3}}, {"rope", {4, 5, 6}}, {"dice", {7, 8, 9, 10, 11}}, {"jelly", {16, 17, 18}}};
    for (const auto& [name, points] : expected) {
        const std::string body = body_of(text, name);
        for (const int frame : {0, 2})
            EXPECT_EQ(sample_of(body, "point3f[] points", frame), floats_of(SampleClip::positions(frame), points));
        EXPECT_TRUE(sample_of(body, "point3f[] points", 1).empty());
        EXPECT_EQ(vectors(between(body, "point3f[] points = ", "\n")), floats_of(SampleClip::positions(0), points));
    }
    EXPECT_THAT(body_of(text, "red_sheet"), HasSubstr("doc = \"red sheet\""));
}

TEST(ExportUsda, has_extents_and_velocities) {
    const SampleClip sample;
    const std::string body = body_of(usda_of(sample), "rope");
    const auto x = floats_of(SampleClip::positions(2), {4, 5, 6});
    const Vectors extent = sample_of(body, "float3[] extent", 2);
    ASSERT_EQ(extent.size(), 2u);
    for (int a = 0; a < 3; ++a) {
        EXPECT_EQ(extent[0][a], std::min({x[0][a], x[1][a], x[2][a]}));
        EXPECT_EQ(extent[1][a], std::max({x[0][a], x[1][a], x[2][a]}));
    }
    const Vectors v = sample_of(body, "vector3f[] velocities", 1);
    ASSERT_EQ(v.size(), 3u);
    for (int i = 0; i < 3; ++i)
        for (int a = 0; a < 3; ++a) EXPECT_NEAR(v[i][a], SampleClip::velocity(4 + i)[a], 1e-6);
}

TEST(ExportUsda, meshes_curves_and_points) {
    const SampleClip sample;
    const std::string text = usda_of(sample, "0");
    const std::string sheet = body_of(text, "red_sheet");
    EXPECT_THAT(sheet, HasSubstr("def Mesh \"mesh\""));
    EXPECT_THAT(sheet, HasSubstr("int[] faceVertexCounts = [3, 3]\n"));
    EXPECT_THAT(sheet, HasSubstr("int[] faceVertexIndices = [0, 1, 2, 0, 2, 3]\n"));
    EXPECT_THAT(sheet, HasSubstr("subdivisionScheme = \"none\""));
    const std::string rope = body_of(text, "rope");
    EXPECT_THAT(rope, HasSubstr("def BasisCurves \"curves\""));
    EXPECT_THAT(rope, HasSubstr("int[] curveVertexCounts = [3]\n"));

    Body forked{"fork \"\\", 0, 4, 1, 1.0, {{0, 1}, {1, 2}, {1, 3}}, {}, {}, {}};
    Body dust{"dust", 4, 15, 1, 1.0, {}, {}, {}, {}};
    write_topology(sample.run.topology(), std::vector{forked, dust});
    const std::string other = usda_of(sample, "0");
    EXPECT_THAT(other, HasSubstr("doc = \"fork \\\"\\\\\""));
    EXPECT_THAT(other, HasSubstr("int[] curveVertexCounts = [3, 2]\n"));
    EXPECT_EQ(sample_of(body_of(other, "fork___"), "point3f[] points", 0),
              floats_of(SampleClip::positions(0), {0, 1, 2, 1, 3}));
    EXPECT_THAT(other, HasSubstr("def Points \"points\""));
}

}  // namespace
}  // namespace talweg::usda_test
