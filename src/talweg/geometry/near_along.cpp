#include "talweg/geometry/near_along.hpp"

#include <algorithm>
#include <queue>
#include <string>
#include <unordered_map>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

/// The edges at every point, one after another.
struct Ways {
    struct Way {
        int to;
        double length;
    };
    std::vector<std::size_t> first;
    std::vector<Way> ways;

    Ways(std::span<const Vec3> points, std::span<const std::array<int, 2>> edges) : first(points.size() + 1, 0) {
        for (const auto& [a, b] : edges) {
            ++first[a + 1];
            ++first[b + 1];
        }
        for (std::size_t p = 0; p < points.size(); ++p) first[p + 1] += first[p];
        ways.resize(2 * edges.size());
        std::vector<std::size_t> next(first.begin(), first.end() - 1);
        for (const auto& [a, b] : edges) {
            const double length = norm(points[b] - points[a]);
            ways[next[a]++] = {b, length};
            ways[next[b]++] = {a, length};
        }
    }
    std::span<const Way> from(int point) const { return {&ways[first[point]], first[point + 1] - first[point]}; }
};

}  // namespace

std::vector<std::array<int, 2>> near_along(std::span<const Vec3> points, std::span<const std::array<int, 2>> edges,
                                           double reach) {
    std::vector<std::array<int, 2>> pairs;
    if (!(reach > 0.0) || edges.empty()) return pairs;
    const Ways ways(points, edges);
    using Reached = std::pair<double, int>;
    std::unordered_map<int, double> away;  // shortest way known
    for (int start = 0; start < static_cast<int>(points.size()); ++start) {
        if (ways.first[start] == ways.first[start + 1]) continue;
        away.clear();
        away[start] = 0.0;
        std::priority_queue<Reached, std::vector<Reached>, std::greater<>> waiting;
        waiting.push({0.0, start});
        while (!waiting.empty()) {
            const auto [distance, point] = waiting.top();
            waiting.pop();
            if (distance > away[point]) continue;
            for (const auto& [to, length] : ways.from(point)) {
                const double there = distance + length;
                if (!(there < reach)) continue;
                const auto [known, fresh] = away.emplace(to, there);
                if (!fresh && !(there < known->second)) continue;
                known->second = there;
                waiting.push({there, to});
            }
            if (away.size() > most_near_along)
                throw Error("more than " + std::to_string(most_near_along) + " points lie around point " +
                            std::to_string(start) +
                            " within twice the thickness; use a coarser mesh or a smaller "
                            "contact.thickness");
        }
        const std::size_t before = pairs.size();
        for (const auto& [other, distance] : away)
            if (other > start) pairs.push_back({start, other});
        std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(before), pairs.end());
    }
    return pairs;
}

}  // namespace talweg
