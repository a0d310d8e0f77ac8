/// Bodies that can only move affinely: whatever their surface, four points with a quarter of the mass each carry it; in
/// planar scenes three with a third.
#pragma once
#include "talweg/geometry/moments.hpp"
#include "talweg/scene/shape/body_shape.hpp"

namespace talweg {

/// One of the surfaces that such a body consists of, placed in the world.
struct StiffPart {
    Mesh mesh;
    WeighedMoments weighed;  // by the share of volume, in which the body's density makes the mass
};

/// The inside of a closed surface, or with a wall the surface or the wires themselves. It weighs its mass, or its
/// density or else the body's times its volume. Throws Error when the surface is open or inside out.
StiffPart stiff_part(Mesh mesh, std::optional<double> density, std::optional<double> mass, const BodySpec& body,
                     bool planar);

/// All parts as one tetrahedron with their volume, centre and second moments, or those that the body is given, in which
/// the points of the surfaces ride; points of no triangle are left out. Groups keep their names, those of the same name
/// are one; "surface" has all points that ride. In planar scenes three points carry the triangles. Throws Error when no
/// body has the inertia that is given, or when some parts are wires and others are not.
BodyShape stiff_shape(const std::vector<StiffPart>& parts, const BodySpec& body, bool planar);

}  // namespace talweg
