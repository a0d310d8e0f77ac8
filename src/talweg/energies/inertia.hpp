/// The inertia of a step: how far a node of mass m ends from where it would have coasted to.
///
///     E = ½ m |x − x̃|²,   ∂E/∂x = m (x − x̃),   H = m I
///
/// Li, 15-769 lecture 3. The integrator sets x̃; the assembler extends the form to masses that couple nodes.
#pragma once
#include "talweg/energies/interface/description.hpp"

namespace talweg {

struct Inertia {
    static constexpr const char* name = "inertia";
    static constexpr const char* summary = "Distance from the coasted position, weighted by mass";
    static constexpr int point_count = 1;
    static constexpr Domain domain = Domain::points;
    static constexpr Invariance invariance = Invariance::none;

    struct Element {
        Vec3 x_tilde;
        double mass;
    };

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 1>& x, const Element& e) {
        Vector<Real, 3> d = x[0];
        for (int a = 0; a < 3; ++a) d[a] -= Real(e.x_tilde[a]);
        return norm_squared(d) * (0.5 * e.mass);
    }

    TALWEG_FN static Derivatives<1> derivatives(const Points<double, 1>& x, const Element& e) {
        const Vec3 d = x[0] - e.x_tilde;
        return {0.5 * e.mass * norm_squared(d), e.mass * d, e.mass * Mat3::identity()};
    }
    TALWEG_FN static Derivatives<1> projected_derivatives(const Points<double, 1>& x, const Element& e) {
        return derivatives(x, e);
    }
};

}  // namespace talweg
