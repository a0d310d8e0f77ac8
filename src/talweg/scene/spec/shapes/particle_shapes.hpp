/// Loose points, as scenes write them: a list, the points of a file, or a region filled with them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talweg/geometry/shapes/particles.hpp"
#include "talweg/scene/text/fields.hpp"

namespace talweg {

inline constexpr const char* particle_region_names[] = {"box", "ball", "cylinder"};
template <>
inline constexpr const char* const* names<ParticleRegion> = particle_region_names;
inline constexpr const char* particle_order_names[] = {"regular", "jittered", "poisson"};
template <>
inline constexpr const char* const* names<ParticleOrder> = particle_order_names;

/// One of `points`, `file` and `size`.
struct ParticlesShape {
    static constexpr const char* type = "particles";
    std::vector<Vec3> points;         // m
    std::optional<std::string> file;  // absolute
    std::optional<Vec3> size;         // m
    ParticleRegion region;
    std::optional<double> spacing;  // m
    ParticleOrder order;
    int seed;

    bool operator==(const ParticlesShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("points", self.points);
        field("file", self.file);
        field("size", self.size);
        field("region", self.region);
        field("spacing", self.spacing);
        field("order", self.order);
        field("seed", self.seed);
    }
};

}  // namespace talweg
