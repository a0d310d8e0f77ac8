/// Facts about a motion, proved in extended precision by halving time. On an interval the distance is bounded from
/// below in two ways: it changes no faster than the fastest pair of points; and a direction n(t) that runs straight
/// from the nearest one at the beginning to that at the end separates the features if the projections of all pairs of
/// points, quadratics of time, have large Bernstein coefficients.
#pragma once
#include <vector>

#include "../extended_distance.hpp"

namespace talweg::testing {

enum class Verdict { proved, refuted, undecided };

/// The first A of N points are one feature, the others the second; nearest(y) is the vector between moved points,
/// from the second feature to the first.
template <int N, int A, class Nearest>
class MotionReference {
public:
    MotionReference(const Points<double, N>& x, const Points<double, N>& dx, Nearest nearest)
        : x_(x), dx_(dx), nearest_(nearest) {
        for (int i = 0; i < A; ++i)
            for (int j = A; j < N; ++j) speed_ = std::max(speed_, norm(extended(dx[i]) - extended(dx[j])));
    }

    long double distance(long double t) const { return at(t).distance; }

    /// Is the distance larger than `bound` at all times of [0, end]?
    Verdict stays_above(long double bound, long double end) const {
        std::vector<std::pair<Instant, Instant>> open{{at(0.0L), at(end)}};
        if (open[0].first.distance <= bound || open[0].second.distance <= bound) return Verdict::refuted;
        for (int n = 0; n < most_evaluations && !open.empty(); ++n) {
            const auto [begin, finish] = open.back();
            open.pop_back();
            if (separated(begin, finish, bound)) continue;
            const Instant middle = at(0.5L * (begin.t + finish.t));
            if (middle.distance <= bound) return Verdict::refuted;
            if (middle.t <= begin.t || middle.t >= finish.t) return Verdict::undecided;
            open.emplace_back(begin, middle);
            open.emplace_back(middle, finish);  // looked at first: a contact is most often towards the end
        }
        return open.empty() ? Verdict::proved : Verdict::undecided;
    }

private:
    static constexpr int most_evaluations = 20000;

    struct Instant {
        long double t;
        Points<long double, N> y;
        long double distance;
        Extended direction;
    };

    Instant at(long double t) const {
        const Points<long double, N> y = moved(x_, dx_, t);
        const Extended between = nearest_(y);
        const long double length = norm(between);
        return {t, y, length, between / length};
    }

    bool separated(const Instant& begin, const Instant& end, long double bound) const {
        if (begin.distance + end.distance - (end.t - begin.t) * speed_ > 2.0L * bound) return true;
        for (int i = 0; i < A; ++i)
            for (int j = A; j < N; ++j) {
                const Extended first = begin.y[i] - begin.y[j], last = end.y[i] - end.y[j];
                const long double middle = 0.5L * (dot(begin.direction, last) + dot(end.direction, first));
                if (!(dot(begin.direction, first) > bound && middle > bound && dot(end.direction, last) > bound))
                    return false;
            }
        return true;
    }

    Points<double, N> x_, dx_;
    Nearest nearest_;
    long double speed_ = 0.0L;
};

}  // namespace talweg::testing
