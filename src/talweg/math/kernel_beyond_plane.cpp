#include "talweg/math/kernel_beyond_plane.hpp"

#include <algorithm>
#include <cmath>

namespace talweg {

namespace {

constexpr int table_pieces = 512;

/// ∫ f(√(d² + s²)) over a line or a plane at distance d, by the midpoint rule.
template <class Function>
double over_plane(double d, double reach, int dimension, const Function& f) {
    constexpr int pieces = 256;
    if (!(d < reach)) return 0.0;
    const double widest = std::sqrt(reach * reach - d * d);
    double sum = 0.0;
    for (int k = 0; k < pieces; ++k) {
        const double s = widest * (k + 0.5) / pieces;
        sum += f(std::sqrt(d * d + s * s)) * (dimension == 2 ? 2.0 : 2.0 * std::numbers::pi * s);
    }
    return sum * widest / pieces;
}

}  // namespace

KernelBeyondPlane::KernelBeyondPlane(const SmoothingKernel& kernel, double spacing, int dimension)
    : width_(kernel.reach() / table_pieces) {
    const double reach = kernel.reach();
    const auto plane = [&](double z) {
        return over_plane(z, reach, dimension, [&](double r) { return kernel.value(r); });
    };
    const LatticeSums lattice(kernel, spacing, dimension);
    for (int k = 0; k <= table_pieces; ++k) {
        const double d = k * width_;
        double share = 0.0, stretch = 0.0, steep = 0.0, depth = 0.0;
        for (double e = 0.5 * spacing; d + e < reach; e += spacing) {
            const double steep_of_plane =
                over_plane(d + e, reach, dimension, [&](double r) { return 2.0 * kernel.steepness(r); });
            share += spacing * plane(d + e);
            stretch +=
                spacing * over_plane(d + e, reach, dimension, [&](double r) { return kernel.steepness(r) * r * r; });
            steep += spacing * steep_of_plane;
            depth += spacing * e * steep_of_plane;
        }
        share_.push_back(share / lattice.filling);
        stretch_.push_back(stretch);
        steep_.push_back(steep / lattice.shear);
        steep_depth_.push_back(depth / lattice.shear);
    }
    for (int k = 0; k <= table_pieces; ++k) {
        const int before = std::max(0, k - 1), after = std::min(table_pieces, k + 1);
        slope_.push_back((share_[before] - share_[after]) / ((after - before) * width_));
    }
}

double KernelBeyondPlane::at(const std::vector<double>& table, double d) const {
    const double place = std::max(0.0, d) / width_;
    if (!(place < table_pieces)) return 0.0;
    const int k = static_cast<int>(place);
    return table[k] + (place - k) * (table[k + 1] - table[k]);
}

}  // namespace talweg
