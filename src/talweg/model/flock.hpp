/// Particles that see one another and steer: flocks, and crowds in the plane. Forces are taken where a step begins.
///
/// Flock (after Reynolds, "Flocks, Herds, and Schools", 1987), over the n neighbours within a reach:
///
///     a = k_a (Σ x_j/n − x) + k_v (Σ v_j/n − v) + k_r Σ_{r<s} (1 − r/s) e_ij + k_w (1 − d/w) e_wall
///
/// attraction to the middle of the neighbours, alignment with their mean velocity, repulsion from those closer than the
/// separation s, and from the nearest wall closer than w. Alignment is taken implicitly, with what the neighbours had.
/// At the end the speed is kept between its two limits.
///
/// Crowd (Helbing, Farkas, Vicsek, "Simulating dynamical features of escape panic", 2000, without its body forces:
/// contact is the barrier's):
///
///     a = (u e_goal − v)/τ + Σ A exp((2r − r_ij)/B) e_ij + A_w exp(−d/B_w) e_wall
///
/// d is the distance from the surface of a walker of the radius r to the wall.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

/// The nearest wall of a particle: how far its surface is, and which way is away from it.
struct NearestWall {
    double distance;  // m; infinite: there is none
    Vec3 away;
};

struct Flock {
    std::vector<int> nodes = {}, points = {};  // of each particle
    double reach = 1.0;
    double attraction = 0.0, alignment = 0.0, repulsion = 0.0, separation = 1.0;
    double speed_limit = 0.0, least_speed = 0.0;  // infinite: none
    double wall_repulsion = 0.0, wall_distance = 0.0;

    /// Velocities a step later, if nothing else acts. `walls` is empty where there are none.
    std::vector<Vec3> steered(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const NearestWall> walls,
                              double h) const;
    Vec3 within_limits(const Vec3& v) const;
};

struct Goal {
    Vec3 from, to;   // the nearest place of this line is the goal
    Vec3 low, high;  // box in which it counts
    bool counts_at(const Vec3& x) const;
    Vec3 nearest(const Vec3& x) const;
};

/// A line in the plane; what crosses it from its left to its right, seen from `from` to `to`, counts 1, back −1.
struct Door {
    std::string name;
    Vec3 from, to;
    int crossing(const Vec3& before, const Vec3& after) const;
};

struct Crowd {
    std::vector<int> nodes = {}, points = {};
    double radius = 0.0;  // of a walker
    double speed = 1.0, time = 0.5, speed_limit = 2.0;
    double repulsion = 0.0, range = 0.1, wall_repulsion = 0.0, wall_range = 0.1;
    std::vector<Goal> goals = {};
    std::vector<Door> doors = {};

    /// How far apart two surfaces may be and still be felt: there exp is below 1e-4.
    double reach() const { return 2.0 * radius + 9.3 * range; }
    /// Where it wants to walk: of length 1, or zero where no goal counts or it has arrived.
    Vec3 heading(const Vec3& x) const;
    /// `x` and `radii` of all walkers, of whom this crowd's are from `first` on; `v` of its own.
    std::vector<Vec3> steered(std::span<const Vec3> x, std::span<const double> radii, int first,
                              std::span<const Vec3> v, std::span<const NearestWall> walls, double h) const;
};

}  // namespace talweg
