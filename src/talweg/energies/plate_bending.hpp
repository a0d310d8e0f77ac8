/// Bending of a thin plate by the curvature of each triangle: the right stiffness and Poisson effect, on any mesh.
///
///     E = A · ½ D [(1 − ν) tr Q² + ν tr² Q],   Q = (1/A) Σᵢ lᵢ δᵢ nᵢ nᵢᵀ
///
/// Q is the change of the second fundamental form, told by how far the normal at the middle of each edge, of length lᵢ
/// and outward direction nᵢ, is turned from the triangle's own: δᵢ = ½ θᵢ − φᵢ, θᵢ the angle between the two triangles,
/// φᵢ by how much the edge's normal differs from the mean of theirs (Grinspun, Gingold, Reisman, Zorin, "Computing
/// discrete shape operators on general meshes", 2006, where φᵢ is an unknown). Here φᵢ follows from the curvatures of
/// the two triangles, each found from the three angles around it. In the frame of an edge, m across it and t along it,
/// H, h the heights of the two apices over it, f, g how far along from its middle they stand, curvature Q means
///
///     θ = ½ Q_mm (H + h) + Q_mt (f − g) + ½ Q_tt ((f² − l²/4)/H + (g² − l²/4)/h)
///     φ = −½ [½ Q_mm (H − h) + Q_mt (f + g) + ½ Q_tt ((f² − l²/4)/H − (g² − l²/4)/h)]
///
/// so that every constant curvature costs what it does in a plate; and since no φ can cost less than the best one, no
/// other shape of the mesh costs less than it should (docs/decisions/0008). At a border no moment acts across: there δ
/// is whatever is cheapest.
///
/// All this is linear in the angles: E = ½ (θ − θ̄)ᵀ K (θ − θ̄), with K made once.
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/energies/interface/hinge_angle.hpp"
#include "talweg/energies/interface/plate_patch.hpp"

namespace talweg {

struct PlateBending {
    static constexpr const char* name = "plate_bending";
    static constexpr const char* summary = "Bending stiffness of a plate, by the curvature of its triangles";
    static constexpr int point_count = 12;
    static constexpr Domain domain = Domain::patches;
    static constexpr bool nearest_projection = false, projection_dominates = false;
    static constexpr Parameter parameters[] = {
        {"rigidity", "N·m", "Bending rigidity D: moment per width and curvature; of a plate E t³/(12 (1 − ν²))",
         Range::non_negative},
        {"poissons_ratio", "1", "Poisson's ratio ν: how much it curves the other way across", Range::poissons_ratio}};

    static constexpr int angles = PlatePatch::hinge_count;
    struct Element {
        Matrix<double, angles, angles> stiffness;  // K, J; rows of zeros for angles that have no say
        Vector<double, angles> rest;               // θ̄
    };

    static Element make(const RestElement<12>& rest, const double* values) {
        const PlatePatch patch(rest.x, values[1]);
        return {patch.stiffness() * values[0], patch.angles()};
    }

    /// For creases: the points of each hinge, and the angle that it rests at.
    static constexpr int hinge_count = angles;
    static PlatePatch::Hinge hinge(int i) { return PlatePatch::hinge(i); }
    static double& rest_angle(Element& e, int i) { return e.rest[i]; }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 12>& x, const Element& e) {
        const Vector<Real, angles> bent = change(x, e);
        return dot(bent, e.stiffness * bent) * 0.5;
    }

    TALWEG_FN static Derivatives<12> derivatives(const Points<double, 12>& x, const Element& e) {
        Derivatives<12> d = projected_derivatives(x, e);
        const Vector<double, angles> torque = e.stiffness * change(x, e);
        Matrix<double, 36, 36> curving = Matrix<double, 36, 36>::zero();
        for (int i = 0; i < angles; ++i)
            if (e.stiffness(i, i) > 0.0) {
                const PlatePatch::Hinge h = PlatePatch::hinge(i);
                h.own().add_curving<12>(x, torque[i], curving);
                h.across().add_curving<12>(x, torque[i], curving);
            }
        for (int i = 0; i < 36; ++i)
            for (int j = 0; j < 36; ++j) d.hessian(i, j) += 0.5 * (curving(i, j) + curving(j, i));
        return d;
    }

    /// Without what the torques do as the angles' slopes turn (Gauss–Newton): always semi-definite.
    TALWEG_FN static Derivatives<12> projected_derivatives(const Points<double, 12>& x, const Element& e) {
        Matrix<double, 36, angles> slopes;
        for (int i = 0; i < angles; ++i) {
            Vector<double, 36> slope = Vector<double, 36>::zero();
            if (e.stiffness(i, i) > 0.0) {
                const PlatePatch::Hinge h = PlatePatch::hinge(i);
                h.own().add_slope<12>(x, slope);
                h.across().add_slope<12>(x, slope);
            }
            slopes.set_column(i, slope);
        }
        const Vector<double, angles> bent = change(x, e), torque = e.stiffness * bent;
        const Matrix<double, 36, angles> stiff = slopes * e.stiffness;
        Derivatives<12> d;
        d.energy = 0.5 * dot(bent, torque);
        d.gradient = slopes * torque;
        for (int j = 0; j < 36; ++j)
            for (int i = j; i < 36; ++i) {
                double sum = 0.0;
                for (int k = 0; k < angles; ++k) sum += stiff(i, k) * slopes(j, k);
                d.hessian(i, j) = d.hessian(j, i) = sum;
            }
        return d;
    }

private:
    template <class Real>
    TALWEG_FN static Vector<Real, angles> change(const Points<Real, 12>& x, const Element& e) {
        Vector<Real, angles> bent = Vector<Real, angles>::zero();
        for (int i = 0; i < angles; ++i)
            if (e.stiffness(i, i) > 0.0) bent[i] = PlatePatch::hinge(i).angle(x) - Real(e.rest[i]);
        return bent;
    }
};

}  // namespace talweg
