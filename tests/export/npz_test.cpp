#include "talweg/export/npz.hpp"

#include <gtest/gtest.h>

#include "export/sample_clip.hpp"
#include "talweg/geometry/read/npz.hpp"

namespace talweg::npz_test {
namespace {

using Shape = std::vector<std::uint64_t>;

class ExportNpz : public ::testing::Test, public SampleClip {
protected:
    void write(const std::string& frames = "::", UpAxis up = UpAxis::y) {
        const auto file = directory / "clip.npz";
        EXPECT_EQ(export_npz(Clip(run.path, parse_frame_range(frames), up), file, {}), 1u);
        source = read::load_source(file);
    }
    read::NpyArray array(const std::string& name) const { return read::Npz(source).read(name); }

    read::Source source;
};

TEST_F(ExportNpz, holds_positions_velocities_and_times_exactly) {
    write("1:");
    const read::NpyArray x = array("positions"), v = array("velocities");
    EXPECT_EQ(x.shape, (Shape{3, 19, 3}));
    EXPECT_EQ(v.shape, x.shape);
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < point_count; ++i)
            for (int a = 0; a < 3; ++a) {
                const std::size_t at = 3 * (k * point_count + i) + a;
                EXPECT_EQ(x.values[at], positions(k + 1)[i][a]);
                EXPECT_NEAR(v.values[at], velocity(i)[a], 1e-12);
            }
    EXPECT_EQ(array("times").values, (std::vector<double>{0.04, 0.08, 3 * 0.04}));
    EXPECT_EQ(array("frames").values, (std::vector<double>{1, 2, 3}));
}

TEST_F(ExportNpz, holds_the_bodies_and_how_they_are_joined) {
    write("0", UpAxis::z);
    EXPECT_EQ(array("body_first_point").values, (std::vector<double>{0, 4, 7, 12}));
    EXPECT_EQ(array("body_point_count").values, (std::vector<double>{4, 3, 5, 7}));
    EXPECT_EQ(array("tets").shape, (Shape{3, 4}));
    EXPECT_EQ(array("tets").values, (std::vector<double>{7, 8, 9, 10, 8, 9, 10, 11, 12, 13, 14, 15}));
    EXPECT_EQ(array("triangles").shape, (Shape{9, 3}));  // the skin of the solid is among them
    EXPECT_EQ(array("edges").shape, (Shape{7, 2}));
    EXPECT_EQ(array("positions").values[2], positions(0)[0][1]) << "z is up";
    EXPECT_FALSE(read::Npz(source).holds("elements_stress"));
}

TEST_F(ExportNpz, holds_the_recorded_fields_and_forces) {
    record_fields();
    record_forces();
    write("::3");
    EXPECT_EQ(array("elements_stress").shape, (Shape{2, 3}));
    EXPECT_EQ(array("elements_stress").values, (std::vector<double>{0, 1, 2, 3000, 3001, 3002}));
    EXPECT_EQ(array("elements_stretches").shape, (Shape{2, 3, 3}));
    EXPECT_EQ(array("elements_stretches").values[13], 3001.125);
    EXPECT_EQ(array("contact_forces").shape, (Shape{2, 19, 3}));
    EXPECT_EQ(array("contact_forces").values[3 * (19 + 5) + 1], 5.0);
}

}  // namespace
}  // namespace talweg::npz_test
