#include "talweg/geometry/neighbour_grid.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <compare>
#include <string>

#include "talweg/math/dense_tile.hpp"
#include "talweg/math/error.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

using GridCell = std::array<std::int32_t, 3>;
constexpr int searched_at_once = 256;  // points: each costs much more than those of other loops

/// Points by cell, cells in the order of their coordinates: what is near in space is mostly near in memory.
class CellTable {
public:
    CellTable(std::span<const Vec3> x, double width) : points_(x.size()), cell_of_(x.size()) {
        struct Placed {
            GridCell cell;
            std::int32_t point;
            auto operator<=>(const Placed&) const = default;
        };
        const int count = static_cast<int>(x.size());
        std::vector<Placed> placed(x.size());
        parallel_pieces(count, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                // Far beyond what a run can reach; what is there shares the last cells, and distances decide.
                constexpr double farthest = 1e9;
                for (int a = 0; a < 3; ++a)
                    placed[i].cell[a] =
                        static_cast<std::int32_t>(std::clamp(std::floor(x[i][a] / width), -farthest, farthest));
                placed[i].point = i;
            }
        });
        std::sort(placed.begin(), placed.end());
        for (int k = 0; k < count; ++k) {
            if (k == 0 || placed[k].cell != placed[k - 1].cell) {
                cells_.push_back(placed[k].cell);
                begins_.push_back(k);
            }
            cell_of_[k] = static_cast<int>(cells_.size()) - 1;
            points_[k] = placed[k].point;
        }
        begins_.push_back(count);
    }

    /// The k-th point, cell by cell, and which cell that is.
    int point(int k) const { return points_[k]; }
    int cell_of(int k) const { return cell_of_[k]; }

    /// For cells that are asked for in ascending order: where, in each of the nine rows of cells along z around the
    /// last one, those begin that touch it. It only ever moves on.
    struct Rows {
        int next[9];
        bool begun = false;
    };
    /// All points of a cell and of those around it, ascending.
    void collect_around(int cell, Rows& rows, std::vector<int>& into) const {
        into.clear();
        const int end = static_cast<int>(cells_.size());
        for (int row = 0; row < 9; ++row) {
            const auto& [x, y, z] = cells_[cell];
            const GridCell first{x + row / 3 - 1, y + row % 3 - 1, z - 1};
            int& at = rows.next[row];
            if (!rows.begun)
                at = static_cast<int>(std::lower_bound(cells_.begin(), cells_.end(), first) - cells_.begin());
            while (at < end && cells_[at] < first) ++at;
            const GridCell last{first[0], first[1], z + 1};
            int behind = at;
            while (behind < end && cells_[behind] <= last) ++behind;
            into.insert(into.end(), points_.begin() + begins_[at], points_.begin() + begins_[behind]);
        }
        rows.begun = true;
        std::sort(into.begin(), into.end());
    }

private:
    std::vector<int> points_, cell_of_;
    std::vector<GridCell> cells_;  // that have points, ascending
    std::vector<int> begins_;      // of the points of each, and the end
};

/// Points of one cell look at the same others: those, and their places each coordinate for itself.
class Onlookers {
public:
    void gather(const CellTable& table, int cell, std::span<const Vec3> x) {
        table.collect_around(cell, rows_, points_);
        for (int a = 0; a < 3; ++a) {
            // What fills the last word is out of everybody's reach.
            along_[a].assign((points_.size() + at_once - 1) / at_once * at_once, 1e200);
            for (std::size_t k = 0; k < points_.size(); ++k) along_[a][k] = x[points_[k]][a];
        }
    }
    /// Puts those other than i that are nearer than the root of `most` behind the first `count` of the list; the new
    /// number. The list becomes as long as it must.
    std::size_t append_near(int i, const Vec3& x, double most, std::vector<int>& list, std::size_t count) {
        const std::size_t all = points_.size();
        if (list.size() < count + all) list.resize(std::max(2 * list.size(), count + all));
        int* into = list.data();
        for (std::size_t first = 0; first < all; first += at_once) {
            std::uint32_t near = near_of(first, x, most);
            for (; near != 0; near &= near - 1) {  // the lowest bit goes
                const int point = points_[first + static_cast<std::size_t>(std::countr_zero(near))];
                into[count] = point;
                count += static_cast<std::size_t>(point != i);
            }
        }
        return count;
    }

private:
    static constexpr std::size_t at_once = 32;  // as there are bits in a word

    /// A bit for each of 32 points that is near.
    std::uint32_t near_of(std::size_t first, const Vec3& x, double most) const {
        std::uint32_t near = 0;
        for (std::size_t k = 0; k < at_once; k += Pack::lanes) {
            const Pack dx = dense::get(along_[0].data() + first + k) - x[0],
                       dy = dense::get(along_[1].data() + first + k) - x[1],
                       dz = dense::get(along_[2].data() + first + k) - x[2];
            near |= lane_bits(dx * dx + dy * dy + dz * dz < most) << k;
        }
        return near;
    }
    static std::uint32_t lane_bits(PackMask mask) {
#ifdef __AVX__
        return static_cast<std::uint32_t>(__builtin_ia32_movmskpd256((Pack::Lanes)mask.bits()));
#else
        return std::uint32_t(mask[0]) | std::uint32_t(mask[1]) << 1 | std::uint32_t(mask[2]) << 2 |
               std::uint32_t(mask[3]) << 3;
#endif
    }

    CellTable::Rows rows_;
    std::vector<int> points_;
    std::vector<double> along_[3];
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
        for (int k = piece * searched_at_once, cell = -1; k < end; ++k) {
            if (static_cast<std::int64_t>(size) > most_of_piece) break;  // its sum tells
            const int i = table.point(k);
            if (table.cell_of(k) != cell) onlookers.gather(table, cell = table.cell_of(k), x);
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
        throw Error("particles are so close together that each sees " +
                    std::to_string(std::min<std::int64_t>(entries / count, count - 1)) +
                    " others, more than can be listed; if they collapse take shorter steps, else a smaller reach");
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
