/// The kernel's integral, slope, and what of it lies beyond a plane, by sums over fine lattices.
#include "talweg/math/smoothing_kernel.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "talweg/math/kernel_beyond_plane.hpp"

namespace talweg::smoothing_kernel_test {
namespace {

/// function(x, y, r) · volume, summed over a lattice that covers the kernel.
template <class Function>
double summed(const SmoothingKernel& kernel, int dimension, const Function& function) {
    const int n = dimension == 2 ? 200 : 60;
    const double cell = 2.0 * kernel.reach() / n;
    double sum = 0.0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            for (int k = 0; k < (dimension == 2 ? 1 : n); ++k) {
                const double x = (i + 0.5) * cell - kernel.reach(), y = (j + 0.5) * cell - kernel.reach(),
                             z = dimension == 2 ? 0.0 : (k + 0.5) * cell - kernel.reach();
                sum += function(x, y, std::sqrt(x * x + y * y + z * z)) * std::pow(cell, dimension);
            }
    return sum;
}

TEST(SmoothingKernel, HoldsOneAndFallsAsItsSlopeSays) {
    for (const int dimension : {2, 3}) {
        const SmoothingKernel kernel(0.3, dimension);
        EXPECT_NEAR(summed(kernel, dimension, [&](double, double, double r) { return kernel.value(r); }), 1.0, 1e-4);
        // ∫ (−W′/r) y² = ∫ W = 1 by parts: what makes linear shear give μ γ̇
        EXPECT_NEAR(summed(kernel, dimension, [&](double, double y, double r) { return kernel.steepness(r) * y * y; }),
                    1.0, 1e-3);
        for (const double r : {0.05, 0.15, 0.29})
            EXPECT_NEAR(-(kernel.value(r + 1e-6) - kernel.value(r - 1e-6)) / 2e-6, r * kernel.steepness(r),
                        1e-6 * kernel.steepness(0.0));
        EXPECT_EQ(kernel.value(0.3), 0.0);
        EXPECT_EQ(kernel.steepness(0.31), 0.0);
    }
}

/// A lattice next to a plane, row by row: the plane takes the place of the rows beyond it.
TEST(KernelBeyondPlane, StandsForTheRowsBeyondIt) {
    constexpr double spacing = 0.1;
    for (const int dimension : {2, 3}) {
        const SmoothingKernel kernel(3.0 * spacing, dimension);
        const KernelBeyondPlane beyond(kernel, spacing, dimension);
        const double volume = std::pow(spacing, dimension);
        double all = 0.0, stress = 0.0;
        double rows[4] = {};  // V Σ W over the lattice's places at each height
        for (int i = -3; i <= 3; ++i)
            for (int j = -3; j <= 3; ++j)
                for (int k = (dimension == 2 ? 0 : -3); k <= (dimension == 2 ? 0 : 3); ++k) {
                    const double w = volume * kernel.value(spacing * std::sqrt(double(i * i + j * j + k * k)));
                    all += w;
                    if (j >= 0) rows[j] += w;
                }
        EXPECT_NEAR(beyond.share(0.5 * spacing), (rows[1] + rows[2]) / all, 2e-4);
        EXPECT_NEAR(beyond.share(1.5 * spacing), rows[2] / all, 2e-4);
        EXPECT_NEAR(beyond.share(3.0 * spacing), 0.0, 1e-9);
        for (const double d : {0.06, 0.12, 0.21})
            EXPECT_NEAR(beyond.slope(d), (beyond.share(d - 1e-3) - beyond.share(d + 1e-3)) / 2e-3,
                        1e-2 * beyond.slope(0.0));
        // A liquid with v = γ̇ d next to the wall is held by μ γ̇ per area.
        for (double d = 0.5 * spacing; d < 3.0 * spacing; d += spacing) stress += beyond.shear(d) * d * spacing;
        EXPECT_NEAR(stress, 1.0, 5e-3);
    }
}

}  // namespace
}  // namespace talweg::smoothing_kernel_test
