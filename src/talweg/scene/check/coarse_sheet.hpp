/// Sheets whose triangles are too large for the folds that gravity asks for.
#pragma once
#include <optional>
#include <string>

#include "talweg/scene/shape/body_shape.hpp"

namespace talweg {

/// What to tell about a sheet that locks; nothing if its mesh is fine enough. Flat triangles that hardly stretch
/// can bend along their edges alone: a mesh coarser than half the bending length c = (D/w)^⅓, D its rigidity and w its
/// weight per area, has folds that stand too high. Measured on a silk of c = 13.7 mm in the drape test of Cusick: drape
/// coefficient 62 % with edges of 0.9 c, 42 % with 0.45 c, 38 % with 0.3 c and with 0.22 c.
std::optional<std::string> note_coarse_sheet(const BodySpec& body, const BodyShape& shape, double gravity);

}  // namespace talweg
