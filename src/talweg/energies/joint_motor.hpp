/// A motor, brake or damper in a joint: a force against the difference between its speed and the speed aimed at.
///
///     D(q̇) = ½ c e²   for |e| ≤ τ/c,   τ |e| − ½ τ²/c   beyond,   e = q̇ − ω,   less the same at rest
///
/// τ is the largest torque or force, c the gain. A damper aims at ω = 0 and has no largest torque. Over a step the
/// speed is the change of the coordinate – of an angle in (−π, π] – times the rate.
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/energies/interface/joint_coordinate.hpp"
#include "talweg/math/jet.hpp"

namespace talweg {

struct JointMotor {
    static constexpr const char* name = "joint_motor";
    static constexpr const char* summary = "Motor, brake or damper of a joint between bodies";
    static constexpr const char* page = "joints";
    static constexpr int point_count = 6;
    static constexpr bool dissipative = true;
    static constexpr Invariance invariance = Invariance::none;

    struct Element {
        JointFrame frame;
        double speed;      // rad/s or m/s
        double max_force;  // N·m or N
        double gain;       // N·m·s/rad or N·s/m
    };

    /// A brake: what aims at another speed gives energy instead of taking it.
    static Element make(const RestElement<6>&, const double* numbers) {
        return {random_joint_frame(numbers), 0.0, 1e6 * numbers[5], numbers[6]};
    }

    template <class Real>
    TALWEG_FN static Real dissipation(const Points<Real, 6>& v, const Points<double, 6>& x, const Element& e) {
        const auto slope =
            differentiate<6>(x, [&](const auto& jets) { return joint_coordinate(jets, e.frame, 0.0); }).gradient;
        Real speed = Real(0.0);
        for (int i = 0; i < 6; ++i)
            for (int a = 0; a < 3; ++a) speed += v[i][a] * slope[3 * i + a];
        return loss(speed - Real(e.speed), e) - loss(Real(-e.speed), e);
    }

    template <class Real>
    TALWEG_FN static Real incremental(const Points<Real, 6>& x, const Points<double, 6>& x_ref, double rate,
                                      const Element& e) {
        const Real speed = joint_coordinate(x, e.frame, joint_coordinate(x_ref, e.frame, 0.0)) * rate;
        return (loss(speed - Real(e.speed), e) - loss(Real(-e.speed), e)) * (1.0 / rate);
    }

private:
    template <class Real>
    TALWEG_FN static Real loss(const Real& error, const Element& e) {
        const double reach = e.max_force / e.gain;
        if (error > Real(reach)) return (error - Real(0.5 * reach)) * e.max_force;
        if (error < Real(-reach)) return (error + Real(0.5 * reach)) * (-e.max_force);
        return error * error * (0.5 * e.gain);
    }
};

}  // namespace talweg
