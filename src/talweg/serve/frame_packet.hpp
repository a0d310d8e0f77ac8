/// One frame as viewers get it: float32 x y z of every point, then float64 numbers of the step table; little-endian.
#pragma once
#include <span>

#include "talweg/math/matrix.hpp"
#include "talweg/serve/source.hpp"

namespace talweg {

Packet frame_packet(std::span<const Vec3> positions, std::span<const double> row);

}  // namespace talweg
