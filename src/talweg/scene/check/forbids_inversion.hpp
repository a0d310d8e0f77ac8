/// Which energies are infinite for elements that are turned inside out.
#pragma once
#include <string>

#include "talweg/scene/spec/body_spec.hpp"

namespace talweg {

bool forbids_inversion(const std::string& energy);
/// Whether one of the body's energies does.
bool forbids_inversion(const BodySpec& body);

}  // namespace talweg
