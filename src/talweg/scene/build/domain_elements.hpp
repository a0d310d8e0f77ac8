/// The elements of a shape that an energy acts on, found by the domain that the energy names.
#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "talweg/energies/interface/description.hpp"
#include "talweg/geometry/mesh.hpp"
#include "talweg/scene/spec/body_spec.hpp"

namespace talweg {

/// Indices of points, those of one element after those of another. Throws Error that names the line of the energy:
/// unknown edge group, nothing to act on, an edge without length, a planar solid on a shape that leaves its plane.
std::vector<int> domain_elements(Domain domain, bool planar, const EnergySpec& energy, const Mesh& mesh);

/// The order in which elements are kept, given `corners` points of each: that of their first point in memory.
std::vector<std::size_t> elements_in_order(std::span<const int> points, int corners, std::span<const int> ranks);

/// The edges that an energy of edges acts on: of the groups that it names, or of all but "bending".
std::vector<std::array<int, 2>> edges_of(const EnergySpec& energy, const Mesh& mesh);

}  // namespace talweg
