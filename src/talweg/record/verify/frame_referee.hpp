/// Judges recorded frames by themselves: is every number finite, does anything pass through anything, is an element
/// inverted, did a point jump? With exact predicates, and without the solver's code.
#pragma once
#include <cstdint>
#include <span>

#include "talweg/model/model.hpp"
#include "talweg/record/verify/finding.hpp"
#include "talweg/record/verify/obligations.hpp"

namespace talweg {

class FrameReferee {
public:
    FrameReferee(std::span<const Body> bodies, const Obligations& obligations);

    /// Frames in order; `kinetic` is the largest kinetic energy (J) recorded on the way to this one.
    void look(std::uint64_t frame, std::span<const Vec3> x, double kinetic);

    /// Everything found so far.
    std::vector<Finding> findings() const;

private:
    bool look_at_numbers(std::uint64_t frame, std::span<const Vec3> x);
    void look_for_intersections(std::uint64_t frame, std::span<const Vec3> x);
    void look_for_inversions(std::uint64_t frame, std::span<const Vec3> x);
    void look_for_jumps(std::uint64_t frame, std::span<const Vec3> x, double kinetic);
    bool must_stay_apart(int body, int other) const;
    /// "3–7 of cube": numbers count from the body's first point.
    template <std::size_t N>
    std::string named(const std::array<int, N>& points) const;

    std::span<const Body> bodies_;
    Obligations obligations_;
    std::vector<std::array<int, 2>> edges_;  // of surfaces and ropes; in the plane, of borders
    std::vector<std::array<int, 3>> triangles_;
    std::vector<int> edge_body_, triangle_body_, point_body_;
    std::vector<bool> scripted_;
    std::vector<Vec3> previous_;
    std::uint64_t frames_ = 0;
    double fastest_ = 0.0;  // m/s, mean over a frame
    Finding numbers_{"numbers"}, intersections_{"intersections"};
    Finding inversions_{"inversions"}, jumps_{"jumps"};
};

}  // namespace talweg
