#include "talweg/scene/spec/body_spec.hpp"

namespace talweg {

BodySpec::BodySpec(const BodySpec&) = default;
BodySpec::BodySpec(BodySpec&&) noexcept = default;
BodySpec& BodySpec::operator=(const BodySpec&) = default;
BodySpec& BodySpec::operator=(BodySpec&&) noexcept = default;
BodySpec::~BodySpec() = default;
bool BodySpec::operator==(const BodySpec&) const = default;

}  // namespace talweg
