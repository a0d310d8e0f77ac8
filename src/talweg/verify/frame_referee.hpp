/// Judges recorded frames by themselves: is every number finite, does anything pass through anything, is an element
/// inverted, did a point jump? With exact predicates, and without the solver's code.
#pragma once
#include <cstdint>
#include <span>

#include "talweg/geometry/intersection/find_close_pairs.hpp"
#include "talweg/verify/finding.hpp"
#include "talweg/verify/recorded_surfaces.hpp"

namespace talweg {

class FrameReferee {
public:
    FrameReferee(std::span<const Body> bodies, const Obligations& obligations);

    /// Frames in order; `kinetic` is the largest kinetic energy (J) recorded on the way to this one; `ages` (s) of
    /// points from emitters, below 0: not there; empty: there are none.
    void look(std::uint64_t frame, std::span<const Vec3> x, double kinetic, std::vector<double> ages = {});

    /// Everything found so far.
    std::vector<Finding> findings() const;

private:
    bool look_at_numbers(std::uint64_t frame, std::span<const Vec3> x);
    void look_for_intersections(std::uint64_t frame, std::span<const Vec3> x);
    void look_for_inversions(std::uint64_t frame, std::span<const Vec3> x);
    void look_for_jumps(std::uint64_t frame, std::span<const Vec3> x, double kinetic);
    bool is_absent(std::span<const int> points) const;
    /// "edge 3–7 of cube": numbers count from the body's first point.
    std::string named(std::span<const int> points) const;
    std::string contact_answer() const;

    std::span<const Body> bodies_;
    Obligations obligations_;
    Surfaces surfaces_;
    double reach_ = 0.0;  // up to which gaps are measured, m
    std::vector<Vec3> previous_;
    std::vector<double> ages_;  // of the frame that is looked at
    std::uint64_t frames_ = 0, pairs_ = 0;
    double smallest_gap_ = std::numeric_limits<double>::infinity();
    std::string nearest_;   // who came so near
    double fastest_ = 0.0;  // m/s, mean over a frame
    Finding numbers_{"numbers"}, intersections_{"intersections"};
    Finding inversions_{"inversions"}, jumps_{"jumps"};
};

}  // namespace talweg
