/// Which of many bodies may meet: each says whether it meets others and itself, and some pairs pass one another. Memory
/// grows with the bodies and those pairs, not with the square of the bodies.
#pragma once
#include "talweg/geometry/sewn_pairs.hpp"

namespace talweg {

struct TouchingBodies {
    std::vector<std::uint8_t> others, itself;  // by body
    SewnPairs let_through;                     // pairs of bodies

    TouchingBodies() = default;
    /// So many, all of which meet all, themselves too.
    explicit TouchingBodies(int count) : others(count, 1), itself(count, 1) {}

    int count() const { return static_cast<int>(others.size()); }
    bool operator()(int a, int b) const {
        if (a == b) return itself[a] != 0;
        return others[a] != 0 && others[b] != 0 && !let_through.contains(a, b);
    }
};

}  // namespace talweg
