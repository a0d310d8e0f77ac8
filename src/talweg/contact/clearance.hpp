/// How far a place is from all surfaces, or from those of obstacles alone: the distance less what is kept free around
/// both, below zero inside closed surfaces and behind planes. Every feature is looked at: for the few who ask, or few
/// features.
#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "talweg/model/contact_world.hpp"
#include "talweg/model/flock.hpp"

namespace talweg {

class Clearance {
public:
    enum class From { everything, obstacles };
    Clearance(const ContactWorld& world, From from);

    bool empty() const { return planes_.empty() && triangles_.empty() && edges_.empty() && points_.empty(); }
    /// Of a point of the world, as if it were at `place`, from what it may touch; the others are at x. `absent`, by
    /// point: who is not there; empty: all are. Beyond `horizon` it may answer that there is nothing.
    NearestWall at(const Vec3& place, int point, const Positions& x, const std::vector<std::uint8_t>& absent = {},
                   double horizon = std::numeric_limits<double>::infinity()) const;
    /// Whether it can go straight from one place to another and is never closer to anything than `gap`.
    bool is_free(const Vec3& from, const Vec3& to, double gap, int point, const Positions& x,
                 const std::vector<std::uint8_t>& absent) const;

private:
    const ContactWorld& world_;
    std::vector<int> planes_, triangles_, edges_, points_;  // of the surface that count
    std::vector<std::uint8_t> closed_;                      // by part: it has an inside
};

}  // namespace talweg
