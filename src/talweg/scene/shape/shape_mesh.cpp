#include "talweg/scene/shape/shape_mesh.hpp"

#include <algorithm>

#include "talweg/geometry/read_mesh.hpp"
#include "talweg/geometry/shapes/annulus.hpp"
#include "talweg/geometry/shapes/beam.hpp"
#include "talweg/geometry/shapes/blobs.hpp"
#include "talweg/geometry/shapes/box.hpp"
#include "talweg/geometry/shapes/cloth.hpp"
#include "talweg/geometry/shapes/cylinder.hpp"
#include "talweg/geometry/shapes/disc.hpp"
#include "talweg/geometry/shapes/grid.hpp"
#include "talweg/geometry/shapes/hemisphere.hpp"
#include "talweg/geometry/shapes/knot.hpp"
#include "talweg/geometry/shapes/lattice.hpp"
#include "talweg/geometry/shapes/line.hpp"
#include "talweg/geometry/shapes/puzzle.hpp"
#include "talweg/geometry/shapes/rope.hpp"
#include "talweg/geometry/shapes/sphere.hpp"
#include "talweg/geometry/shapes/torus.hpp"
#include "talweg/geometry/shapes/tube.hpp"

namespace talweg {

Mesh mesh_of(const GridShape& s) { return make_grid(s.size, s.cells); }
Mesh mesh_of(const ClothShape& s) { return make_cloth(s.size, s.cells, s.cut); }
Mesh mesh_of(const LatticeShape& s) { return make_lattice(s.size, s.cells); }
Mesh mesh_of(const RopeShape& s) { return make_rope(s.from, s.to, s.segments); }
Mesh mesh_of(const HelixShape& s) { return make_helix(s.radius, s.pitch, s.turns, s.segments); }
Mesh mesh_of(const RingShape& s) { return make_ring(s.radius, s.segments); }
Mesh mesh_of(const CurveShape& s) { return make_curve(s.points, s.closed, s.segments); }
/// Widths change evenly from the bottom, where they stay, to the top.
Mesh tapered(Mesh mesh, double height, const Vec2& taper) {
    for (Vec3& x : mesh.points) {
        const double up = x[1] / height + 0.5;
        x[0] *= 1.0 + (taper[0] - 1.0) * up;
        x[2] *= 1.0 + (taper[1] - 1.0) * up;
    }
    return mesh;
}

Mesh mesh_of(const BoxShape& s) { return tapered(make_box(s.size, s.cells, s.tets_per_cell), s.size[1], s.taper); }
Mesh mesh_of(const BeamShape& s) { return make_beam(s.size, s.cells_through, s.tets_per_cell); }
Mesh mesh_of(const CylinderShape& s) { return make_cylinder(s.radius, s.height, s.rings, s.layers); }
Mesh mesh_of(const SphereShape& s) { return make_sphere(s.radius, s.divisions); }
Mesh mesh_of(const TorusShape& s) { return make_torus(s.radius, s.tube_radius, s.segments, s.rings); }
Mesh mesh_of(const RectangleShape& s) {
    return tapered(make_rectangle(s.size, s.cells, s.diagonals), s.size[1], {s.taper, 1.0});
}
Mesh mesh_of(const DiscShape& s) { return make_disc(s.radius, s.rings); }
Mesh mesh_of(const AnnulusShape& s) { return make_annulus(s.inner_radius, s.outer_radius, s.cells); }
Mesh mesh_of(const PuzzleShape& s) { return make_puzzle(s.size, s.cells); }
Mesh mesh_of(const HemisphereShape& s) { return make_hemisphere(s.radius, s.rings); }
Mesh mesh_of(const KnotShape& s) { return make_knot(s.radius, s.tube_radius, s.segments, s.sides); }
Mesh mesh_of(const TubeShape& s) { return make_tube(s.radius, s.top_radius.value_or(s.radius), s.height, s.cells); }
Mesh mesh_of(const BlobsShape& s) {
    std::vector<Blob> parts;
    double smallest = s.parts.front().radius;
    for (const BlobSpec& part : s.parts) {
        parts.push_back({part.at, part.radius, part.group.value_or("")});
        smallest = std::min(smallest, part.radius);
    }
    return make_blobs(parts, s.blend.value_or(smallest / 3.0), s.spacing.value_or(smallest / 3.0));
}
Mesh mesh_of(const MeshShape& s) { return read_mesh(s.file); }

}  // namespace talweg
