/// A bounding-volume tree over axis-aligned boxes: which of them overlap a given one, or those of another tree.
///
/// The boxes are put in the order of a space-filling curve (Morton 1966) through their centres; eight neighbours on
/// the curve share a node, eight such nodes the next, and so on (a linear tree, after Lauterbach et al. 2009). The
/// children of a node follow from its number, so the tree is nothing but arrays, and moving boxes need only new
/// bounds. Building costs n log n for the order; a query that finds k boxes of limited size costs about log n + k.
///
/// What is found, and in which order, does not depend on the number of threads. Boxes are rounded outward to single
/// precision: boxes less than a rounding apart may be found too.
#pragma once
#include <span>

#include "talweg/geometry/tree/eight_boxes.hpp"

namespace talweg {

class BoundingTree {
public:
    static constexpr int width = EightBoxes::width;

    /// A tree over boxes, each with min ≤ max.
    void build(std::span<const Box> boxes);
    /// New boxes for the same things: the order on the curve stays, the bounds are taken anew. Cheaper than a build;
    /// the tree answers as truly, but more slowly once things have moved far.
    void refit(std::span<const Box> boxes);

    int size() const { return static_cast<int>(order_.size()); }

    /// function(index) for every box that overlaps the given one.
    template <class Function>
    void visit(const Box& box, const Function& function) const {
        const RoundedBox query(box);
        descend(query, 0, [&](int node, const RoundedBox*) {
            for (std::uint32_t bits = nodes_[node].overlaps(query); bits != 0; bits &= bits - 1)
                function(order_[node * width + std::countr_zero(bits)]);
        });
    }

    // For walks over two trees at once: the lowest nodes hold the boxes themselves, in the order of the curve.
    int leaf_node_count() const { return levels_.empty() ? 0 : levels_[0].count; }
    const EightBoxes& leaf_node(int node) const { return nodes_[node]; }
    int index(int node, int lane) const { return order_[node * width + lane]; }

    /// function(leaf node, its box as its parent sees it) for every leaf node from `first` on whose box overlaps the
    /// given one, in ascending order. A tree of one node passes no box.
    template <class Function>
    void descend(const RoundedBox& box, int first, const Function& function) const {
        if (levels_.empty()) return;
        const int top = static_cast<int>(levels_.size()) - 1;
        if (top == 0) {
            if (first == 0) function(0, nullptr);
            return;
        }
        struct Entry {
            int level, node;
        };
        Entry stack[width * max_levels];
        int count = 0;
        stack[count++] = {top, 0};
        while (count > 0) {
            const Entry here = stack[--count];
            const EightBoxes& children = nodes_[levels_[here.level].start + here.node];
            std::uint32_t bits = children.overlaps(box);
            const int below = here.level - 1, child = here.node * width;
            if (below == 0) {
                for (; bits != 0; bits &= bits - 1) {
                    const int lane = std::countr_zero(bits);
                    const RoundedBox around = children[lane];
                    if (child + lane >= first) function(child + lane, &around);
                }
                continue;
            }
            while (bits != 0) {  // the last first, so that the first is taken from the stack first
                const int lane = 31 - std::countl_zero(bits);
                bits ^= 1u << lane;
                const long long end = static_cast<long long>(child + lane + 1) << (3 * below);  // of its leaf nodes
                if (end > first) stack[count++] = {below, child + lane};
            }
        }
    }

private:
    static constexpr int max_levels = 11;  // 8¹¹ boxes are more than an int counts

    struct Level {
        int start, count;  // nodes of this level in nodes_
    };

    std::vector<int> order_;         // place on the curve → index of the box
    std::vector<EightBoxes> nodes_;  // lowest level first
    std::vector<Level> levels_;
};

}  // namespace talweg
