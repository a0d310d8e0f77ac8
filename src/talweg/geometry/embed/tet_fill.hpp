/// How much of a lattice tet lies inside the surface that crosses it, by counting sample points.
#pragma once
#include "talweg/geometry/embed/body_centred_grid.hpp"
#include "talweg/geometry/embed/winding_number.hpp"

namespace talweg {

/// Part 0 … 1 of each of the tets (ascending numbers), for a closed surface: 216 samples per cube, on columns.
std::vector<double> fill_inside_closed(const Mesh& surface, const BodyCentredGrid& grid,
                                       const std::vector<std::size_t>& tets);

/// The same for a surface with holes: ten samples per tet, by their winding numbers.
std::vector<double> fill_inside_open(const WindingNumber& winding, const BodyCentredGrid& grid,
                                     const std::vector<std::size_t>& tets);

}  // namespace talweg
