/// The rest shape of a body: made in place, read from a file, or made from a surface.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "talweg/scene/spec/place_spec.hpp"
#include "talweg/scene/spec/shapes/line_shapes.hpp"
#include "talweg/scene/spec/shapes/particle_shapes.hpp"
#include "talweg/scene/spec/shapes/tet_shapes.hpp"
#include "talweg/scene/spec/shapes/triangle_shapes.hpp"
#include "talweg/scene/spec/shapes/woven_shapes.hpp"
#include "talweg/scene/text/where.hpp"

namespace talweg {

struct MeshShape {
    static constexpr const char* type = "mesh";
    std::string file;  // absolute, so that a run directory can stand anywhere

    bool operator==(const MeshShape&) const = default;
    static void fields(auto& self, auto&& field) { field("file", self.file); }
};

/// One of the shapes that are meshes by themselves, or of `Others`, which are made from such.
template <class... Others>
struct ShapeAmong {
    std::variant<GridShape, ClothShape, LatticeShape, RopeShape, HelixShape, RingShape, CurveShape, BoxShape, BeamShape,
                 CylinderShape, SphereShape, TorusShape, RectangleShape, DiscShape, AnnulusShape, PuzzleShape,
                 HemisphereShape, KnotShape, TubeShape, BlobsShape, MeshShape, Others...>
        kind;
    Where where;

    bool operator==(const ShapeAmong&) const = default;
};

using SurfaceSpec = ShapeAmong<>;

/// Who cuts the inside of a surface into tetrahedra: talweg's own lattice, or a program that is called.
enum class Mesher { lattice, gmsh, tetgen };
inline constexpr const char* mesher_names[] = {"lattice", "gmsh", "tetgen"};
template <>
inline constexpr const char* const* names<Mesher> = mesher_names;

/// The inside of a surface.
struct SolidShape {
    static constexpr const char* type = "solid";
    SurfaceSpec surface;
    std::optional<double> spacing;  // m, before the body is placed; none: from the surface's size
    Mesher mesher;

    bool operator==(const SolidShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("surface", self.surface);
        field("spacing", self.spacing);
        field("mesher", self.mesher);
    }
};

/// A surface like a disc, to be laid into the plane: its triangles rest as they are in space, and start flat.
struct FlattenedShape {
    static constexpr const char* type = "flattened";
    SurfaceSpec surface;

    bool operator==(const FlattenedShape&) const = default;
    static void fields(auto& self, auto&& field) { field("surface", self.surface); }
};

/// The surface of a solid shape, as a shell with nothing inside.
struct SkinShape {
    static constexpr const char* type = "skin";
    SurfaceSpec surface;

    bool operator==(const SkinShape&) const = default;
    static void fields(auto& self, auto&& field) { field("surface", self.surface); }
};

/// Hair that grows from a surface.
struct StrandsShape {
    static constexpr const char* type = "strands";
    SurfaceSpec surface;
    int count, segments;
    double length;  // m
    Vec3 lean;
    int seed;

    bool operator==(const StrandsShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("surface", self.surface);
        field("count", self.count);
        field("segments", self.segments);
        field("length", self.length);
        field("lean", self.lean);
        field("seed", self.seed);
    }
};

/// Loose points: a list, the points of a file, or a region or surface filled with them; one of `points`, `file`, `size`
/// and `surface`.
struct ParticlesShape {
    static constexpr const char* type = "particles";
    std::vector<Vec3> points;            // m
    std::optional<std::string> file;     // absolute
    std::optional<Vec3> size;            // m
    std::optional<SurfaceSpec> surface;  // whose inside is filled,
    bool cover;                          // or which is covered
    ParticleRegion region;
    std::optional<double> spacing;  // m
    ParticleOrder order;
    int seed;
    std::optional<double> links;  // m: edges between those that are nearer to one another; none: there are no edges

    bool operator==(const ParticlesShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("points", self.points);
        field("file", self.file);
        field("size", self.size);
        field("surface", self.surface);
        field("cover", self.cover);
        field("region", self.region);
        field("spacing", self.spacing);
        field("order", self.order);
        field("seed", self.seed);
        field("links", self.links);
    }
};

/// Several surfaces that move as one body.
struct CompoundShape {
    static constexpr const char* type = "compound";
    struct Part {
        SurfaceSpec shape;
        PlaceSpec place;                      // in the body
        std::optional<double> density, mass;  // kg/m³, kg; none: the body's density
        Where where;

        bool operator==(const Part&) const = default;
        static void fields(auto& self, auto&& field) {
            field("shape", self.shape);
            field("place", self.place);
            field("density", self.density);
            field("mass", self.mass);
        }
    };
    std::vector<Part> parts;

    bool operator==(const CompoundShape&) const = default;
    static void fields(auto& self, auto&& field) { field("parts", self.parts); }
};

using ShapeSpec = ShapeAmong<SolidShape, FlattenedShape, SkinShape, StrandsShape, ParticlesShape, CompoundShape>;

}  // namespace talweg
