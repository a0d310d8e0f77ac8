/// Which point of one border is sewn to which of another.
#pragma once
#include <array>
#include <vector>

#include "talweg/scene/build/anchor.hpp"

namespace talweg {

/// The points in the order in which the body's edges join them: a line from end to end, or a loop, which begins with
/// its first point again. Throws Error when they are neither.
std::vector<int> ordered_border(const JoinedBody& body, const std::vector<int>& points);

struct Stitches {
    std::vector<std::array<int, 2>> pairs;  // points within the two bodies
    double lengths[2];                      // of the borders, m
};

/// By the share of its length at which each point stands, the borders run the way round in which they lie nearer.
/// Every point of either is sewn.
Stitches stitch(const JoinedBody& first, const std::vector<int>& border, const JoinedBody& second,
                const std::vector<int>& other);

}  // namespace talweg
