/// Loose points: a region filled with them.
#pragma once
#include <cstdint>

#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// What is filled: a box, the ball or ellipsoid in it, or the upright cylinder in it.
enum class ParticleRegion { box, ball, cylinder };
/// At the places of a cubic lattice; each moved at random within its cell; or at random, none closer to another than
/// the spacing (Bridson, "Fast Poisson Disk Sampling in Arbitrary Dimensions", 2007).
enum class ParticleOrder { regular, jittered, poisson };

/// Points in a region of the given size (m), centred at the origin. A size of 0 along an axis makes it flat. Of
/// dimension 0: each point counts as one. Throws Error when there would be none, or too many to count.
Mesh make_particles(ParticleRegion region, const Vec3& size, double spacing, ParticleOrder order, std::uint64_t seed);

/// The given points.
Mesh make_particles(std::vector<Vec3> points);

}  // namespace talweg
