/// A constant force on a point, whatever the body does: a dead load. Scenes write it as the loads "force", "traction"
/// and "body_force"; where it changes with time, the landscape multiplies it.
///
///     E = −f·(x − x_s),   force = f
///
/// x_s is where the point is at the start of the run, so that the energy is minus the work that the force has done, and
/// does not tell where the world has its origin.
#pragma once
#include "talweg/energies/interface/description.hpp"

namespace talweg {

struct Force {
    static constexpr const char* name = "force";
    static constexpr const char* summary = "Constant force on a point";
    static constexpr int point_count = 1;
    static constexpr Domain domain = Domain::points;
    static constexpr Invariance invariance = Invariance::none;

    struct Element {
        Vec3 force;                 // N
        Vec3 start = Vec3::zero();  // x_s
    };

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 1>& x, const Element& e) {
        Points<Real, 1> way = x;
        for (int a = 0; a < 3; ++a) way[0][a] -= Real(e.start[a]);
        return -dot(way[0], e.force);
    }

    TALWEG_FN static Derivatives<1> derivatives(const Points<double, 1>& x, const Element& e) {
        return {energy(x, e), -e.force, Mat3::zero()};
    }
    TALWEG_FN static Derivatives<1> projected_derivatives(const Points<double, 1>& x, const Element& e) {
        return derivatives(x, e);
    }
};

}  // namespace talweg
