/// Shapes woven from springs: grids, cloth, lattices and ropes, as scenes write them.
#pragma once
#include <array>

#include "talweg/geometry/shapes/cloth.hpp"
#include "talweg/scene/text/fields.hpp"

namespace talweg {

struct GridShape {
    static constexpr const char* type = "grid";
    Vec2 size;  // m
    std::array<int, 2> cells;

    bool operator==(const GridShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("size", self.size);
        field("cells", self.cells);
    }
};

inline constexpr const char* cloth_cut_names[] = {"chessboard", "regular", "crossed", "equilateral"};
template <>
inline constexpr const char* const* names<ClothCut> = cloth_cut_names;

struct ClothShape {
    static constexpr const char* type = "cloth";
    Vec2 size;  // m
    std::array<int, 2> cells;
    ClothCut cut;

    bool operator==(const ClothShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("size", self.size);
        field("cells", self.cells);
        field("cut", self.cut);
    }
};

struct LatticeShape {
    static constexpr const char* type = "lattice";
    Vec3 size;  // m
    std::array<int, 3> cells;

    bool operator==(const LatticeShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("size", self.size);
        field("cells", self.cells);
    }
};

struct RopeShape {
    static constexpr const char* type = "rope";
    Vec3 from, to;  // m
    int segments;

    bool operator==(const RopeShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("from", self.from);
        field("to", self.to);
        field("segments", self.segments);
    }
};

}  // namespace talweg
