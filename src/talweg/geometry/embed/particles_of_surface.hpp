/// Loose points made from a surface: inside it, or on it; and edges between those that are near one another.
#pragma once
#include "talweg/geometry/shapes/particles.hpp"

namespace talweg {

/// Those of a filled box that the surface winds around, half a spacing away from its triangles: where a particle as
/// wide as the spacing has room. Throws Error when there is none.
Mesh make_particles_inside(const Mesh& surface, double spacing, ParticleOrder order, std::uint64_t seed);

/// One for each square of the spacing: evenly by area (regular), at random (jittered), or as many as are found at
/// random with none closer to another than the spacing (poisson).
Mesh make_particles_on(const Mesh& surface, double spacing, ParticleOrder order, std::uint64_t seed);

/// The group "links": all pairs that are nearer to one another than the reach. Throws Error when there is none.
void link_particles(double reach, Mesh& particles);

}  // namespace talweg
