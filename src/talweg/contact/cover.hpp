/// Where the candidates of a search hold: as long as every point stays in a box of its own.
///
/// A body that nothing else comes near takes its boxes along on its flight. Its candidates are pairs of its own
/// features, and those do not see where it is; so free flight needs no search, however fast it goes.
#pragma once
#include "talweg/geometry/bounding_box.hpp"
#include "talweg/model/contact_world.hpp"

namespace talweg {

class Cover {
public:
    explicit Cover(const ContactWorld& world);

    const std::vector<int>& points() const { return points_; }
    void clear() { boxes_.clear(); }
    /// After a search for pairs that come near one another within `margin` of the move x → x + dx.
    void set(const Positions& x, const Positions& dx, double margin);
    /// For a move x → x + dx, or for x alone.
    bool holds(const Positions& x, const Positions& dx) const { return holds(x, &dx); }
    bool holds(const Positions& x) const { return holds(x, nullptr); }

private:
    bool holds(const Positions& x, const Positions* dx) const;
    std::vector<Box> boxes_of_parts(const Positions& x, const Positions* dx) const;
    std::vector<std::uint8_t> near_others(std::vector<Box> boxes, const Positions& x, const Positions* dx) const;
    bool holds_flying(const Positions& x, const Positions* dx) const;
    /// Whether every point is in its box, moved by what its part is moved by; `moved` tells of a part at the start and
    /// at the end of a move.
    template <class Moved>
    bool hold_all(const Positions& x, const Positions* dx, double slack, const Moved& moved) const;

    const ContactWorld& world_;
    std::vector<int> points_, part_;  // that can touch, origins of planes too, and the part of each
    std::vector<int> first_;          // of each part the first of its points; −1: it has none
    std::vector<double> radius_;      // of each part, the largest of its points
    std::vector<Box> boxes_;          // of each point; none: nothing is covered
    std::vector<Box> around_;         // of each part: around the boxes of its points
    Positions start_;                 // of each part: where its first point was at the search
};

}  // namespace talweg
