/// Who is near whom: for every point the others within a reach, by a grid of cells as wide as the reach.
///
/// Cells are sorted by their coordinates, so the world needs no bounds, and those around a cell are nine short pieces
/// of that order, which move on as cells are gone through; the points of a cell look at the same candidates together
/// (cell lists; Quentrec and Brot 1973, Green, "Particle simulation using CUDA", 2010). Lists ascend, whatever the
/// number of threads.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

class NeighbourGrid {
public:
    /// Throws Error when the lists would have more than `most` entries: everything has come near everything.
    NeighbourGrid(std::span<const Vec3> x, double reach, std::int64_t most = default_most);

    int point_count() const { return static_cast<int>(begins_.size()) - 1; }
    /// The others closer to point i than the reach, ascending.
    std::span<const int> of(int i) const {
        return {neighbours_.data() + begins_[i], neighbours_.data() + begins_[i + 1]};
    }
    /// Where the list of point i begins in all lists one after another, and the end.
    std::int64_t begin(int i) const { return begins_[i]; }
    std::int64_t entry_count() const { return begins_.back(); }

    static constexpr std::int64_t default_most = std::int64_t(1) << 30;

private:
    std::vector<std::int64_t> begins_;
    std::vector<int> neighbours_;
};

}  // namespace talweg
