#include "talweg/scene/build/seam.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "talweg/geometry/unique_edges.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

namespace {

std::vector<std::array<int, 2>> edges_of(const JoinedBody& body) {
    if (!body.mesh.triangles.empty()) return unique_edges(body.mesh.triangles);
    std::vector<std::array<int, 2>> edges;
    for (const char* group : {"structural", "edges"})
        if (const auto found = body.mesh.edge_groups.find(group); found != body.mesh.edge_groups.end())
            edges.insert(edges.end(), found->second.begin(), found->second.end());
    return edges;
}

/// Shares of the whole length, 0 at the first and 1 at the last point.
std::vector<double> shares(const JoinedBody& body, const std::vector<int>& border, double& length) {
    std::vector<double> at = {0.0};
    for (std::size_t k = 1; k < border.size(); ++k)
        at.push_back(at.back() + norm(body.start[border[k]] - body.start[border[k - 1]]));
    length = at.back();
    for (double& s : at) s /= length;
    return at;
}

std::size_t nearest(const std::vector<double>& at, double share) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < at.size(); ++k)
        if (std::fabs(at[k] - share) < std::fabs(at[best] - share)) best = k;
    return best;
}

}  // namespace

std::vector<int> ordered_border(const JoinedBody& body, const std::vector<int>& points) {
    std::map<int, std::vector<int>> beside;
    for (const int p : points) beside[p];
    for (const auto& [a, b] : edges_of(body))
        if (beside.contains(a) && beside.contains(b)) {
            beside[a].push_back(b);
            beside[b].push_back(a);
        }
    int start = points[0];
    for (const auto& [p, others] : beside) {
        if (others.empty() || others.size() > 2)
            throw Error("point " + std::to_string(p) + " of the border has " + std::to_string(others.size()) +
                        " neighbours in it; select points along one line of edges");
        if (others.size() == 1) start = std::min(start, p);
    }
    for (const auto& [p, others] : beside)
        if (others.size() == 1) {
            start = p;
            break;
        }
    std::vector<int> line = {start};
    int before = -1;
    while (true) {
        int next = -1;
        for (const int p : beside[line.back()])
            if (p != before && next < 0) next = p;
        if (next < 0) break;
        before = line.back();
        line.push_back(next);
        if (next == start) break;
    }
    const std::size_t visited = line.size() - (line.size() > 1 && line.back() == start ? 1 : 0);
    if (visited != points.size()) throw Error("the border falls into several lines; sew them one by one");
    return line;
}

Stitches stitch(const JoinedBody& first, const std::vector<int>& border, const JoinedBody& second,
                const std::vector<int>& other) {
    Stitches result;
    std::vector<int> turned = other;
    const auto apart = [&](const std::vector<int>& candidate) {
        double length = 0.0, sum = 0.0;
        const auto at = shares(first, border, length), there = shares(second, candidate, length);
        for (std::size_t k = 0; k < border.size(); ++k)
            sum += norm_squared(first.start[border[k]] - second.start[candidate[nearest(there, at[k])]]);
        return sum;
    };
    std::reverse(turned.begin(), turned.end());
    const std::vector<int>& facing = apart(turned) < apart(other) ? turned : other;
    const auto at = shares(first, border, result.lengths[0]), there = shares(second, facing, result.lengths[1]);
    for (std::size_t k = 0; k < border.size(); ++k) result.pairs.push_back({border[k], facing[nearest(there, at[k])]});
    for (std::size_t k = 0; k < facing.size(); ++k) result.pairs.push_back({border[nearest(at, there[k])], facing[k]});
    std::sort(result.pairs.begin(), result.pairs.end());
    result.pairs.erase(std::unique(result.pairs.begin(), result.pairs.end()), result.pairs.end());
    return result;
}

}  // namespace talweg
