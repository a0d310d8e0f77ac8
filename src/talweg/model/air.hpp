/// The air around bodies: how it moves, and which terms feel it.
#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "talweg/model/curve.hpp"
#include "talweg/model/positions.hpp"

namespace talweg {

/// A term that feels the air: the velocities that its dissipation sees are those against the wind.
class AirTerm {
public:
    virtual ~AirTerm() = default;
};

struct Air {
    std::array<Curve, 3> wind;  // m/s along each axis, by time and place
    std::vector<int> terms;     // indices into Model::terms, ascending

    bool felt_by(std::size_t term) const {
        return std::binary_search(terms.begin(), terms.end(), static_cast<int>(term));
    }
    /// The wind at every point. Throws Error when an expression has no finite value there.
    Positions velocities(double time, const Positions& x) const;
};

}  // namespace talweg
