/// A term whose elements are pieces of a solid, and can say what they go through.
#pragma once
#include "talweg/energies/interface/element_state.hpp"

namespace talweg {

class SolidTerm {
public:
    virtual ~SolidTerm() = default;
    virtual ElementState element_state(const Vec3* x, int element) const = 0;
};

}  // namespace talweg
