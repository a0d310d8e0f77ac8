/// A sum of energies that knows how far rounding may have taken it.
///
///     magnitude = Σ |E_e| + |∂E_e/∂x|·|x|
///
/// E_e is rounded relative to itself, and so are the positions it is taken at: to first order the sum is off by a small
/// multiple of 2⁻⁵³ magnitude. The second part is the larger one for a stiff body near rest, whose energy is next to
/// nothing while its forces react to the last digit of x.
#pragma once
#include <cmath>

#include "talweg/math/matrix.hpp"

namespace talweg {

struct EnergySum {
    double value = 0.0, magnitude = 0.0;  // J

    /// The energy of an element with points x; gradient and x hold 3·N numbers.
    static EnergySum of_element(double energy, const double* gradient, const Vec3* x, int points) {
        EnergySum sum{energy, std::fabs(energy)};
        for (int i = 0; i < points; ++i)
            for (int a = 0; a < 3; ++a) sum.magnitude += std::fabs(gradient[3 * i + a] * x[i][a]);
        return sum;
    }

    EnergySum& operator+=(const EnergySum& part) {
        value += part.value;
        magnitude += part.magnitude;
        return *this;
    }
    friend EnergySum operator*(double scale, const EnergySum& sum) {
        return {scale * sum.value, std::fabs(scale) * sum.magnitude};
    }
};

}  // namespace talweg
