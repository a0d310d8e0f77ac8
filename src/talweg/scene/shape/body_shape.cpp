#include "talweg/scene/shape/body_shape.hpp"

#include <algorithm>
#include <numeric>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/embed/embed_surface.hpp"
#include "talweg/geometry/flatten/tutte.hpp"
#include "talweg/geometry/measures.hpp"
#include "talweg/geometry/mesh_inside.hpp"
#include "talweg/geometry/shapes/strands.hpp"
#include "talweg/scene/shape/shape_mesh.hpp"
#include "talweg/scene/shape/stiff_shape.hpp"

namespace talweg {

namespace {

double spacing_of(const SolidShape& shape, const Mesh& surface) {
    if (shape.spacing) return *shape.spacing;
    const Vec3 size = bounding_box(surface.points).size();
    return std::max({size[0], size[1], size[2]}) / 15.0;
}

/// Lattice and surface as one mesh. A tet that the surface barely touches keeps a hundredth of its weight and
/// stiffness, so that every point of the lattice has some of both.
BodyShape embedded(const Mesh& surface, double spacing) {
    EmbeddedSurface made = embed_surface(surface, spacing);
    BodyShape shape;
    const int first = static_cast<int>(made.lattice.points.size());
    shape.fill = std::move(made.fill);
    for (double& part : shape.fill) part = std::max(part, 0.01);
    for (std::size_t i = 0; i < made.tet.size(); ++i) shape.embedded.push_back({made.tet[i], made.weights[i]});

    Mesh& mesh = shape.mesh;
    mesh = std::move(made.lattice);
    mesh.points.insert(mesh.points.end(), surface.points.begin(), surface.points.end());
    mesh.triangles = surface.triangles;
    for (auto& triangle : mesh.triangles)
        for (int& corner : triangle) corner += first;
    mesh.point_groups = surface.point_groups;
    for (auto& [name, points] : mesh.point_groups)
        for (int& point : points) point += first;
    std::vector<int> all(mesh.points.size());
    std::iota(all.begin(), all.end(), 0);
    mesh.point_groups["lattice"].assign(all.begin(), all.begin() + first);
    mesh.point_groups["surface"].assign(all.begin() + first, all.end());
    return shape;
}

template <class Kind>
BodyShape shape_of(const Kind& kind) {
    BodyShape shape;
    shape.mesh = mesh_of(kind);
    return shape;
}

Mesh mesh_of(const SurfaceSpec& surface) {
    return std::visit([](const auto& kind) { return mesh_of(kind); }, surface.kind);
}

BodyShape shape_of(const SolidShape& shape) {
    const Mesh surface = mesh_of(shape.surface);
    const double spacing = spacing_of(shape, surface);
    if (shape.mesher == Mesher::lattice) return embedded(surface, spacing);
    BodyShape filled;
    filled.mesh = mesh_inside(surface, shape.mesher == Mesher::gmsh ? TetMesher::gmsh : TetMesher::tetgen, spacing);
    return filled;
}

BodyShape shape_of(const FlattenedShape& shape) {
    BodyShape surface;
    surface.mesh = mesh_of(shape.surface);
    return surface;
}

BodyShape shape_of(const StrandsShape& shape) {
    BodyShape strands;
    strands.mesh =
        make_strands(mesh_of(shape.surface), {shape.count, shape.segments, shape.length, shape.lean, shape.seed});
    return strands;
}

/// Has no mesh of its own: compounds are rigid or affine.
BodyShape shape_of(const CompoundShape&) { return {}; }

/// Without a lattice inside.
Mesh surface_alone(const ShapeSpec& spec) {
    if (const auto* solid = std::get_if<SolidShape>(&spec.kind)) return mesh_of(solid->surface);
    return std::visit([](const auto& kind) { return shape_of(kind).mesh; }, spec.kind);
}

/// What goes wrong is told with the line.
template <class Make>
auto told_at(const Where& where, Make make) {
    try {
        return make();
    } catch (const Error& error) {
        throw Error(located(where, subject(where) + ": " + error.what()));
    } catch (const std::bad_alloc&) {
        throw Error(located(where, subject(where) + " does not fit in memory; use fewer cells"));
    }
}

BodyShape placed_stiff_shape(const BodySpec& body, bool planar) {
    std::vector<StiffPart> parts;
    if (const auto* compound = std::get_if<CompoundShape>(&body.shape.kind)) {
        for (const CompoundShape::Part& part : compound->parts)
            parts.push_back(told_at(part.where, [&] {
                Mesh mesh = mesh_of(part.shape);
                put(part.place, mesh.points);
                put(body.place, mesh.points);
                return stiff_part(std::move(mesh), part.density, part.mass, body, planar);
            }));
    } else {
        parts.push_back(told_at(body.shape.where, [&] {
            Mesh mesh = surface_alone(body.shape);
            put(body.place, mesh.points);
            return stiff_part(std::move(mesh), {}, {}, body, planar);
        }));
    }
    return told_at(body.shape.where, [&] { return stiff_shape(parts, body, planar); });
}

/// Lays a placed surface into the plane; it stays where it was placed.
void flatten(BodyShape& shape, const Vec3& translate) {
    Mesh& mesh = shape.mesh;
    for (const auto& [a, b, c] : mesh.triangles)
        shape.rest_triangles.push_back(laid_flat(mesh.points[a], mesh.points[b], mesh.points[c]));
    mesh.points = tutte_layout(mesh);
    for (Vec3& x : mesh.points) x += Vec3{translate[0], translate[1], 0.0};
}

}  // namespace

void put(const PlaceSpec& place, std::vector<Vec3>& points) {
    const Mat3 rotation = place.rotate ? rotation_matrix(place.rotate->rotation_vector()) : Mat3::identity();
    for (Vec3& x : points) {
        for (int a = 0; a < 3; ++a) x[a] *= place.scale[a];
        if (place.rotate) x = rotation * x;
        x += place.translate;
    }
}

BodyShape placed_shape(const BodySpec& body, bool planar) {
    if (body.stiff()) return placed_stiff_shape(body, planar);
    return told_at(body.shape.where, [&] {
        BodyShape shape = std::visit([](const auto& kind) { return shape_of(kind); }, body.shape.kind);
        put(body.place, shape.mesh.points);
        shape.shares = point_shares(shape.mesh, shape.fill);
        shape.shares.resize(shape.node_points());
        if (std::holds_alternative<FlattenedShape>(body.shape.kind)) flatten(shape, body.place.translate);
        return shape;
    });
}

}  // namespace talweg
