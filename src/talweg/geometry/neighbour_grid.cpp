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

/// Points by cell: those of a bucket of the hash one after another, and in it those of a cell.
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
        for (std::size_t b = 0; b <= mask_; ++b) put_cells_together(begins_[b], begins_[b + 1]);
        for (int a = 0; a < 3; ++a)
            flat_[a] = std::all_of(cells_.begin(), cells_.end(),
                                   [&](const GridCell& cell) { return cell[a] == cells_.front()[a]; });
    }

    /// The k-th point, cell by cell.
    int point(int k) const { return points_[k]; }
    /// One more than the last of those that share the cell of the k-th, but no more than `end`.
    int end_of_cell(int k, int end) const {
        const GridCell& cell = cells_[points_[k]];
        while (++k < end && cells_[points_[k]] == cell) continue;
        return k;
    }
    /// All points of the cell of point i and of those around it, ascending.
    void collect_around(int i, std::vector<int>& into) const {
        into.clear();
        const auto width = [&](int a) { return flat_[a] ? 0 : 1; };
        for (int dx = -width(0); dx <= width(0); ++dx)
            for (int dy = -width(1); dy <= width(1); ++dy)
                for (int dz = -width(2); dz <= width(2); ++dz) {
                    const GridCell cell{cells_[i][0] + dx, cells_[i][1] + dy, cells_[i][2] + dz};
                    const std::uint32_t b = bucket(cell);
                    for (int k = begins_[b]; k < begins_[b + 1]; ++k)
                        if (cells_[points_[k]] == cell) into.push_back(points_[k]);  // another may share the bucket
                }
        std::sort(into.begin(), into.end());
    }

private:
    void put_cells_together(int begin, int end) {
        const auto before = [&](int i, int j) { return cells_[i] != cells_[j] ? cells_[i] < cells_[j] : i < j; };
        if (end - begin > 1 && end_of_cell(begin, end) != end)
            std::sort(points_.begin() + begin, points_.begin() + end, before);
    }
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

/// Points of one cell look at the same others: those, their places each coordinate for itself, and for the point that
/// looks the squares of the distances.
class Onlookers {
public:
    void gather(const CellTable& table, int i, std::span<const Vec3> x) {
        table.collect_around(i, points_);
        for (int a = 0; a < 3; ++a) along_[a].resize(points_.size());
        squares_.resize(points_.size());
        for (std::size_t k = 0; k < points_.size(); ++k)
            for (int a = 0; a < 3; ++a) along_[a][k] = x[points_[k]][a];
    }
    /// Puts those other than i that are nearer than the root of `most` behind the first `count` of the list; the new
    /// number. The list becomes as long as it must.
    std::size_t append_near(int i, const Vec3& x, double most, std::vector<int>& list, std::size_t count) {
        const std::size_t all = points_.size();
        const double *xs = along_[0].data(), *ys = along_[1].data(), *zs = along_[2].data();
        double* squares = squares_.data();
        for (std::size_t k = 0; k < all; ++k) {
            const double dx = xs[k] - x[0], dy = ys[k] - x[1], dz = zs[k] - x[2];
            squares[k] = dx * dx + dy * dy + dz * dz;
        }
        if (list.size() < count + all) list.resize(std::max(2 * list.size(), count + all));
        int* into = list.data();
        for (std::size_t k = 0; k < all; ++k) {  // without a branch: nobody can foretell them
            into[count] = points_[k];
            count += static_cast<std::size_t>((squares[k] < most) & (points_[k] != i));
        }
        return count;
    }

private:
    std::vector<int> points_;
    std::vector<double> along_[3], squares_;
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
        Onlookers onlookers;
        std::size_t size = 0;
        const int end = std::min(count, (piece + 1) * searched_at_once);
        for (int k = piece * searched_at_once, cell_end = k; k < end; ++k) {
            if (static_cast<std::int64_t>(size) > most_of_piece) break;  // its sum tells
            const int i = table.point(k);
            if (k == cell_end) {
                onlookers.gather(table, i, x);
                cell_end = table.end_of_cell(k, end);
            }
            const std::size_t before = size;
            size = onlookers.append_near(i, x[i], reach * reach, list, size);
            begins_[i + 1] = static_cast<std::int64_t>(size - before);
        }
        list.resize(size);
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
        const int* next = found[piece].data();
        const int end = std::min(count, (piece + 1) * searched_at_once);
        for (int k = piece * searched_at_once; k < end; ++k) {
            const int i = table.point(k);
            const auto size = static_cast<std::ptrdiff_t>(begins_[i + 1] - begins_[i]);
            std::copy(next, next + size, neighbours_.begin() + static_cast<std::ptrdiff_t>(begins_[i]));
            next += size;
        }
    });
}

}  // namespace talweg
