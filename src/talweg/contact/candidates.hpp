/// Pairs of features that may come near one another while points move within known bounds: found once by trees, against
/// planes one by one, and used by every distance and collision time in between.
#pragma once
#include "talweg/geometry/tree/bounding_tree.hpp"
#include "talweg/math/interruption.hpp"
#include "talweg/model/contact_world.hpp"

namespace talweg {

/// Features by their number in the surface; points by their number in surface.points. In no order that means anything:
/// it is the same for any number of threads, but changes with the places at which the pairs were looked for.
struct Candidates {
    struct Pair {
        int first, second;
        Pair() {}  // nothing: lists of them are first touched where they are filled, in parallel
        Pair(int one, int other) : first(one), second(other) {}
        friend auto operator<=>(const Pair&, const Pair&) = default;
    };
    std::vector<Pair> point_triangle, point_edge, point_point, point_plane;  // the point is first
    std::vector<Pair> edge_edge;                                             // first < second

    std::size_t size() const;
};

class CandidateSearch {
public:
    explicit CandidateSearch(const ContactWorld& world);

    /// All pairs that can come within d̂ of touching while every point stays within `margin` of the straight path from
    /// x to x + dx.
    /// False, and no use, when there are more than `most` of any kind. Nor of any use after an interruption, which is
    /// asked for every 65,536 pairs.
    bool find(const Positions& x, const Positions& dx, double margin, std::size_t most, Candidates& found,
              const Interruption& interruption = {});

private:
    /// The swept boxes of features of N points, and the tree over them.
    template <std::size_t N>
    struct Features {
        std::vector<std::array<int, N>> points;
        std::vector<Box> boxes;
        BoundingTree tree;
        void sweep(const ContactWorld& world, const Positions& x, const Positions& dx, double margin);
    };
    template <class... Kinds>
    void sweep(const Positions& x, const Positions& dx, double margin, Kinds&... kinds);
    template <std::size_t M, std::size_t N>
    bool may_touch(const std::array<int, M>& a, const std::array<int, N>& b) const;

    const ContactWorld& world_;
    Features<1> points_, loose_points_;
    Features<2> edges_, loose_edges_;
    Features<3> triangles_;
    // Inner points, and what of obstacles touches them.
    Features<1> inner_points_, obstacle_points_;
    Features<2> obstacle_edges_;
    Features<3> obstacle_triangles_;
    std::vector<int> obstacle_point_numbers_, obstacle_edge_numbers_, obstacle_triangle_numbers_;
};

}  // namespace talweg
