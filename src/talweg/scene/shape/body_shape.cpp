#include "talweg/scene/shape/body_shape.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/complete_mesh.hpp"
#include "talweg/geometry/embed/embed_surface.hpp"
#include "talweg/geometry/embed/particles_of_surface.hpp"
#include "talweg/geometry/flatten/tutte.hpp"
#include "talweg/geometry/measures.hpp"
#include "talweg/geometry/mesh_inside.hpp"
#include "talweg/geometry/outer_surface.hpp"
#include "talweg/geometry/read_mesh.hpp"
#include "talweg/geometry/read_points.hpp"
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

BodyShape shape_of(const MeshShape& file) {
    BodyShape shape;
    shape.mesh = read_mesh(file.file, &shape.looks);
    if (!shape.mesh.tets.empty()) shape.looks = {};  // its triangles are no longer those of the file
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

/// Of a solid its skin alone, with the points that are on it, in their order.
Mesh hollow(Mesh solid) {
    if (solid.tets.empty()) return solid;
    Mesh skin;
    skin.triangles = outer_surface(solid.tets);
    std::vector<int> number(solid.points.size(), -1);
    for (const auto& triangle : skin.triangles)
        for (const int point : triangle) number[point] = 0;
    for (std::size_t i = 0; i < number.size(); ++i) {
        if (number[i] < 0) continue;
        number[i] = static_cast<int>(skin.points.size());
        skin.points.push_back(solid.points[i]);
    }
    for (auto& triangle : skin.triangles)
        for (int& point : triangle) point = number[point];
    for (const auto& [name, points] : solid.point_groups)
        for (const int point : points)
            if (number[point] >= 0) skin.point_groups[name].push_back(number[point]);
    complete_sheet(skin);
    return skin;
}

BodyShape shape_of(const SkinShape& shape) {
    BodyShape skin;
    skin.mesh = hollow(mesh_of(shape.surface));
    if (skin.mesh.triangles.empty()) throw Error("this shape has no surface; name a solid shape, such as a sphere");
    return skin;
}

BodyShape shape_of(const StrandsShape& shape) {
    BodyShape strands;
    strands.mesh =
        make_strands(mesh_of(shape.surface), {shape.count, shape.segments, shape.length, shape.lean, shape.seed});
    return strands;
}

BodyShape shape_of(const ParticlesShape& shape) {
    const double spacing = shape.spacing.value_or(1.0);
    const auto seed = static_cast<std::uint64_t>(shape.seed);
    BodyShape particles;
    if (!shape.points.empty())
        particles.mesh = make_particles(shape.points);
    else if (shape.file)
        particles.mesh = make_particles(read_points(*shape.file));
    else if (shape.surface && shape.cover)
        particles.mesh = make_particles_on(mesh_of(*shape.surface), spacing, shape.order, seed);
    else if (shape.surface)
        particles.mesh = make_particles_inside(mesh_of(*shape.surface), spacing, shape.order, seed);
    else
        particles.mesh = make_particles(shape.region, shape.size.value_or(Vec3::zero()), spacing, shape.order, seed);
    if (shape.links) link_particles(*shape.links, particles.mesh);
    return particles;
}

/// Has no mesh of its own: compounds are rigid or affine.
BodyShape shape_of(const CompoundShape&) { return {}; }

/// Without a lattice inside.
BodyShape surface_alone(const ShapeSpec& spec) {
    if (const auto* solid = std::get_if<SolidShape>(&spec.kind)) {
        BodyShape surface;
        surface.mesh = mesh_of(solid->surface);
        return surface;
    }
    return std::visit([](const auto& kind) { return shape_of(kind); }, spec.kind);
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
    MeshLooks looks;
    std::size_t triangles = 0;  // that these looks are of
    if (const auto* compound = std::get_if<CompoundShape>(&body.shape.kind)) {
        for (const CompoundShape::Part& part : compound->parts)
            parts.push_back(told_at(part.where, [&] {
                Mesh mesh = mesh_of(part.shape);
                put(part.place, mesh.points);
                const Vec3& scale = part.place.scale;
                if (scale[0] * scale[1] * scale[2] < 0.0)  // mirrored: outside stays outside
                    for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
                put(body.place, mesh.points);
                return stiff_part(std::move(mesh), part.density, part.mass, body, planar);
            }));
    } else {
        parts.push_back(told_at(body.shape.where, [&] {
            BodyShape surface = surface_alone(body.shape);
            looks = std::move(surface.looks);
            triangles = surface.mesh.triangles.size();
            put(body.place, surface.mesh.points);
            return stiff_part(std::move(surface.mesh), {}, {}, body, planar);
        }));
    }
    BodyShape shape = told_at(body.shape.where, [&] { return stiff_shape(parts, body, planar); });
    if (shape.mesh.triangles.size() == triangles) shape.looks = std::move(looks);
    return shape;
}

/// A third of the area of each triangle at rest to each of its corners.
void share_rest_areas(BodyShape& shape) {
    shape.shares.assign(shape.mesh.points.size(), 0.0);
    for (std::size_t t = 0; t < shape.rest_triangles.size(); ++t) {
        const auto& [a, b, c] = shape.rest_triangles[t];
        for (const int point : shape.mesh.triangles[t]) shape.shares[point] += norm(area_vector(a, b, c)) / 3.0;
    }
}

/// Triangles rest as they lie in the texture.
void rest_in_texture(double scale, BodyShape& shape) {
    if (shape.looks.texture.empty())
        throw Error(
            "the shape has no texture coordinates at every corner of its triangles (obj: vt, glTF: TEXCOORD_0); "
            "take a mesh file that has, or leave it out");
    for (std::size_t t = 0; t < shape.mesh.triangles.size(); ++t) {
        auto& corners = shape.rest_triangles.emplace_back();
        for (int k = 0; k < 3; ++k)
            corners[k] = {scale * shape.looks.texture[t][k][0], scale * shape.looks.texture[t][k][1], 0.0};
        const auto& [a, b, c] = corners;
        const double longest = std::max({norm_squared(b - a), norm_squared(c - b), norm_squared(a - c)});
        if (!(norm(area_vector(a, b, c)) > 1e-12 * longest))
            throw Error("triangle " + std::to_string(t) +
                        " has no area in the texture, where it would rest; mend its texture coordinates");
    }
    share_rest_areas(shape);
}

/// Points rest where those of another file are.
void rest_in_file(const std::string& file, const PlaceSpec& place, BodyShape& shape) {
    Mesh rest = read_mesh(file);
    if (rest.points.size() != shape.mesh.points.size() || rest.triangles != shape.mesh.triangles ||
        rest.tets != shape.mesh.tets || rest.edge_groups["structural"] != shape.mesh.edge_groups["structural"])
        throw Error(file + " has not the same points and elements, in the same order: " +
                    std::to_string(rest.points.size()) + " points and " + std::to_string(rest.triangles.size()) +
                    " triangles against " + std::to_string(shape.mesh.points.size()) + " and " +
                    std::to_string(shape.mesh.triangles.size()) + "; export both from one mesh");
    put(place, rest.points);
    shape.drawn = std::exchange(shape.mesh.points, std::move(rest.points));
    shape.shares = point_shares(shape.mesh, shape.fill);
}

void lay_to_rest(const RestSpec& rest, const BodySpec& body, BodyShape& shape) {
    try {
        if (body.stiff() || body.reduce || shape.mesh.dimension != 2 || !shape.embedded.empty() ||
            std::holds_alternative<FlattenedShape>(body.shape.kind))
            throw Error("only sheets of triangles that are free to bend can rest elsewhere; leave it out");
        if (rest.texture) rest_in_texture(*rest.texture, shape);
        if (rest.file) rest_in_file(*rest.file, body.place, shape);
    } catch (const Error& error) {
        throw Error(located(rest.where, subject(rest.where) + ": " + error.what()));
    }
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
    BodyShape shape = body.stiff() ? placed_stiff_shape(body, planar) : told_at(body.shape.where, [&] {
        BodyShape made = std::visit([](const auto& kind) { return shape_of(kind); }, body.shape.kind);
        put(body.place, made.mesh.points);
        made.shares = point_shares(made.mesh, made.fill);
        made.shares.resize(made.node_points());
        if (std::holds_alternative<FlattenedShape>(body.shape.kind)) flatten(made, body.place.translate);
        return made;
    });
    if (body.rest) lay_to_rest(*body.rest, body, shape);
    return shape;
}

}  // namespace talweg
