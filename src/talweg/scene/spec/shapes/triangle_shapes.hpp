/// Shapes of triangles made in place, as scenes write them: planar ones, which become planar solids, and surfaces.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "talweg/geometry/shapes/rectangle.hpp"
#include "talweg/math/matrix.hpp"
#include "talweg/scene/text/fields.hpp"

namespace talweg {

inline constexpr const char* diagonals_names[] = {"rising", "falling", "alternating", "crossed"};
template <>
inline constexpr const char* const* names<Diagonals> = diagonals_names;

struct RectangleShape {
    static constexpr const char* type = "rectangle";
    Vec2 size;  // m
    std::array<int, 2> cells;
    Diagonals diagonals;
    double taper;  // of the top, as a part of the bottom

    bool operator==(const RectangleShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("size", self.size);
        field("cells", self.cells);
        field("diagonals", self.diagonals);
        field("taper", self.taper);
    }
};

struct DiscShape {
    static constexpr const char* type = "disc";
    double radius;  // m
    int rings;

    bool operator==(const DiscShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("radius", self.radius);
        field("rings", self.rings);
    }
};

struct AnnulusShape {
    static constexpr const char* type = "annulus";
    double inner_radius, outer_radius;  // m
    std::array<int, 2> cells;

    bool operator==(const AnnulusShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("inner_radius", self.inner_radius);
        field("outer_radius", self.outer_radius);
        field("cells", self.cells);
    }
};

struct PuzzleShape {
    static constexpr const char* type = "puzzle";
    double size;  // m
    int cells;

    bool operator==(const PuzzleShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("size", self.size);
        field("cells", self.cells);
    }
};

struct HemisphereShape {
    static constexpr const char* type = "hemisphere";
    double radius;  // m
    int rings;

    bool operator==(const HemisphereShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("radius", self.radius);
        field("rings", self.rings);
    }
};

struct KnotShape {
    static constexpr const char* type = "knot";
    double radius, tube_radius;  // m
    int segments, sides;

    bool operator==(const KnotShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("radius", self.radius);
        field("tube_radius", self.tube_radius);
        field("segments", self.segments);
        field("sides", self.sides);
    }
};

/// The wall of a cylinder or, with another radius at its top, of a cone.
struct TubeShape {
    static constexpr const char* type = "tube";
    double radius;                     // m
    std::optional<double> top_radius;  // m; none: the same
    double height;                     // m
    std::array<int, 2> cells;          // around, and from bottom to top

    bool operator==(const TubeShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("radius", self.radius);
        field("top_radius", self.top_radius);
        field("height", self.height);
        field("cells", self.cells);
    }
};

/// A ball or, between two places, a capsule.
struct BlobSpec {
    std::vector<Vec3> at;  // m
    double radius;         // m
    std::optional<std::string> group;

    bool operator==(const BlobSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("at", self.at);
        field("radius", self.radius);
        field("group", self.group);
    }
};

struct BlobsShape {
    static constexpr const char* type = "blobs";
    std::vector<BlobSpec> parts;
    std::optional<double> blend, spacing;  // m; none: from the smallest radius

    bool operator==(const BlobsShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("parts", self.parts);
        field("blend", self.blend);
        field("spacing", self.spacing);
    }
};

}  // namespace talweg
