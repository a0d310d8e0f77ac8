/// A spring in a joint, or the walls at its limits, by the joint's coordinate q.
///
///     E = ½ k (φ − high)²   above,   ½ k (φ − low)²   below,   0 between,   φ = q − q₀
///
/// A spring has low = high = 0. Walls give way by force/k: what a joint goes beyond its limits is a matter of record.
/// Angles are taken in the half turn either side of q₀, so a spring may be turned round and round.
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/energies/interface/joint_coordinate.hpp"

namespace talweg {

struct JointSpring {
    static constexpr const char* name = "joint_spring";
    static constexpr const char* summary = "Spring or limits of a joint between bodies";
    static constexpr const char* page = "joints";
    static constexpr int point_count = 6;
    static constexpr Invariance invariance = Invariance::none;  // the world may be one of the two

    struct Element {
        JointFrame frame;
        double about, low, high;  // rad or m
        double stiffness;         // N·m/rad or N/m
    };

    /// A spring that the tests draw.
    static Element make(const RestElement<6>&, const double* numbers) {
        return {random_joint_frame(numbers), numbers[5], 0.0, 0.0, numbers[6]};
    }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 6>& x, const Element& e) {
        const Real q = joint_coordinate(x, e.frame, e.about);
        const Real beyond = q > Real(e.high) ? q - Real(e.high) : q < Real(e.low) ? q - Real(e.low) : Real(0.0);
        return beyond * beyond * (0.5 * e.stiffness);
    }
};

}  // namespace talweg
