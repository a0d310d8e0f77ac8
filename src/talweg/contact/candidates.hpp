/// Pairs of features that may come near one another while points move within known bounds: found once by a tree, used
/// by every distance and collision time in between.
#pragma once
#include <span>

#include "talweg/geometry/tree/bounding_tree.hpp"
#include "talweg/model/contact_world.hpp"

namespace talweg {

/// Features by their number in the surface; points by their number in surface.points.
struct Candidates {
    struct Pair {
        int first, second;
    };
    std::vector<Pair> point_triangle, point_edge, point_point, point_plane;  // ascending in the point
    std::vector<Pair> edge_edge;                                             // first < second

    std::size_t size() const {
        return point_triangle.size() + point_edge.size() + point_point.size() + point_plane.size() + edge_edge.size();
    }
};

class CandidateSearch {
public:
    explicit CandidateSearch(const ContactWorld& world) : world_(world) {}

    /// All pairs that can come within d̂ of touching while every point stays within `margin` of the straight path from
    /// x to x + dx.
    /// False, and no use, when there are more than `most` of any kind.
    bool find(const Positions& x, const Positions& dx, double margin, std::size_t most, Candidates& found);

private:
    Box swept(const Positions& x, const Positions& dx, std::span<const int> points, double margin) const;
    bool may_touch(std::span<const int> a, std::span<const int> b) const;

    const ContactWorld& world_;
    std::vector<Box> triangle_boxes_, edge_boxes_, loose_edge_boxes_, loose_point_boxes_;
    BoundingTree triangles_, edges_, loose_edges_, loose_points_;
};

}  // namespace talweg
