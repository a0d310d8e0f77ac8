#include "talweg/geometry/neighbour_grid.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "talweg/math/error.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

using GridCell = std::array<std::int32_t, 3>;
constexpr int searched_at_once = 256;  // points: each costs much more than those of other loops

/// Points by cell: where each is, and the points of every bucket of the hash one after another.
class CellTable {
public:
    CellTable(std::span<const Vec3> x, double width) : cells_(x.size()), mask_(std::bit_ceil(2 * x.size() + 1) - 1) {
        const int count = static_cast<int>(x.size());
        std::vector<std::uint32_t> buckets(x.size());
        parallel_pieces(count, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                // Far beyond what a run can reach; what is there shares the last cells, and distances decide.
                constexpr double farthest = 1e9;
                for (int a = 0; a < 3; ++a)
                    cells_[i][a] =
                        static_cast<std::int32_t>(std::clamp(std::floor(x[i][a] / width), -farthest, farthest));
                buckets[i] = bucket(cells_[i]);
            }
        });
        begins_.assign(mask_ + 2, 0);
        for (const std::uint32_t b : buckets) ++begins_[b + 1];
        for (std::size_t b = 0; b <= mask_; ++b) begins_[b + 1] += begins_[b];
        std::vector<int> next(begins_.begin(), begins_.end() - 1);
        points_.resize(x.size());
        for (int i = 0; i < count; ++i) points_[next[buckets[i]]++] = i;
        for (int a = 0; a < 3; ++a)
            flat_[a] = std::all_of(cells_.begin(), cells_.end(),
                                   [&](const GridCell& cell) { return cell[a] == cells_.front()[a]; });
    }

    /// function(j) for the points of the cell of i and of those around it.
    template <class Function>
    void each_around(int i, const Function& function) const {
        const auto width = [&](int a) { return flat_[a] ? 0 : 1; };
        for (int dx = -width(0); dx <= width(0); ++dx)
            for (int dy = -width(1); dy <= width(1); ++dy)
                for (int dz = -width(2); dz <= width(2); ++dz) {
                    const GridCell cell{cells_[i][0] + dx, cells_[i][1] + dy, cells_[i][2] + dz};
                    const std::uint32_t b = bucket(cell);
                    for (int k = begins_[b]; k < begins_[b + 1]; ++k)
                        if (cells_[points_[k]] == cell) function(points_[k]);  // another may share the bucket
                }
    }

private:
    std::uint32_t bucket(const GridCell& cell) const {
        std::uint64_t hash = 0;
        for (const std::int32_t along : cell)
            hash = (hash ^ static_cast<std::uint32_t>(along)) * 0x9e3779b97f4a7c15ull + (hash >> 29);
        return static_cast<std::uint32_t>((hash >> 20) & mask_);
    }

    std::vector<GridCell> cells_;
    std::uint64_t mask_;
    std::vector<int> begins_, points_;
    bool flat_[3];
};

}  // namespace

NeighbourGrid::NeighbourGrid(std::span<const Vec3> x, double reach, std::int64_t most) : begins_(x.size() + 1, 0) {
    if (x.empty()) return;
    const CellTable table(x, reach);
    const int count = static_cast<int>(x.size()), pieces = (count + searched_at_once - 1) / searched_at_once;
    std::vector<std::vector<int>> found(pieces);
    const std::int64_t most_of_piece = most / pieces + (std::int64_t(1) << 20);
    parallel_each(0, pieces, [&](int piece) {
        std::vector<int>& list = found[piece];
        const int end = std::min(count, (piece + 1) * searched_at_once);
        for (int i = piece * searched_at_once; i < end; ++i) {
            const std::size_t before = list.size();
            if (static_cast<std::int64_t>(before) > most_of_piece) return;  // its sum tells
            table.each_around(i, [&](int j) {
                if (j != i && norm_squared(x[j] - x[i]) < reach * reach) list.push_back(j);
            });
            std::sort(list.begin() + std::ptrdiff_t(before), list.end());
            begins_[i + 1] = static_cast<std::int64_t>(list.size() - before);
        }
    });
    std::int64_t entries = 0;
    for (const auto& list : found)
        entries += static_cast<std::int64_t>(list.size()) > most_of_piece ? most + 1 : std::int64_t(list.size());
    if (entries > most)
        throw Error("particles have come so close together that each has " + std::to_string(entries / count) +
                    " neighbours and more; they collapse: take shorter steps, or a smaller reach");
    for (int i = 0; i < count; ++i) begins_[i + 1] += begins_[i];
    neighbours_.resize(static_cast<std::size_t>(entries));
    parallel_each(0, pieces, [&](int piece) {
        std::copy(found[piece].begin(), found[piece].end(), neighbours_.begin() + begins_[piece * searched_at_once]);
    });
}

}  // namespace talweg
