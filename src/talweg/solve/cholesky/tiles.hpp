/// Where large supernodes are cut: at fixed places, whatever the number of threads.
#pragma once

namespace talweg::tiles {

inline constexpr int rows = 64;                 // nodes: rows that take updates together
inline constexpr int whole = 96;                // nodes: up to here a supernode is one tile
inline constexpr int height = 192;              // components: rows that are divided together
inline constexpr int panel = 64;                // components: columns that are factorised together
inline constexpr int chunk = 96;                // components: columns of one product
inline constexpr double large_solve = 1 << 18;  // entries: worth several threads
inline constexpr int solve_width = 128, solve_height = 512, solve_columns = 16;  // of panels, and of pieces of one

}  // namespace talweg::tiles
