/// Bending by springs in the edges, as the Berkeley lecture prints it.
///
///     F_i = k |E|²/(|N₁| + |N₂|) sin(θ/2) u_i,   u_i = ∓∂θ/∂x_i,   N the normals, twice as long as the areas
///
/// Bridson, Marino, Fedkiw, "Simulation of Clothing with Folds and Wrinkles", 2003; Ng and O'Brien, CS184 lecture on
/// cloth. With |E| and |N| as they are now these forces are no gradient of anything. With those of the rest shape they
/// are, and are the same wherever edges and areas have their rest size:
///
///     E = w [2 (cos(θ̄/2) − cos(θ/2)) − (θ − θ̄) sin(θ̄/2)],   w = k |Ē|²/(|N̄₁| + |N̄₂|)
///
/// For small angles it is a hinge of rigidity D = k/4 (hinge_bending); folded far, it is softer. In terms of
/// δ = (θ − θ̄)/2 and a = θ̄/2, which keeps its digits near rest, E/w = 8 sin(δ/2) sin(δ/4) cos(a + δ/4) + 2 sin a
/// (2 sin(δ/2) − δ).
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/energies/interface/hinge_law.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

struct EdgeSpring {
    static constexpr const char* name = "edge_spring";
    static constexpr const char* summary = "Bending stiffness of a sheet by springs in its edges, as in the lecture";
    static constexpr int point_count = 4;  // the ends of the common edge, then the apices
    static constexpr Domain domain = Domain::hinges;
    static constexpr bool nearest_projection = false, projection_dominates = false;
    static constexpr Parameter parameters[] = {
        {"stiffness", "N·m", "Stiffness k of an edge; four times the bending rigidity for small angles",
         Range::non_negative}};

    struct Element {
        double weight;  // w, J
        double rest_angle;
    };

    static Element make(const RestElement<4>& rest, const double* values) {
        const Vec3 edge = rest.x[1] - rest.x[0];
        const double normals = norm(cross(edge, rest.x[2] - rest.x[0])) + norm(cross(edge, rest.x[3] - rest.x[0]));
        if (!(normals > 0.0)) throw Error("the triangles of a hinge have no area at rest; mend the mesh");
        return {values[0] * norm_squared(edge) / normals, angle(rest.x)};
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
        return of_angle(angle(x), e);
    }
    TALWEG_FN static Derivatives<4> derivatives(const Points<double, 4>& x, const Element& e) {
        return law(x, e).derivatives(x);
    }
    TALWEG_FN static Derivatives<4> projected_derivatives(const Points<double, 4>& x, const Element& e) {
        return law(x, e).projected_derivatives(x);
    }

private:
    template <class Real>
    TALWEG_FN static Real angle(const Points<Real, 4>& x) {
        return hinge_angle(x[0], x[1], x[2], x[3]);
    }
    template <class Real>
    TALWEG_FN static Real of_angle(const Real& theta, const Element& e) {
        const double a = 0.5 * e.rest_angle;
        const Real delta = (theta - Real(e.rest_angle)) * 0.5, half = sin(delta * 0.5);
        return (half * sin(delta * 0.25) * cos(delta * 0.25 + Real(a)) * 8.0 +
                (half * 2.0 - delta) * (2.0 * ::sin(a))) *
               e.weight;
    }
    TALWEG_FN static HingeLaw<double> law(const Points<double, 4>& x, const Element& e) {
        const double theta = angle(x);
        return {of_angle(theta, e), e.weight * (::sin(0.5 * theta) - ::sin(0.5 * e.rest_angle)),
                0.5 * e.weight * ::cos(0.5 * theta)};
    }
};

}  // namespace talweg
