#include "talweg/geometry/laplacian.hpp"

#include <gtest/gtest.h>

#include "talweg/geometry/shapes/box.hpp"

namespace talweg::laplacian_test {
namespace {

/// Linear functions are harmonic, and linear elements hold them exactly.
TEST(Laplacian, LinearFunctionsAreHarmonicInside) {
    const Mesh mesh = make_box({1, 2, 3}, {3, 3, 3}, 6);
    const int count = static_cast<int>(mesh.points.size());
    const auto laplacian = mesh_laplacian(mesh, count);
    EXPECT_LT((laplacian * Eigen::VectorXd::Ones(count)).cwiseAbs().maxCoeff(), 1e-12);
    std::vector<char> given(count, 0);
    Eigen::MatrixXd values = Eigen::MatrixXd::Zero(count, 1);
    Eigen::VectorXd linear(count);
    for (int i = 0; i < count; ++i) {
        const Vec3& x = mesh.points[i];
        linear[i] = 1.0 + 2.0 * x[0] - x[1] + 3.0 * x[2];
        for (const auto& triangle : mesh.triangles)
            for (const int corner : triangle)
                if (corner == i) given[i] = 1;
        if (given[i]) values(i, 0) = linear[i];
    }
    const auto extended = harmonic_extension(laplacian, given, values);
    ASSERT_TRUE(extended);
    EXPECT_LT((extended->col(0) - linear).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Laplacian, APartWithoutValuesIsNamed) {
    Mesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {5, 0, 0}, {6, 0, 0}};
    mesh.edge_groups["structural"] = {{0, 1}, {1, 2}, {3, 4}};
    const auto laplacian = mesh_laplacian(mesh, 5);
    Eigen::MatrixXd values = Eigen::MatrixXd::Zero(5, 1);
    values(2, 0) = 4.0;
    int lost = -1;
    EXPECT_FALSE(harmonic_extension(laplacian, {1, 0, 1, 0, 0}, values, &lost));
    EXPECT_EQ(lost, 3);
    const auto extended = harmonic_extension(laplacian, {1, 0, 1, 1, 0}, values, &lost);
    ASSERT_TRUE(extended);
    EXPECT_NEAR((*extended)(1, 0), 2.0, 1e-14);
    EXPECT_NEAR((*extended)(4, 0), 0.0, 1e-14);
}

}  // namespace
}  // namespace talweg::laplacian_test
