/// A torque or force τ along a joint's coordinate q: on the second body, and against it on the first.
///
///     E = −τ q,   over a step −τ (q − q_ref),
///
/// where the turn of a step is taken in (−π, π]: however often a hinge goes round, the work of a step is right.
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/energies/interface/joint_coordinate.hpp"

namespace talweg {

struct JointForce {
    static constexpr const char* name = "joint_force";
    static constexpr const char* summary = "Torque or force in a joint between bodies";
    static constexpr const char* page = "joints";
    static constexpr int point_count = 6;
    static constexpr Invariance invariance = Invariance::none;

    struct Element {
        JointFrame frame;
        double force;  // N·m or N
    };

    static Element make(const RestElement<6>&, const double* numbers) {
        return {random_joint_frame(numbers), numbers[5]};
    }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 6>& x, const Element& e) {
        return joint_coordinate(x, e.frame, 0.0) * (-e.force);
    }
    template <class Real>
    TALWEG_FN static Real incremental(const Points<Real, 6>& x, const Points<double, 6>& x_ref, double,
                                      const Element& e) {
        return joint_coordinate(x, e.frame, joint_coordinate(x_ref, e.frame, 0.0)) * (-e.force);
    }
};

}  // namespace talweg
