/// Shapes of tetrahedra made in place, as scenes write them; geometry/shapes makes them.
#pragma once
#include <array>

#include "talweg/math/matrix.hpp"

namespace talweg {

struct BoxShape {
    static constexpr const char* type = "box";
    Vec3 size;  // m
    std::array<int, 3> cells;
    int tets_per_cell;
    Vec2 taper;  // of the top along x and z, as parts of the bottom

    bool operator==(const BoxShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("size", self.size);
        field("cells", self.cells);
        field("tets_per_cell", self.tets_per_cell);
        field("taper", self.taper);
    }
};

struct BeamShape {
    static constexpr const char* type = "beam";
    Vec3 size;  // m
    int cells_through;
    int tets_per_cell;

    bool operator==(const BeamShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("size", self.size);
        field("cells_through", self.cells_through);
        field("tets_per_cell", self.tets_per_cell);
    }
};

struct CylinderShape {
    static constexpr const char* type = "cylinder";
    double radius, height;  // m
    int rings, layers;

    bool operator==(const CylinderShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("radius", self.radius);
        field("height", self.height);
        field("rings", self.rings);
        field("layers", self.layers);
    }
};

struct SphereShape {
    static constexpr const char* type = "sphere";
    double radius;  // m
    int divisions;

    bool operator==(const SphereShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("radius", self.radius);
        field("divisions", self.divisions);
    }
};

struct TorusShape {
    static constexpr const char* type = "torus";
    double radius, tube_radius;  // m
    int segments, rings;

    bool operator==(const TorusShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("radius", self.radius);
        field("tube_radius", self.tube_radius);
        field("segments", self.segments);
        field("rings", self.rings);
    }
};

}  // namespace talweg
