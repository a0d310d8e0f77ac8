/// The value of a parameter in every element of a body.
#pragma once
#include <span>
#include <vector>

#include "talweg/energies/interface/description.hpp"
#include "talweg/scene/build/point_selector.hpp"
#include "talweg/scene/spec/parameter_spec.hpp"

namespace talweg {

/// `corners`: `per_element` points of each element. Throws Error that names the line of the scene when a file does not
/// have one number per element or a number outside the parameter's range, or when a part selects no element.
std::vector<double> element_values(const ParameterSpec& spec, const Parameter& parameter, std::span<const int> corners,
                                   int per_element, const PointSelector& selector);

}  // namespace talweg
