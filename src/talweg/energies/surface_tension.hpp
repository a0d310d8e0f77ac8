/// Surface tension: a film costs joules in proportion to its area, whatever it was at rest.
///
///     E = γ A,   A = ½ |N|,   N = (x₁ − x₀) × (x₂ − x₀)
///     ∂E/∂x_i = ½ γ n × e_i,   n = N/|N|,   e_i = x_{i+2} − x_{i+1}, the edge opposite to point i
///     H_ij = ½ γ ([e_i]ᵀ (I − n nᵀ) [e_j]/|N| ∓ [n]),   [a] b = a × b
///
/// with − for j = i + 1, + for j = i + 2 and no [n] for j = i.
///
/// Young 1805, Laplace 1806: a bubble of radius r holds the pressure 2γ/r. Brakke, "The Surface Evolver", 1992.
#pragma once
#include "talweg/energies/interface/description.hpp"

namespace talweg {

struct SurfaceTension {
    static constexpr const char* name = "surface_tension";
    static constexpr const char* summary = "Film that pulls itself together: energy in proportion to its area";
    static constexpr int point_count = 3;
    static constexpr Domain domain = Domain::triangles;
    static constexpr bool relaxed_at_rest = false;  // it always pulls
    static constexpr Parameter parameters[] = {
        {"tension", "N/m", "Tension γ of the film: energy per area; of a soap film that of both its sides",
         Range::positive}};

    struct Element {
        double tension;
    };
    static Element make(const RestElement<3>&, const double* values) { return {values[0]}; }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 3>& x, const Element& e) {
        return norm(cross(x[1] - x[0], x[2] - x[0])) * (0.5 * e.tension);
    }

    TALWEG_FN static Derivatives<3> derivatives(const Points<double, 3>& x, const Element& e) {
        const Vec3 area = cross(x[1] - x[0], x[2] - x[0]);
        const double length = norm(area);
        const Vec3 n = area / length;
        const Mat3 across = Mat3::identity() - outer(n, n), turn = crossing(n);
        Derivatives<3> d;
        d.energy = 0.5 * e.tension * length;
        for (int i = 0; i < 3; ++i) {
            const Vec3 opposite = x[(i + 2) % 3] - x[(i + 1) % 3];
            const Vec3 slope = cross(n, opposite) * (0.5 * e.tension);
            for (int a = 0; a < 3; ++a) d.gradient[3 * i + a] = slope[a];
            for (int j = 0; j < 3; ++j) {
                Mat3 block = crossing(opposite).transposed() * across * crossing(x[(j + 2) % 3] - x[(j + 1) % 3]);
                block *= 1.0 / length;
                if (j == (i + 1) % 3) block -= turn;
                if (j == (i + 2) % 3) block += turn;
                for (int a = 0; a < 3; ++a)
                    for (int b = 0; b < 3; ++b) d.hessian(3 * i + a, 3 * j + b) = 0.5 * e.tension * block(a, b);
            }
        }
        return d;
    }

private:
    /// [a]: the matrix with [a] b = a × b.
    TALWEG_FN static Mat3 crossing(const Vec3& a) { return {0, a[2], -a[1], -a[2], 0, a[0], a[1], -a[0], 0}; }
};

}  // namespace talweg
