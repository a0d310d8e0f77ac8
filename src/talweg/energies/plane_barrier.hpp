/// The barrier between a point and a half-space that only moves without turning: x₀ the point, x₁ a place on the plane.
///
///     E = A d̂ κ b(s),   D = (n·(x₀ − x₁))²
///
/// The half-space is where n·(x − x₁) < 0; a point that would be in it has an infinite energy.
#pragma once
#include "talweg/energies/contact_barrier.hpp"
#include "talweg/energies/interface/pair.hpp"

namespace talweg {

struct PlaneBarrier {
    static constexpr const char *name = "contact_plane", *summary = "Barrier between a point and a plane",
                                *page = "contact_barrier";
    static constexpr int point_count = 2;
    static constexpr Domain domain = Domain::contacts;
    static constexpr Invariance invariance = Invariance::translation;

    struct Element {
        BarrierScale scale;
        Vec3 normal;  // of length 1
    };

    static Element make(const RestElement<2>& rest, const double* numbers) {
        const Vec3 d = rest.x[0] - rest.x[1];
        return {PairBarrier<PointPoint>::make(rest, numbers), d / norm(d)};
    }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 2>& x, const Element& e) {
        Real height(0.0);
        for (int a = 0; a < 3; ++a) height = height + (x[0][a] - x[1][a]) * e.normal[a];
        if (!(height > 0.0)) return Real(HUGE_VAL);
        return barrier_energy(height * height, e.scale);
    }

    TALWEG_FN static Derivatives<2> derivatives(const Points<double, 2>& x, const Element& e) {
        return closed_form(x, e, false);
    }
    TALWEG_FN static Derivatives<2> projected_derivatives(const Points<double, 2>& x, const Element& e) {
        return closed_form(x, e, true);
    }

private:
    TALWEG_FN static Derivatives<2> closed_form(const Points<double, 2>& x, const Element& e, bool projected) {
        const double height = dot(e.normal, x[0] - x[1]);
        const BarrierSlopes b = barrier_energy_slopes(height > 0.0 ? height * height : -1.0, e.scale);
        double curvature = 4.0 * height * height * b.second + 2.0 * b.first;
        if (projected && curvature < 0.0) curvature = 0.0;
        return pair_derivatives(b.value, (-2.0 * height * b.first) * e.normal, 0.0, curvature, e.normal);
    }
};

}  // namespace talweg
