/// The values that a study gives a key: ranges, and samples of intervals that are the same on every machine.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "talweg/scene/text/json.hpp"

namespace talweg {

struct Interval {
    double from = 0.0, to = 1.0;
    bool log = false, whole = false;

    /// Where the fraction `t` of the way is: from + t (to − from), or from (to/from)ᵗ.
    double at(double t) const;
};

/// `count` values from one end to the other, both among them; of whole numbers each once.
std::vector<Json> values_by_count(const Interval& interval, int count);
/// from, from + by (or from · by)…, up to the end; an end missed by rounding alone belongs to it.
std::vector<Json> values_by_distance(const Interval& interval, double by);

enum class Sampling { latin_hypercube, random };

/// Numbers in [0, 1), `count` for each of `dimensions` keys. A key's numbers depend on the seed and its place alone, so
/// that a key added at the end leaves those before it as they were.
///
/// Latin hypercube: with n samples, each of the n equal parts of [0, 1) holds exactly one number of every key.
/// McKay, Beckman, Conover, "A Comparison of Three Methods for Selecting Values of Input Variables…", 1979.
std::vector<std::vector<double>> samples(Sampling method, int dimensions, int count, std::uint64_t seed);

/// The interval's values at these fractions; of whole numbers, all in it are equally likely.
std::vector<Json> values_at(const Interval& interval, const std::vector<double>& fractions);

}  // namespace talweg
