#include "talweg/export/vtu.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "export/sample_clip.hpp"
#include "support/inflate.hpp"
#include "talweg/format/base64.hpp"
#include "talweg/geometry/read/vtu.hpp"

namespace talweg::vtu_test {
namespace {

using ::testing::HasSubstr;

class ExportVtu : public ::testing::Test, public SampleClip {
protected:
    std::uint64_t write(const std::string& frames = "::", UpAxis up = UpAxis::y) {
        return export_vtu(Clip(run.path, parse_frame_range(frames), up), directory.path(), {});
    }
    std::string file(const std::string& name, int frame) const {
        return read_whole_file(directory / (name + "/frame_00000" + std::to_string(frame) + ".vtu"));
    }
    Mesh mesh(const std::string& name, int frame) const { return read::read_vtu({"a.vtu", file(name, frame)}); }

    /// A float32 array of one compressed block.
    static std::vector<float> array(const std::string& text, const std::string& name, std::size_t count) {
        const std::size_t tag = text.find("Name=\"" + name + "\"");
        if (tag == std::string::npos) return {};
        const std::size_t begin = text.find(">\n", tag) + 2;
        std::uint64_t header[4];  // blocks, size of a block, size of the last, compressed size
        const std::size_t header_text = base64_size(sizeof header);
        std::memcpy(header, decode_base64(text.substr(begin, header_text)).value().data(), sizeof header);
        EXPECT_EQ(header[0], 1u);
        EXPECT_EQ(header[2], 4 * count);
        const auto packed = decode_base64(text.substr(begin + header_text, base64_size(header[3])));
        const std::string bytes = inflate_text(packed.value(), 4 * count);
        std::vector<float> values(bytes.size() / 4);
        std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }
};

TEST_F(ExportVtu, a_dataset_per_body_and_one_per_embedded_surface) {
    EXPECT_EQ(write("::3"), 5u * 2 + 5 + 1);
    const std::vector<Vec3> x = positions(3);
    EXPECT_EQ(mesh("dice", 3).points, std::vector(x.begin() + 7, x.begin() + 12));
    EXPECT_EQ(mesh("dice", 3).tets.size(), 2u);
    EXPECT_EQ(mesh("jelly", 3).points, std::vector(x.begin() + 12, x.begin() + 16));
    EXPECT_EQ(mesh("jelly_surface", 3).points, std::vector(x.begin() + 16, x.end()));
    EXPECT_EQ(mesh("jelly_surface", 3).triangles.size(), 1u);
    EXPECT_EQ(mesh("red_sheet", 0).triangles, two_bodies()[0].triangles);
    EXPECT_EQ(mesh("rope", 0).points.size(), 3u);
    EXPECT_THAT(file("rope", 0), ::testing::Not(HasSubstr("appended"))) << "ParaView would refuse larger ones";
}

TEST_F(ExportVtu, collections_know_the_times) {
    write("::3");
    const std::string dice = read_whole_file(directory / "dice.pvd");
    EXPECT_THAT(dice, HasSubstr("<DataSet timestep=\"0\" part=\"0\" name=\"dice\" file=\"dice/frame_000000.vtu\"/>"));
    EXPECT_THAT(dice,
                HasSubstr("<DataSet timestep=\"0.12\" part=\"0\" name=\"dice\" file=\"dice/frame_000003.vtu\"/>"));
    const std::string all = read_whole_file(directory / "all.pvd");
    EXPECT_THAT(all, HasSubstr("part=\"0\" name=\"red_sheet\""));
    EXPECT_THAT(all, HasSubstr("part=\"4\" name=\"jelly_surface\""));
}

TEST_F(ExportVtu, points_have_velocity_and_displacement) {
    write("2", UpAxis::z);
    const std::string text = file("rope", 2);
    const auto v = array(text, "velocity", 9), u = array(text, "displacement", 9);
    ASSERT_EQ(v.size(), 9u);
    for (int i = 0; i < 3; ++i) {
        const Vec3 expected = velocity(4 + i);
        EXPECT_NEAR(v[3 * i], expected[0], 1e-5);
        EXPECT_NEAR(v[3 * i + 1], -expected[2], 1e-5);
        EXPECT_NEAR(v[3 * i + 2], expected[1], 1e-5);
        EXPECT_NEAR(u[3 * i], 2 * frame_time * expected[0], 1e-6);
    }
}

TEST_F(ExportVtu, cells_and_embedded_points_have_the_recorded_fields) {
    record_fields();
    write();
    EXPECT_EQ(array(file("dice", 2), "stress", 2), (std::vector<float>{2000, 2001}));
    EXPECT_EQ(array(file("jelly", 1), "stress", 1), (std::vector<float>{1002}));
    EXPECT_EQ(array(file("jelly", 1), "stretches", 3), (std::vector<float>{1002, 1002.125f, 1002.25f}));
    EXPECT_EQ(array(file("jelly_surface", 1), "stress", 3), (std::vector<float>{1002, 1002, 1002}));
    EXPECT_THAT(file("rope", 1), ::testing::Not(HasSubstr("stress")));
}

TEST_F(ExportVtu, points_have_the_forces_of_contact_that_were_recorded) {
    write("2");
    EXPECT_THAT(file("rope", 2), ::testing::Not(HasSubstr("contact_force")));
    record_forces();
    write("2", UpAxis::z);
    EXPECT_EQ(array(file("rope", 2), "contact_force", 9), (std::vector<float>{2, -0.5, 4, 2, -0.5, 5, 2, -0.5, 6}));
}

TEST_F(ExportVtu, points_alone_are_vertices) {
    write_topology(run.topology(), std::vector{Body{"dust & <more>", 0, 19, 1, 1.0, {}, {}, {}, {}}});
    EXPECT_EQ(write("0"), 2u);
    const std::string text = file("dust____more_", 0);
    EXPECT_THAT(text, HasSubstr("NumberOfPoints=\"19\" NumberOfCells=\"19\""));
    EXPECT_FALSE(std::filesystem::exists(directory / "all.pvd"));
}

}  // namespace
}  // namespace talweg::vtu_test
