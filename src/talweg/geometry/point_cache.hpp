/// A recorded motion: where every point of a mesh was at certain times.
#pragma once
#include <filesystem>
#include <optional>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

struct PointCache {
    std::vector<double> times;              // s, ascending; the first is 0
    std::vector<std::vector<Vec3>> frames;  // one per time, all of the same number of points

    std::size_t point_count() const { return frames.front().size(); }
};

/// Reads a cache by the ending of its name: a point cache (.pc2), an archive of NumPy (.npz) with an array "positions"
/// of frames × points × 3 and perhaps "times", or a sequence of meshes, "frame_*.obj", of which * is the number.
/// Files that know no seconds need `frames_per_second`. Throws Error that names the file.
PointCache read_point_cache(const std::filesystem::path& path, std::optional<double> frames_per_second);

}  // namespace talweg
