/// Building a model may take long where modes are looked for; those who show that to people are told.
#pragma once
#include <functional>
#include <string_view>

#include "talweg/scene/build/build_model.hpp"

namespace talweg {

/// The body whose modes are looked for, and the part that is done, 0 … 1.
using BuildProgress = std::function<void(std::string_view body, double part)>;

World build_model(const Scene& scene, Start start, const BuildProgress& progress);

}  // namespace talweg
