/// Where large supernodes are cut: at fixed places, whatever the number of threads.
#pragma once
#include <algorithm>

#include "talweg/solve/cholesky/supernodes.hpp"

namespace talweg::tiles {

inline constexpr int whole = 96;                // nodes: up to here a supernode is one tile
inline constexpr int height = 192;              // components: rows that are divided together
inline constexpr int panel = 96;                // components: columns that are factorised together
inline constexpr int block = 128;               // components: columns that are then taken from those to the right
inline constexpr int chunk = 96;                // components: columns of one product on the diagonal
inline constexpr double large_solve = 1 << 18;  // entries: worth several threads
inline constexpr int solve_width = 128, solve_height = 512, solve_columns = 16;  // of panels, and of pieces of one

/// Rows, and columns, that take updates together, of a supernode of so many: products of large tiles are faster, many
/// small ones keep more cores busy.
inline int nodes(int rows) { return std::clamp(rows / 5, 64, 512); }
/// Rows and columns that a block is taken from together, of a supernode that is so many components high.
inline int square(int components) { return std::clamp(components / 6, 192, 768); }

inline int count_of(int length, int size) { return (length + size - 1) / size; }

/// Squares that cover what stands on and below the diagonal of so many rows and, first of these, columns.
struct Grid {
    int rows, columns, size;

    struct Square {
        int row_begin, row_end, column_begin, column_end;
    };
    int count() const {
        const int r = count_of(rows, size), c = count_of(columns, size);
        return c * (c + 1) / 2 + (r - c) * c;
    }
    /// Row by row.
    Square operator[](int k) const {
        const int c = count_of(columns, size);
        int row = 0;
        for (int length = 1; k >= length; k -= length, ++row, length = std::min(c, length + 1)) {
        }
        return {row * size, std::min(rows, (row + 1) * size), k * size, std::min(columns, (k + 1) * size)};
    }
};

/// What rows and columns of a tile of supernode `s` an update has, counted among the rows of where it comes from.
inline Grid::Square meet(const Supernodes& structure, int s, const Supernodes::Update& update,
                         const Grid::Square& tile) {
    const auto rows = structure.rows_of(s), from = structure.rows_of(update.from);
    const auto part = [&](int place_begin, int place_end, int begin, int end) {
        const auto first = std::lower_bound(from.begin() + begin, from.begin() + end, rows[place_begin]);
        const auto last = std::upper_bound(first, from.begin() + end, rows[place_end - 1]);
        return std::pair(static_cast<int>(first - from.begin()), static_cast<int>(last - from.begin()));
    };
    const auto [column, column_end] = part(tile.column_begin, tile.column_end, update.begin, update.end);
    if (column == column_end) return {};
    const auto [row, row_end] = part(tile.row_begin, tile.row_end, update.begin, static_cast<int>(from.size()));
    return {row, row_end, column, column_end};
}

}  // namespace talweg::tiles
