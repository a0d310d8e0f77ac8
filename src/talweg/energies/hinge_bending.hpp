/// Bending of a thin sheet by the angles between its triangles.
///
///     E = (D/2) |e|²/(A₁ + A₂) (θ − θ̄)²,   θ the angle between the two normals, 0 when flat;   |e|, A, θ̄ at rest
///
/// Grinspun, Hirani, Desbrun, Schröder, "Discrete Shells", 2003. With this factor a cylinder of curvature κ cut into
/// equilateral triangles costs ½ D κ² per area, D = E t³ / (12 (1 − ν²)) of a plate. On other meshes hinges have a
/// bias: docs/energies/hinge_bending.md has it measured.
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/energies/interface/hinge_law.hpp"
#include "talweg/energies/interface/packed_constants.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

struct HingeBending {
    static constexpr const char* name = "hinge_bending";
    static constexpr const char* summary = "Bending stiffness of a sheet, by the angles between its triangles";
    static constexpr int point_count = 4;  // the ends of the common edge, then the apices
    static constexpr Domain domain = Domain::hinges;
    static constexpr bool nearest_projection = false, projection_dominates = false;
    static constexpr Parameter parameters[] = {
        {"rigidity", "N·m", "Bending rigidity D: moment per width and curvature; of a plate E t³/(12 (1 − ν²))",
         Range::non_negative}};

    /// Of one hinge, or of a pack of them.
    template <class Real>
    struct Constants {
        Real weight;  // (D/2) |e|²/(A₁ + A₂), J
        Real rest_angle;
    };
    using Element = Constants<double>;

    static Element make(const RestElement<4>& rest, const double* values) {
        const Vec3 edge = rest.x[1] - rest.x[0];
        const double twice_areas = norm(cross(edge, rest.x[2] - rest.x[0])) + norm(cross(edge, rest.x[3] - rest.x[0]));
        if (!(twice_areas > 0.0)) throw Error("the triangles of a hinge have no area at rest; mend the mesh");
        return {values[0] * norm_squared(edge) / twice_areas, angle(rest.x)};
    }

    /// For creases: the numbers of the points of each hinge, and the angle that it rests at.
    static constexpr int hinge_count = 1;
    struct Hinge {
        int from, to, apex;
    };
    static Hinge hinge(int) { return {0, 1, 2}; }
    static double& rest_angle(Element& e, int) { return e.rest_angle; }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 4>& x, const Element& e) {
        const Real bent = angle(x) - Real(e.rest_angle);
        return bent * bent * e.weight;
    }

    /// Of several hinges at once, one in each lane of Real; bitwise those of the single hinges.
    template <class Real>
    static Real packed_energy(const Points<Real, 4>& x, const Element* const* e) {
        const Constants<Real> constants = packed_constants<Real>(e);
        const Real bent = angle(x) - constants.rest_angle;
        return bent * bent * constants.weight;
    }

    template <class Real>
    TALWEG_FN static Real angle(const Points<Real, 4>& x) {
        return hinge_angle(x[0], x[1], x[2], x[3]);
    }

    TALWEG_FN static Derivatives<4> derivatives(const Points<double, 4>& x, const Element& e) {
        return law(x, e).derivatives(x);
    }
    TALWEG_FN static Derivatives<4> projected_derivatives(const Points<double, 4>& x, const Element& e) {
        return law(x, e).projected_derivatives(x);
    }
    /// Likewise.
    template <class Real>
    static Derivatives<4, Real> packed_derivatives(const Points<Real, 4>& x, const Element* const* e,
                                                   Curvature wanted) {
        const HingeLaw<Real> bent = law(x, packed_constants<Real>(e));
        return wanted == Curvature::exact ? bent.derivatives(x) : bent.projected_derivatives(x);
    }

private:
    template <class Real>
    TALWEG_FN static HingeLaw<Real> law(const Points<Real, 4>& x, const Constants<Real>& e) {
        const Real bent = angle(x) - e.rest_angle;
        return {e.weight * bent * bent, 2.0 * e.weight * bent, 2.0 * e.weight};
    }
};

}  // namespace talweg
