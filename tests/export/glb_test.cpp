#include "talweg/export/glb.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "export/sample_clip.hpp"
#include "talweg/geometry/read/gltf.hpp"

namespace talweg::glb_test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

/// The two chunks of a glb, and arrays out of them as the specification describes them.
struct Glb {
    explicit Glb(const std::string& bytes) {
        const auto word = [&](std::size_t at) {
            std::uint32_t value = 0;
            std::memcpy(&value, bytes.data() + at, 4);
            return std::size_t{value};
        };
        EXPECT_EQ(bytes.substr(0, 4), "glTF");
        EXPECT_EQ(word(4), 2u);
        EXPECT_EQ(word(8), bytes.size());
        document = json::parse(bytes.substr(20, word(12)));
        const std::size_t second = 20 + word(12);
        EXPECT_EQ(second % 4, 0u);
        binary = bytes.substr(second + 8, word(second));
    }

    std::vector<float> floats(int accessor) const {
        const json& a = document["accessors"][accessor];
        const json& view = document["bufferViews"][a["bufferView"].get<int>()];
        std::vector<float> values(a["count"].get<std::size_t>() * (a["type"] == "VEC3" ? 3 : 1));
        EXPECT_EQ(a["componentType"], 5126);
        std::memcpy(values.data(), binary.data() + view.value("byteOffset", 0), values.size() * sizeof(float));
        return values;
    }
    std::vector<float> positions(int mesh) const {
        return floats(document["meshes"][mesh]["primitives"][0]["attributes"]["POSITION"]);
    }

    json document;
    std::string binary;
};

Glb glb_of(const SampleClip& sample, const std::string& frames) {
    const auto file = sample.directory / "clip.glb";
    EXPECT_EQ(export_glb(Clip(sample.run.path, parse_frame_range(frames)), file, {}), 1u);
    return Glb(read_whole_file(file));
}

const std::vector<std::vector<int>> shown = {{0, 1, 2, 3}, {4, 5, 6}, {7, 8, 9, 10, 11}, {16, 17, 18}};

TEST(ExportGlb, a_frame_is_the_mesh_and_its_target) {
    const SampleClip sample;
    const Glb glb = glb_of(sample, "1:");
    ASSERT_EQ(glb.document["meshes"].size(), 4u);
    for (int body = 0; body < 4; ++body) {
        const auto base = glb.positions(body);
        const json& targets = glb.document["meshes"][body]["primitives"][0]["targets"];
        ASSERT_EQ(targets.size(), 2u);
        for (int k = 0; k < 3; ++k) {
            const auto offset = k == 0 ? std::vector<float>(base.size()) : glb.floats(targets[k - 1]["POSITION"]);
            const auto x = SampleClip::positions(k + 1);
            for (std::size_t i = 0; i < shown[body].size(); ++i)
                for (int a = 0; a < 3; ++a)
                    EXPECT_NEAR(base[3 * i + a] + offset[3 * i + a], x[shown[body][i]][a], 1e-6);
        }
    }
}

TEST(ExportGlb, the_animation_shows_one_target_at_a_time) {
    const SampleClip sample;
    const Glb glb = glb_of(sample, "1:");
    const json& animation = glb.document["animations"][0];
    EXPECT_EQ(animation["channels"].size(), 4u);
    EXPECT_EQ(animation["channels"][2]["target"]["path"], "weights");
    EXPECT_EQ(glb.floats(animation["samplers"][0]["input"]), (std::vector<float>{0.0f, 0.04f, 0.08f}));
    EXPECT_EQ(glb.floats(animation["samplers"][0]["output"]), (std::vector<float>{0, 0, 1, 0, 0, 1}));
}

TEST(ExportGlb, a_reader_gets_names_triangles_and_lines) {
    const SampleClip sample;
    const Glb glb = glb_of(sample, "2");
    EXPECT_FALSE(glb.document.contains("animations"));
    EXPECT_EQ(glb.document["nodes"][0]["name"], "red sheet");
    const Mesh mesh = read::read_gltf(read::load_source(sample.directory / "clip.glb"));
    EXPECT_EQ(mesh.points.size(), 15u);
    EXPECT_EQ(mesh.triangles.size(), 9u);
    EXPECT_EQ(mesh.point_groups.at("rope").size(), 3u);
    const json& accessor = glb.document["accessors"][0];  // bounds are those of the numbers that are written
    const auto x = glb.floats(0);
    EXPECT_EQ(accessor["min"][0].get<double>(), double(std::min({x[0], x[3], x[6], x[9]})));
    EXPECT_EQ(accessor["max"][1].get<double>(), double(std::max({x[1], x[4], x[7], x[10]})));
}

TEST(ExportGlb, refuses_what_it_cannot_hold) {
    const SampleClip sample;
    const auto message = [&](const Clip& clip) {
        return error_of([&] { export_glb(clip, sample.directory / "a.glb", {}); });
    };
    EXPECT_THAT(message(Clip(sample.run.path, {}, UpAxis::z)), HasSubstr("glTF is y up"));

    const TemporaryDirectory large;  // a sparse file: 600 frames of 20,000 points would be 144 MB
    const RunDirectory run{large.path()};
    replace_file(run.run(), std::string_view("{}"));
    replace_file(run.scene(), std::string_view(R"({"time": {"step": 0.02}})"));
    write_topology(run.topology(), std::vector{Body{"dust", 0, 20'000, 1, 1.0, {}, {}, {}, {}}});
    File file = File::create(run.positions());
    const auto header = npy_header({600, 20'000, 3});
    file.write_at(0, std::as_bytes(std::span(header)));
    file.truncate(npy_header_size + 600ull * 20'000 * 24);
    EXPECT_THAT(message(Clip(large.path(), {})),
                HasSubstr("600 frames of 20000 vertices make a glb of 145 MB, over the limit of 100 MB; choose fewer "
                          "frames, such as --frames ::2"));
}

}  // namespace
}  // namespace talweg::glb_test
