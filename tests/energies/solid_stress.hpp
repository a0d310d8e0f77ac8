/// The first Piola–Kirchhoff stress that an element of a solid feels under a given deformation gradient.
#pragma once
#include <gtest/gtest.h>

#include <vector>

#include "math/random_matrices.hpp"
#include "talweg/energies/interface/solid_family.hpp"

namespace talweg {

template <class Energy, int D>
Matrix<double, D, D> stress(const Matrix<double, D, D>& f, const std::vector<double>& parameters) {
    RestElement<D + 1> rest = {};
    Points<double, D + 1> x = {};
    for (int n = 0; n < D; ++n) {
        rest.x[n + 1][n] = 1.0;
        for (int i = 0; i < D; ++i) x[n + 1][i] = f(i, n);
    }
    const typename Energy::Element element = Energy::make(rest, parameters.data());
    const Derivatives<D + 1> d = Energy::derivatives(x, element);
    Matrix<double, D, D> p;
    for (int n = 0; n < D; ++n)
        for (int i = 0; i < D; ++i) p(i, n) = d.gradient[3 * (n + 1) + i] / element.volume;
    return p;
}

template <int D>
void expect_equal(const Matrix<double, D, D>& found, const Matrix<double, D, D>& expected, double scale) {
    EXPECT_LE(frobenius(found - expected), 1e-11 * scale);
}

inline Mat3 stretch(double a, double b, double c) { return diagonal(Vec3{a, b, c}); }
/// x slides by gamma times y.
inline Mat3 simple_shear(double gamma) { return {1, 0, 0, gamma, 1, 0, 0, 0, 1}; }
/// The rotation in F = R S of simple shear: by the angle whose tangent is −gamma/2.
inline Mat3 simple_shear_rotation(double gamma) {
    const double length = std::sqrt(4.0 + gamma * gamma), c = 2.0 / length, s = gamma / length;
    return {c, -s, 0, s, c, 0, 0, 0, 1};
}

inline constexpr double test_stretches[] = {0.5, 0.8, 0.999, 1.0, 1.001, 1.3, 2.0};
inline constexpr double test_shears[] = {-1.5, -0.1, 1e-4, 0.0, 0.5, 2.0};

}  // namespace talweg
