/// How rigs lead their bodies in a live scene; it can be changed while the scene runs.
#pragma once
#include <optional>
#include <string_view>

#include "talweg/scene/spec/scene.hpp"

namespace talweg {

/// The rig alone; the whole body beside it (complementary dynamics); the same by few functions; the body without its
/// rig.
enum class Lead { rig, complementary, reduced, free };
inline constexpr const char* lead_names[] = {"rig", "complementary", "reduced", "free"};

inline std::optional<Lead> lead_named(std::string_view name) {
    for (int k = 0; k < 4; ++k)
        if (name == lead_names[k]) return static_cast<Lead>(k);
    return {};
}

/// As the first body with a rig is led; none without one.
std::optional<Lead> lead_of(const Scene& scene);

/// `now`, with all rigs of `first`, the scene as it was opened, leading so. Bodies that have no "reduce" of their own
/// are reduced by its defaults.
Scene led(const Scene& first, Scene now, Lead lead);

}  // namespace talweg
