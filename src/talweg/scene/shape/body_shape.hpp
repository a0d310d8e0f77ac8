/// What the shape of a body comes to: a mesh, placed in the world, and what an embedding adds to it.
#pragma once
#include <array>
#include <vector>

#include "talweg/geometry/mesh.hpp"
#include "talweg/geometry/mesh_looks.hpp"
#include "talweg/scene/spec/body_spec.hpp"

namespace talweg {

/// A point inside a tet of the mesh that goes where the tet goes: x = Σ weight · corner.
struct PointInTet {
    int tet;
    std::array<double, 4> weights;
};

struct BodyShape {
    Mesh mesh;                         // the points that are nodes, then those that ride
    std::vector<PointInTet> embedded;  // the last points of the mesh
    std::vector<double> fill;          // part of each tet that is material; empty: all of every tet
    std::vector<double> shares;        // of the volume, area or length, per point that is a node
    std::vector<int> parts;            // first points of the parts of a compound; empty: it has one
    // Corners of each triangle at rest, where they are not those of the mesh, which then is where the body starts.
    std::vector<std::array<Vec3, 3>> rest_triangles;
    std::vector<Vec3> drawn;  // where its points are drawn, and start, where they do not rest there; empty: they do
    MeshLooks looks;          // of the mesh's triangles

    /// Where its points are drawn: there people select them.
    const std::vector<Vec3>& drawn_points() const { return drawn.empty() ? mesh.points : drawn; }

    /// The corners that a point rides with: of its tet, or, in the plane, the first three points, the last one twice.
    std::array<int, 4> carriers(const PointInTet& point) const {
        return mesh.tets.empty() ? std::array{0, 1, 2, 2} : mesh.tets[point.tet];
    }
    int node_points() const { return static_cast<int>(mesh.points.size() - embedded.size()); }
};

/// Made by the shape or read from its file, scaled, rotated and translated. Throws Error that names the scene's line.
BodyShape placed_shape(const BodySpec& body, bool planar = false);

/// Scales, then rotates, then translates.
void put(const PlaceSpec& place, std::vector<Vec3>& points);

}  // namespace talweg
