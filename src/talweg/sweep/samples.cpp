#include "talweg/sweep/samples.hpp"

#include <cmath>
#include <numeric>
#include <random>

namespace talweg {

namespace {

Json value_of(const Interval& interval, double value) {
    return interval.whole ? Json(static_cast<std::int64_t>(std::llround(value))) : Json(value);
}

/// The standard fixes the engine's numbers but not those of its distributions.
class Uniform {
public:
    Uniform(std::uint64_t seed, int dimension) : engine_(seed ^ (0x9E3779B97F4A7C15 * (dimension + 1ull))) {}

    double fraction() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(fraction() * static_cast<double>(n)); }

private:
    std::mt19937_64 engine_;
};

}  // namespace

double Interval::at(double t) const {
    if (t == 1.0) return to;
    return log ? from * std::pow(to / from, t) : from + t * (to - from);
}

std::vector<Json> values_by_count(const Interval& interval, int count) {
    std::vector<Json> values;
    for (int i = 0; i < count; ++i) {
        const Json value = value_of(interval, interval.at(static_cast<double>(i) / (count - 1)));
        if (values.empty() || values.back() != value) values.push_back(value);
    }
    return values;
}

std::vector<Json> values_by_distance(const Interval& interval, double by) {
    constexpr double rounding = 1e-9;  // of a distance
    const double distances =
        interval.log ? std::log(interval.to / interval.from) / std::log(by) : (interval.to - interval.from) / by;
    std::vector<Json> values;
    for (int i = 0; i <= distances + rounding; ++i) {
        const Json value = value_of(interval, interval.log ? interval.from * std::pow(by, i) : interval.from + i * by);
        if (values.empty() || values.back() != value) values.push_back(value);
    }
    return values;
}

std::vector<std::vector<double>> samples(Sampling method, int dimensions, int count, std::uint64_t seed) {
    std::vector<std::vector<double>> all;
    for (int d = 0; d < dimensions; ++d) {
        Uniform uniform(seed, d);
        std::vector<double>& numbers = all.emplace_back();
        for (int i = 0; i < count; ++i) numbers.push_back(uniform.fraction());
        if (method == Sampling::random) continue;
        std::vector<int> part(static_cast<std::size_t>(count));
        std::iota(part.begin(), part.end(), 0);
        for (std::size_t i = part.size(); i > 1; --i) std::swap(part[i - 1], part[uniform.below(i)]);
        for (std::size_t i = 0; i < part.size(); ++i)
            numbers[i] = std::min((part[i] + numbers[i]) / count, std::nextafter((part[i] + 1.0) / count, 0.0));
    }
    return all;
}

std::vector<Json> values_at(const Interval& interval, const std::vector<double>& fractions) {
    std::vector<Json> values;
    for (const double t : fractions) {
        if (!interval.whole) {
            values.push_back(interval.at(t));
            continue;
        }
        const Interval cells{std::ceil(interval.from), std::floor(interval.to) + 1.0, interval.log};
        values.push_back(static_cast<std::int64_t>(std::min(std::floor(cells.at(t)), cells.to - 1.0)));
    }
    return values;
}

}  // namespace talweg
