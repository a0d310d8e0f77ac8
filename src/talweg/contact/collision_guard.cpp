#include "talweg/contact/collision_guard.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talweg/contact/contact_kinds.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

/// The smallest function(pair) of a list, at most `limit`.
template <class Function>
double smallest(const std::vector<Candidates::Pair>& pairs, double limit, const Interruption& interruption,
                const Function& function) {
    constexpr int grain = 128;
    std::vector<double> parts;
    interruptible_blocks(static_cast<int>(pairs.size()), interruption, [&](int first, int last) {
        parts.assign((last - first + grain - 1) / grain, limit);
        parallel_each(0, static_cast<int>(parts.size()), [&](int piece) {
            for (int k = first + piece * grain; k < std::min(last, first + (piece + 1) * grain); ++k)
                parts[piece] = std::min(parts[piece], function(pairs[k]));
        });
        for (const double part : parts) limit = std::min(limit, part);
    });
    return limit;
}

/// What is free between the features of a pair, thickness subtracted.
template <class Kind>
double gap_of(const ContactSurface& s, const Candidates::Pair& pair, const Positions& x) {
    const auto points = Kind::points(s, pair);
    return Kind::distance(s, pair, gathered(x, points)) - Kind::thickness(s, points);
}

template <class Kind>
double safe_step_of(const ContactSurface& s, const Candidates::Pair& pair, const Positions& x, const Positions& dx) {
    const auto points = Kind::points(s, pair);
    return Kind::safe_step(s, pair, gathered(x, points), gathered(dx, points), Kind::thickness(s, points), gap_left);
}

template <class Kind>
Gap features_of(const ContactSurface& s, const Candidates::Pair& pair) {
    Gap gap{{-1, -1}, {-1, -1, -1}};
    const auto points = Kind::points(s, pair);
    constexpr int first = Kind::first_count;
    std::copy(points.begin(), points.begin() + first, gap.first.begin());
    std::copy(points.begin() + first, points.end(), gap.second.begin());
    return gap;
}

}  // namespace

double largest_safe_step(const ContactWorld& world, const Candidates& candidates, const Positions& x,
                         const Positions& dx, const Interruption& interruption) {
    double limit = 1.0;
    each_contact_kind([&]<class Kind>(const Kind&) {
        limit = smallest(candidates.*Kind::candidates, limit, interruption,
                         [&](const Candidates::Pair& pair) { return safe_step_of<Kind>(world.surface, pair, x, dx); });
    });
    return limit;
}

std::vector<double> largest_safe_steps(const ContactWorld& world, const Candidates& candidates, const Positions& x,
                                       const Positions& dx, const std::vector<int>& piece_of_point, int pieces,
                                       const Interruption& interruption) {
    std::vector<double> limits(pieces, 1.0), steps;
    each_contact_kind([&]<class Kind>(const Kind&) {
        const std::vector<Candidates::Pair>& pairs = candidates.*Kind::candidates;
        steps.resize(pairs.size());
        interruptible_blocks(static_cast<int>(pairs.size()), interruption, [&](int first, int last) {
            parallel_pieces(last - first, [&](int begin, int end) {
                for (int k = first + begin; k < first + end; ++k)
                    steps[k] = safe_step_of<Kind>(world.surface, pairs[k], x, dx);
            });
        });
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            if (steps[k] == 1.0) continue;
            for (const int point : Kind::points(world.surface, pairs[k]))
                if (const int piece = piece_of_point[point]; piece >= 0)
                    limits[piece] = std::min(limits[piece], steps[k]);
        }
    });
    return limits;
}

double smallest_gap(const ContactWorld& world, const Candidates& candidates, const Positions& x,
                    const Interruption& interruption) {
    double least = std::numeric_limits<double>::infinity();
    each_contact_kind([&]<class Kind>(const Kind&) {
        least = smallest(candidates.*Kind::candidates, least, interruption,
                         [&](const Candidates::Pair& pair) { return gap_of<Kind>(world.surface, pair, x); });
    });
    return least;
}

bool is_clearly_safe(const ContactWorld& world, const ContactSet& contacts, const Positions& x, double farthest) {
    // Two features come nearer by no more than both go. Rounding of places is far below a thousandth of gaps that
    // count.
    const double enough = 2.0 * farthest / (1.0 - gap_left);
    const auto scale_of = [](const auto& element) -> const BarrierScale& {
        if constexpr (requires { element.scale; })
            return element.scale;
        else
            return element;
    };
    bool safe = enough <= world.rules.d_hat;
    each_contact_kind([&]<class Kind>(const Kind&) {
        const auto& list = contacts.*Kind::contacts;
        constexpr int n = static_cast<int>(std::tuple_size_v<decltype(Kind::points(world.surface, {}))>);
        for (int e = 0; safe && e < list.size(); ++e) {
            const Points<double, n> places = gathered<n>(x, list.points.data() + n * e);
            const double gap =
                norm(Kind::place(places, list.elements[e]).apart) - std::sqrt(scale_of(list.elements[e]).floor);
            safe = gap * (1.0 - 1e-3) >= enough + 1e3 * rounding_of_places(places, places);
        }
    });
    return safe;
}

std::vector<Gap> gaps_below(double limit, const ContactWorld& world, const Candidates& candidates, const Positions& x) {
    std::vector<Gap> found;
    each_contact_kind([&]<class Kind>(const Kind&) {
        for (const Candidates::Pair& pair : candidates.*Kind::candidates)
            if (const double gap = gap_of<Kind>(world.surface, pair, x); gap < limit) {
                found.push_back(features_of<Kind>(world.surface, pair));
                found.back().gap = gap;
            }
    });
    return found;
}

}  // namespace talweg
