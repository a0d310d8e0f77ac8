/// The rig of a body, as scenes write it: handles that an animator moves, how much of it each carries, and whether the
/// body adds its own motion; and the small basis that a body may be reduced to.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talweg/scene/spec/motion_spec.hpp"

namespace talweg {

/// A handle: a place, or a bone between two, and how it moves.
struct HandleSpec {
    std::optional<std::string> name;   // none: its number
    std::vector<Vec3> at;              // m, at the start: one place, or the two ends of a bone
    std::optional<MotionSpec> motion;  // none: it rests
    Where where;

    bool operator==(const HandleSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("name", self.name);
        field("at", self.at);
        field("motion", self.motion);
    }
};

/// What the body does beside what its rig says: everything else; or nothing.
enum class Secondary { complementary, none };
inline constexpr const char* secondary_names[] = {"complementary", "none"};
template <>
inline constexpr const char* const* names<Secondary> = secondary_names;

struct RigSpec {
    std::vector<HandleSpec> handles;
    std::optional<std::string> file;       // absolute: a glTF file with a skin
    std::optional<std::string> animation;  // of it; none: the first
    std::optional<std::string> weights;    // absolute: a npy file of points × handles; none: harmonic, or the skin's
    Secondary secondary;
    double leak;  // how much of the momentum leaks at the surface, 0 … 1
    Where where;

    bool operator==(const RigSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("handles", self.handles);
        field("file", self.file);
        field("animation", self.animation);
        field("weights", self.weights);
        field("secondary", self.secondary);
        field("leak", self.leak);
    }
};

enum class Basis { skinning, affine, quadratic, displacement, modal_derivatives };
inline constexpr const char* basis_names[] = {"skinning", "affine", "quadratic", "displacement", "modal_derivatives"};
template <>
inline constexpr const char* const* names<Basis> = basis_names;

struct ReduceSpec {
    Basis basis;
    int modes, clusters;
    Where where;

    bool operator==(const ReduceSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("basis", self.basis);
        field("modes", self.modes);
        field("clusters", self.clusters);
    }
};

}  // namespace talweg
