/// Places on bodies that connections take hold of.
#pragma once
#include <vector>

#include "talweg/model/model_builder.hpp"
#include "talweg/scene/shape/body_shape.hpp"
#include "talweg/scene/spec/body_spec.hpp"

namespace talweg {

/// A body as connections see it: where its points start, and what spans the space between them.
struct JoinedBody {
    const BodySpec* spec = nullptr;
    int number = 0;                       // among the model's bodies
    int first_point = 0;                  // in the model
    Positions start;                      // of the points that are nodes
    Mesh mesh;                            // elements, and no points
    std::vector<EmbeddedPoint> embedded;  // points that follow the nodes, after them
    double size = 0.0;                    // diagonal, m

    bool stiff() const { return spec->stiff(); }
};

JoinedBody joined_body(const BodySpec& spec, const BodyShape& shape, const VertexBody& body);

/// A place of a body: x = Σ weight · its points.
struct Anchor {
    std::array<int, 4> points{};  // indices within the body
    std::array<double, 4> weights{};
    double distance = 0.0;  // from the place that was asked for, m
};

/// The place of the body at x, at the start: inside of the nearest tetrahedron, or beside it, as it would go along; of
/// sheets and ropes the nearest place on them.
Anchor find_anchor(const JoinedBody& body, const Vec3& x);

/// Whether the body may carry that place: rigid and affine ones carry any, soft solids what lies beside them by a
/// twentieth of their size at most, or further out on an `arm` (m) of the joint itself; sheets and ropes only what lies
/// on them.
bool reaches(const JoinedBody& body, const Anchor& anchor, double arm = 0.0);

/// The corners of the triangle of its surface that lies nearest: points within the body; none if it has no surface.
std::vector<int> near_surface(const JoinedBody& body, const Vec3& x);

}  // namespace talweg
