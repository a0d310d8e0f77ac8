/// Which tets of a body-centred grid make up the solid inside a surface.
#pragma once
#include <cstdint>

#include "talweg/geometry/embed/body_centred_grid.hpp"
#include "talweg/geometry/embed/winding_number.hpp"

namespace talweg {

/// What is known of a lattice tet. Kept are those inside and those that the surface crosses.
enum class Place : std::uint8_t { unknown, outside, touched, inside, crossed };

inline bool is_kept(Place place) { return place == Place::inside || place == Place::crossed; }

/// The place of every tet of the grid, outside where it does not exist. `closed`: the surface has no border, so that it
/// winds equally around all of a region that it does not cross.
std::vector<Place> find_places(const Mesh& surface, bool closed, const BodyCentredGrid& grid,
                               const WindingNumber& winding);

}  // namespace talweg
