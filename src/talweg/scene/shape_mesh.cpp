#include "talweg/scene/shape_mesh.hpp"

#include "talweg/geometry/read_mesh.hpp"
#include "talweg/geometry/shapes/cloth.hpp"
#include "talweg/geometry/shapes/grid.hpp"
#include "talweg/geometry/shapes/lattice.hpp"
#include "talweg/geometry/shapes/rope.hpp"

namespace talweg {

namespace {

Mesh mesh_of(const GridShape& shape) { return make_grid(shape.size, shape.cells); }
Mesh mesh_of(const ClothShape& shape) { return make_cloth(shape.size, shape.cells); }
Mesh mesh_of(const LatticeShape& shape) { return make_lattice(shape.size, shape.cells); }
Mesh mesh_of(const RopeShape& shape) { return make_rope(shape.from, shape.to, shape.segments); }
Mesh mesh_of(const MeshShape& shape) { return read_mesh(shape.file); }

Mesh mesh_of(const ShapeSpec& shape) {
    try {
        return std::visit([](const auto& kind) { return mesh_of(kind); }, shape.kind);
    } catch (const Error& error) {
        throw Error(located(shape.where, subject(shape.where) + ": " + error.what()));
    } catch (const std::bad_alloc&) {
        throw Error(located(shape.where, subject(shape.where) + " does not fit in memory; use fewer cells"));
    }
}

}  // namespace

Mesh placed_mesh(const BodySpec& body) {
    Mesh mesh = mesh_of(body.shape);
    const Mat3 rotation = body.place.rotate ? rotation_matrix(body.place.rotate->rotation_vector()) : Mat3::identity();
    for (Vec3& x : mesh.points) {
        for (int a = 0; a < 3; ++a) x[a] *= body.place.scale[a];
        if (body.place.rotate) x = rotation * x;
        x += body.place.translate;
    }
    return mesh;
}

}  // namespace talweg
