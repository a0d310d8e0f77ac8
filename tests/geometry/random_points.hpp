/// Seeded random places, directions and sizes for tests of geometry.
#pragma once
#include <cmath>

#include "../math/random_matrices.hpp"
#include "talweg/math/points.hpp"

namespace talweg::testing {

class RandomPoints : public RandomMatrices {
public:
    using RandomMatrices::RandomMatrices;

    Vec3 in_cube(double half_side = 1.0) { return half_side * matrix<3, 1>(); }
    Vec3 direction() {
        Vec3 v = in_cube();
        while (norm(v) < 0.1 || norm(v) > 1.0) v = in_cube();
        return v / norm(v);
    }
    /// Between 10^low and 10^high, evenly in the exponent.
    double power(double low, double high) { return std::pow(10.0, uniform(low, high)); }
    bool chance(double probability) { return uniform(0.0, 1.0) < probability; }
    int below(int count) { return static_cast<int>(uniform(0.0, count)); }

    template <int N>
    Points<double, N> points(double half_side = 1.0) {
        Points<double, N> x;
        for (int i = 0; i < N; ++i) x[i] = in_cube(half_side);
        return x;
    }
};

}  // namespace talweg::testing
