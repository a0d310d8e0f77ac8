/// The mesh of a shape that is one by itself: made in place, or read from a file.
#pragma once
#include "talweg/geometry/mesh.hpp"
#include "talweg/scene/spec/shape_spec.hpp"

namespace talweg {

Mesh mesh_of(const GridShape& shape);
Mesh mesh_of(const ClothShape& shape);
Mesh mesh_of(const LatticeShape& shape);
Mesh mesh_of(const RopeShape& shape);
Mesh mesh_of(const HelixShape& shape);
Mesh mesh_of(const RingShape& shape);
Mesh mesh_of(const CurveShape& shape);
Mesh mesh_of(const BoxShape& shape);
Mesh mesh_of(const BeamShape& shape);
Mesh mesh_of(const CylinderShape& shape);
Mesh mesh_of(const SphereShape& shape);
Mesh mesh_of(const TorusShape& shape);
Mesh mesh_of(const RectangleShape& shape);
Mesh mesh_of(const DiscShape& shape);
Mesh mesh_of(const AnnulusShape& shape);
Mesh mesh_of(const PuzzleShape& shape);
Mesh mesh_of(const HemisphereShape& shape);
Mesh mesh_of(const KnotShape& shape);
Mesh mesh_of(const TubeShape& shape);
Mesh mesh_of(const BlobsShape& shape);
Mesh mesh_of(const MeshShape& shape);

}  // namespace talweg
