/// A motor that aims at a place of a joint's coordinate, which may change with time.
///
///     E = ½ k e²   for |e| ≤ τ/k,   τ |e| − ½ τ²/k   beyond,   e = q − q*
///
/// τ is the largest torque or force. q* comes from a seventh point that a script moves: a dial, which goes by `scale`
/// metres along x for each radian or metre of q*. Angles are compared in (−π, π].
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/energies/interface/joint_coordinate.hpp"
#include "talweg/math/jet.hpp"

namespace talweg {

struct JointServo {
    static constexpr const char* name = "joint_servo";
    static constexpr const char* summary = "Motor that leads a joint between bodies to a place";
    static constexpr const char* page = "joints";
    static constexpr int point_count = 7;
    static constexpr Invariance invariance = Invariance::none;

    struct Element {
        JointFrame frame;
        double origin, scale;  // of the dial, m and m/rad or m/m
        double stiffness;      // N·m/rad or N/m
        double max_force;      // N·m or N
    };

    static Element make(const RestElement<7>& rest, const double* numbers) {
        return {random_joint_frame(numbers), rest.x[6][0], norm(rest.x[1] - rest.x[0]), numbers[5], 1e6 * numbers[6]};
    }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 7>& x, const Element& e) {
        Points<Real, 6> joint;
        for (int i = 0; i < 6; ++i) joint[i] = x[i];
        const Real aim = (x[6][0] - Real(e.origin)) * (1.0 / e.scale);
        Real error = joint_coordinate(joint, e.frame, 0.0) - aim;
        if (e.frame.is(JointCoordinate::angle)) {
            constexpr double turn = 6.283185307179586;
            error -= Real(turn * ::floor(value_of(error) / turn + 0.5));
        }
        const double reach = e.max_force / e.stiffness;
        if (error > Real(reach)) return (error - Real(0.5 * reach)) * e.max_force;
        if (error < Real(-reach)) return (error + Real(0.5 * reach)) * (-e.max_force);
        return error * error * (0.5 * e.stiffness);
    }
};

}  // namespace talweg
