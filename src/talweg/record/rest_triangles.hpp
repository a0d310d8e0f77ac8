/// rest.npy: where the corners of the triangles of bodies with a limit to their stretch are at rest, triangles × 3 × 3,
/// body after body. Frames do not tell: a body may start bent or stretched.
#pragma once
#include <array>
#include <filesystem>
#include <vector>

#include "talweg/math/matrix.hpp"
#include "talweg/record/run_directory.hpp"

namespace talweg {

using RestTriangles = std::vector<std::array<Vec3, 3>>;

/// Writes nothing where there are none.
void write_rest_triangles(const RunDirectory& run, const RestTriangles& triangles);
/// Empty when the run has not recorded them. Throws Error when the file is damaged.
RestTriangles read_rest_triangles(const RunDirectory& run);

}  // namespace talweg
