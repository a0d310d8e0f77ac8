/// The mass with which each point meets a push, whatever nodes it follows.
///
///     1/m = w M⁻¹ wᵀ,   w the point's row of W
#pragma once
#include "talweg/model/model.hpp"

namespace talweg {

/// Infinite where no unknown moves the point. Mass that couples more than a dozen nodes is lumped for this.
std::vector<double> point_masses(const Model& model);

}  // namespace talweg
