#include "talweg/scene/spec/rotation_spec.hpp"

#include <numbers>

namespace talweg {

Vec3 RotationSpec::rotation_vector() const { return (angle * std::numbers::pi / 180.0 / norm(axis)) * axis; }

}  // namespace talweg
