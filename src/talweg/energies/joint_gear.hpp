/// What makes one joint follow another: gears, racks, screws, and the fingers of a gripper.
///
///     E = ½ k (q_b − r q_a − s)²        q_a, q_b the coordinates of the two joints, r the ratio, s an offset
///
/// Angles go on beyond half a turn: what they were when the step began is remembered, and the rest is less than half a
/// turn from there. So any ratio holds for any number of turns, and nothing skips.
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/energies/interface/joint_coordinate.hpp"

namespace talweg {

struct JointGear {
    static constexpr const char* name = "joint_gear";
    static constexpr const char* summary = "Ratio between the coordinates of two joints";
    static constexpr const char* page = "joints";
    static constexpr int point_count = 12;  // six of the joint that leads, six of the one that follows
    static constexpr Invariance invariance = Invariance::none;

    struct Memory {
        double leader, follower;  // rad or m, whole turns included
    };
    struct Element {
        JointFrame leader, follower;
        double ratio, offset;  // of coordinates in rad and m; rad or m
        double stiffness;      // N·m/rad or N/m
        Memory memory;
    };

    /// A gear that the tests draw.
    static Element make(const RestElement<12>& rest, const double* numbers) {
        Element e{random_joint_frame(numbers), random_joint_frame(numbers + 1), numbers[5], numbers[6], numbers[4], {}};
        e.memory = evolve(rest.x, 0.0, e);
        return e;
    }

    static Memory& memory(Element& e) { return e.memory; }
    static Memory evolve(const Points<double, 12>& x, double /*dt*/, const Element& e) {
        return {leading(x, e), following(x, e)};
    }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 12>& x, const Element& e) {
        const Real error = following(x, e) - leading(x, e) * e.ratio - Real(e.offset);
        return error * error * (0.5 * e.stiffness);
    }

private:
    template <class Real>
    TALWEG_FN static Real coordinate(const Points<Real, 12>& x, int first, const JointFrame& frame, double before) {
        Points<Real, 6> joint;
        for (int i = 0; i < 6; ++i) joint[i] = x[first + i];
        return joint_coordinate(joint, frame, before) + Real(before);
    }
    template <class Real>
    TALWEG_FN static Real leading(const Points<Real, 12>& x, const Element& e) {
        return coordinate(x, 0, e.leader, e.memory.leader);
    }
    template <class Real>
    TALWEG_FN static Real following(const Points<Real, 12>& x, const Element& e) {
        return coordinate(x, 6, e.follower, e.memory.follower);
    }
};

}  // namespace talweg
