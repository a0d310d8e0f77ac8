/// A source of particles: so many per second, each for a time. How many points there are never changes: those not yet
/// born, or gone, wait at the source, and are born again in turn.
///
/// Who lives when is a pure function of time: particle k is born at (k + g·count)/rate for the g-th time. So runs that
/// are resumed, and frames, need nothing remembered.
#pragma once
#include <cstdint>
#include <limits>

#include "talweg/model/positions.hpp"

namespace talweg {

struct Emitter {
    int first_node = 0, count = 0;                              // particles, each a node; count is the capacity
    std::vector<Vec3> sources;                                  // the k-th birth is at sources[k mod their number]
    Vec3 direction{0, 1, 0};                                    // of length 1
    double speed = 0.0;                                         // m/s
    double spread = 0.0;                                        // rad: how far from the direction, at most
    double rate = 1.0;                                          // 1/s
    double lifetime = std::numeric_limits<double>::infinity();  // s; at most count / rate, unless for ever
    double begin = 0.0;                                         // s: when the first one is born
    std::uint64_t seed = 0;
    bool planar = false;

    /// How long particle k has lived at a time, s; negative: it waits.
    double age(int k, double time) const;
    /// How many live.
    int living(double time) const;

    struct Birth {
        Vec3 place, velocity;
    };
    /// Of the particle k that lives, or waits, at a time: the last one, or the first.
    Birth birth(int k, double time) const;

private:
    std::int64_t generation(int k, double time) const;
};

}  // namespace talweg
