/// What talweg's documentation promises of steps at default settings (docs/convergence.md), written down a second time:
/// computed from the recorded scene, not taken from the run.
#pragma once
#include <span>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/model/model.hpp"
#include "talweg/verify/obligations.hpp"

namespace talweg {

/// θ: the part of forces that a step may leave undone.
inline constexpr double promised_part_of_forces = 0.01;

/// The diagonal of all that is no obstacle, m; 1 where that is a single point.
inline double size_at_start(std::span<const Body> bodies, const Obligations& obligations, std::span<const Vec3> start) {
    Box all;
    for (std::size_t b = 0; b < bodies.size(); ++b)
        for (int i = bodies[b].first_point; i < bodies[b].first_point + bodies[b].point_count; ++i)
            if (!obligations.bodies[b].obstacle) all.include(start[i]);
    const double diagonal = all.diagonal();
    return diagonal > 0.0 ? diagonal : 1.0;
}

/// ε of a step, m/s: a part of gravity's speed and of the size; without inertia of the size alone.
inline double default_speed(const Obligations& obligations, double size, double dt) {
    constexpr double part_of_gravity = 1e-5, part_of_size = 1e-6;
    const double by_size = part_of_size * size / dt;
    if (!obligations.moves) return by_size;
    const auto& [x, y, z] = obligations.gravity;
    const double g = std::sqrt(x * x + y * y + z * z);
    return std::min(part_of_gravity * (g > 0.0 ? g : size) * dt, by_size);
}

}  // namespace talweg
