/// A joint that can break: up to four places of one body kept at places of another by springs, until together they pull
/// harder than they can.
///
///     E = Σ ½ k_i |x_b,i − x_a,i|²,   broken for good after a step that ends with |Σ k_i (x_b,i − x_a,i)| > f
#pragma once
#include "talweg/energies/interface/description.hpp"

namespace talweg {

struct JointBond {
    static constexpr const char* name = "joint_bond";
    static constexpr const char* summary = "Joint between bodies that breaks at a force";
    static constexpr const char* page = "joints";
    static constexpr int point_count = 8;  // pairs: of the first body, of the second
    static constexpr Invariance invariance = Invariance::none;

    struct Memory {
        double whole;  // 1, or 0 when broken
    };
    struct Element {
        double stiffness[4];  // N/m; 0: no such place
        double max_force;     // N
        Memory memory;
    };

    static Element make(const RestElement<8>&, const double* numbers) {
        return {{numbers[0], numbers[1], numbers[2], numbers[3]}, 1e6 * numbers[4], {1.0}};
    }

    static Memory& memory(Element& e) { return e.memory; }
    static Memory evolve(const Points<double, 8>& x, double /*dt*/, const Element& e) {
        Vec3 force = Vec3::zero();
        for (int i = 0; i < 4; ++i) force += e.stiffness[i] * (x[2 * i + 1] - x[2 * i]);
        return {norm(force) > e.max_force ? 0.0 : e.memory.whole};
    }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 8>& x, const Element& e) {
        Real sum(0.0);
        for (int i = 0; i < 4; ++i)
            sum += norm_squared(x[2 * i + 1] - x[2 * i]) * (0.5 * e.stiffness[i] * e.memory.whole);
        return sum;
    }
};

}  // namespace talweg
