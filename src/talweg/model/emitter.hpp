/// A source of particles: so many per second, each for a time. How many points there are never changes: those not yet
/// born, or gone, wait at the source, and are born again in turn.
///
/// Who is to be born when is a pure function of time: particle k at (k + g·count)/rate for the g-th time. A birth whose
/// place is taken waits (step/driven_stepper.hpp); so states remember when each was born.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "talweg/model/positions.hpp"

namespace talweg {

struct Emitter {
    std::string name = {};                                      // of the body
    int first_point = 0;                                        // of the body
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

    /// How long particle k has lived at a time, s, if nothing has delayed it; negative: it waits.
    double age(int k, double time) const;
    /// How many live, likewise.
    int living(double time) const;
    /// When particle k was last to be born, at a time; −∞: never yet.
    double due(int k, double time) const;
    /// Whether one that was born at a time (−∞: never) is there.
    bool lives(double born, double time) const { return std::isfinite(born) && time - born < lifetime; }

    struct Birth {
        Vec3 place, velocity;
    };
    /// Of the particle k that lives, or waits, at a time: the last one, or the first.
    Birth birth(int k, double time) const;

private:
    std::int64_t generation(int k, double time) const;
};

}  // namespace talweg
