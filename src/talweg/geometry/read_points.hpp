/// Places from a file.
#pragma once
#include <filesystem>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

/// The points of any mesh file, also of one that holds nothing else; or an array of n × 3 numbers of NumPy's, m: the
/// only one of an npy file, of an npz archive the one called positions or points, or its only one. Throws Error with
/// place and remedy.
std::vector<Vec3> read_points(const std::filesystem::path& path);

}  // namespace talweg
