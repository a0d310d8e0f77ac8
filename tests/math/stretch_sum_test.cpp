#include "talweg/math/stretch_sum.hpp"

#include <gtest/gtest.h>

#include "random_matrices.hpp"

namespace talweg::stretch_sum_test {
namespace {

template <int D>
Matrix<Jet<D * D>, D, D> unknowns(const Matrix<double, D, D>& f) {
    Matrix<Jet<D * D>, D, D> jets;
    for (int i = 0; i < D * D; ++i) jets[i] = Jet<D * D>::unknown(f[i], i);
    return jets;
}

/// Its gradient is the rotation R; its second derivative along a spin W R is tr(RᵀF) lost by turning.
template <int D>
void expect_gradient_is_rotation(const Matrix<double, D, D>& f) {
    const Jet<D* D> s = stretch_sum(unknowns(f));
    const Svd<D> d = svd(f);
    const Matrix<double, D, D> r = d.u * d.v.transposed();
    double sum = 0.0;
    for (int i = 0; i < D; ++i) sum += d.sigma[i];
    EXPECT_NEAR(s.value, sum, 1e-14 * sum);
    EXPECT_NEAR(stretch_sum(f), sum, 1e-14 * sum);
    for (int i = 0; i < D * D; ++i) EXPECT_NEAR(s.gradient[i], r[i], 1e-11);

    const double h = 1e-4;
    for (int i = 0, k = 0; i < D * D; ++i)
        for (int j = 0; j <= i; ++j, ++k) {
            Matrix<double, D, D> plus = f, minus = f;
            plus[j] += h;
            minus[j] -= h;
            const double difference =
                (stretch_sum(unknowns(plus)).gradient[i] - stretch_sum(unknowns(minus)).gradient[i]) / (2.0 * h);
            EXPECT_NEAR(s.hessian[k], difference, 1e-6 * (1.0 + std::fabs(difference)));
        }
}

TEST(StretchSum, JetsKnowItsDerivatives) {
    RandomMatrices random(1);
    for (int i = 0; i < 100; ++i) {
        const Mat3 stretch3 = diagonal(Vec3{2.0, 1.5, random.uniform(-1.0, 1.4)});
        expect_gradient_is_rotation(Mat3(random.rotation<3>() * stretch3 * random.rotation<3>()));
        const Mat2 stretch2 = diagonal(Vec2{2.0, random.uniform(-1.5, 1.9)});
        expect_gradient_is_rotation(Mat2(random.rotation<2>() * stretch2 * random.rotation<2>()));
    }
    expect_gradient_is_rotation(Mat3::identity());
    expect_gradient_is_rotation(Mat2::identity());
}

}  // namespace
}  // namespace talweg::stretch_sum_test
