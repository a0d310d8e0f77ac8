#include "talweg/geometry/read_points.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"

namespace talweg::read_points_test {
namespace {

using ::testing::HasSubstr;

class ReadPoints : public ::testing::Test {
protected:
    std::vector<Vec3> read(const std::string& name, const std::string& bytes) const {
        replace_file(folder / name, bytes);
        return read_points(folder / name);
    }
    std::string refused(const std::string& name, const std::string& bytes) const {
        try {
            read(name, bytes);
        } catch (const Error& error) {
            return error.what();
        }
        return "nothing";
    }
    /// NumPy's array of doubles, version 1.
    static std::string npy(const std::string& shape, const std::vector<double>& values) {
        std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + shape + "), }";
        header.resize(118, ' ');
        header.back() = '\n';
        const std::string start("\x93NUMPY\x01\x00\x76\x00", 10);
        return start + header + std::string(reinterpret_cast<const char*>(values.data()), 8 * values.size());
    }
    TemporaryDirectory folder;
};

TEST_F(ReadPoints, TakesThoseOfAnyMeshAndFilesThatHoldNothingElse) {
    const std::vector<Vec3> three = {{0, 0, 0}, {1, 0, 0.5}, {0, 2, 0}};
    EXPECT_EQ(read("a.obj", "v 0 0 0\nv 1 0 0.5\nv 0 2 0\n"), three);
    EXPECT_EQ(read("b.obj", "v 0 0 0\nv 1 0 0.5\nv 0 2 0\nf 1 2 3\n"), three);
    EXPECT_EQ(read("a.ply",
                   "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
                   "property float z\nend_header\n0 0 0\n1 0 0.5\n0 2 0\n"),
              three);
    EXPECT_EQ(read("a.npy", npy("3, 3", {0, 0, 0, 1, 0, 0.5, 0, 2, 0})), three);
}

TEST_F(ReadPoints, RefusesWhatIsNoListOfPlaces) {
    EXPECT_THAT(refused("a.npy", npy("2, 2", {0, 0, 0, 1})), HasSubstr("has the shape 2 × 2, but places are n × 3"));
    EXPECT_THAT(refused("b.npy", npy("1, 3", {0, 0, std::numeric_limits<double>::quiet_NaN()})),
                HasSubstr("point 0 has a coordinate that is not a finite number"));
    EXPECT_THAT(refused("c.npz", "PK"), HasSubstr("c.npz"));
    EXPECT_THAT(refused("d.xyz", "0 0 0\n"), HasSubstr("not known"));
}

}  // namespace
}  // namespace talweg::read_points_test
