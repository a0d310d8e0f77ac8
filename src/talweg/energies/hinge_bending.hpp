/// Bending of a thin sheet by the angles between its triangles.
///
///     E = (D/2) |e|²/(A₁ + A₂) (θ − θ̄)²,   θ the angle between the two normals, 0 when flat;   |e|, A, θ̄ at rest
///
/// Grinspun, Hirani, Desbrun, Schröder, "Discrete Shells", 2003. With this factor a cylinder of curvature κ cut into
/// equilateral triangles costs ½ D κ² per area, D = E t³ / (12 (1 − ν²)) of a plate. On other meshes hinges have a
/// bias: docs/energies/hinge_bending.md has it measured.
///
/// With the edge e = x₁ − x₀ and, of one triangle, the apex a, N = e × (a − x₀), u = N/|N|²:
///
///     ∂θ/∂a = −|e| u,   ∂θ/∂x₀ = (ê·(x₁ − a)) u,   ∂θ/∂x₁ = (ê·(a − x₀)) u
///
/// and the other triangle likewise; second derivatives follow from du = (I − 2 n nᵀ) dN/|N|², n = N/|N|, and those of
/// the factors (Tamstorf and Grinspun, "Discrete bending forces and their Jacobians", 2013, in other words).
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/math/error.hpp"
#include "talweg/math/project.hpp"

namespace talweg {

struct HingeBending {
    static constexpr const char* name = "hinge_bending";
    static constexpr const char* summary = "Bending stiffness of a sheet, by the angles between its triangles";
    static constexpr int point_count = 4;  // the ends of the common edge, then the apices
    static constexpr Domain domain = Domain::hinges;
    static constexpr Parameter parameters[] = {
        {"rigidity", "N·m", "Bending rigidity D: moment per width and curvature; of a plate E t³/(12 (1 − ν²))",
         Range::non_negative}};

    struct Element {
        double weight;  // (D/2) |e|²/(A₁ + A₂), J
        double rest_angle;
    };

    static Element make(const RestElement<4>& rest, const double* values) {
        const Vec3 edge = rest.x[1] - rest.x[0];
        const double twice_areas = norm(cross(edge, rest.x[2] - rest.x[0])) + norm(cross(edge, rest.x[3] - rest.x[0]));
        if (!(twice_areas > 0.0)) throw Error("the triangles of a hinge have no area at rest; mend the mesh");
        return {values[0] * norm_squared(edge) / twice_areas, angle(rest.x)};
    }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 4>& x, const Element& e) {
        const Real bent = angle(x) - Real(e.rest_angle);
        return bent * bent * e.weight;
    }

    /// In (−π, π].
    template <class Real>
    TALWEG_FN static Real angle(const Points<Real, 4>& x) {
        const auto edge = x[1] - x[0];
        const auto first = cross(edge, x[2] - x[0]), second = cross(x[3] - x[0], edge);
        return atan2(dot(cross(first, second), edge), dot(first, second) * norm(edge));
    }

    TALWEG_FN static Derivatives<4> derivatives(const Points<double, 4>& x, const Element& e) {
        Vector<double, 12> slope = Vector<double, 12>::zero();
        Matrix<double, 12, 12> curving = Matrix<double, 12, 12>::zero();
        add_triangle(x[0], x[1], x[2], 2, 1.0, slope, curving);
        add_triangle(x[0], x[1], x[3], 3, -1.0, slope, curving);
        const double bent = angle(x) - e.rest_angle, torque = 2.0 * e.weight * bent;
        Derivatives<4> d;
        d.energy = e.weight * bent * bent;
        d.gradient = slope * torque;
        for (int i = 0; i < 12; ++i)
            for (int j = 0; j < 12; ++j)
                d.hessian(i, j) = 2.0 * e.weight * slope[i] * slope[j] + 0.5 * torque * (curving(i, j) + curving(j, i));
        return d;
    }
    TALWEG_FN static Derivatives<4> projected_derivatives(const Points<double, 4>& x, const Element& e) {
        Derivatives<4> d = derivatives(x, e);
        project_positive(d.hessian);
        return d;
    }

private:
    /// What a triangle, whose apex is the point of that number, has to do with θ; `side` −1 for the second one.
    TALWEG_FN static void add_triangle(const Vec3& x0, const Vec3& x1, const Vec3& apex, int number, double side,
                                       Vector<double, 12>& slope, Matrix<double, 12, 12>& curving) {
        const Vec3 edge = x1 - x0, from = apex - x0, to = x1 - apex;
        const double length = norm(edge);
        const Vec3 along = edge / length, normal = cross(edge, from);
        const double square = norm_squared(normal);
        if (!(square > 0.0) || !(length > 0.0)) return;  // no plane, no angle
        const Vec3 u = normal * (side / square);
        const double factors[3] = {dot(along, to), dot(along, from), -length};
        // Where x₀, x₁ and the apex move by m: dN = m × arms, and the factors change by steps · m.
        const Vec3 arms[3] = {to, from, -edge};
        const Vec3 to_across = (to - factors[0] * along) / length, from_across = (from - factors[1] * along) / length;
        const Vec3 steps[3][3] = {{-to_across, to_across + along, -along},
                                  {-from_across - along, from_across, along},
                                  {along, -along, Vec3::zero()}};
        const int numbers[3] = {0, 1, number};
        for (int i = 0; i < 3; ++i)
            for (int a = 0; a < 3; ++a) slope[3 * numbers[i] + a] += factors[i] * u[a];
        for (int j = 0; j < 3; ++j)
            for (int axis = 0; axis < 3; ++axis) {
                Vec3 move = Vec3::zero();
                move[axis] = 1.0;
                const Vec3 dn = cross(move, arms[j]);
                const Vec3 du = (dn - normal * (2.0 * dot(normal, dn) / square)) * (side / square);
                for (int i = 0; i < 3; ++i)
                    for (int a = 0; a < 3; ++a)
                        curving(3 * numbers[i] + a, 3 * numbers[j] + axis) +=
                            u[a] * steps[i][j][axis] + factors[i] * du[a];
            }
    }
};

}  // namespace talweg
