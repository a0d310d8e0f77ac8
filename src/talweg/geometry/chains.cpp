#include "talweg/geometry/chains.hpp"

#include <cmath>
#include <map>
#include <string>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

struct End {
    int other, edge;
};

Vec3 unit(const Vec3& v) { return v / norm(v); }

Vec3 tangent(const Chain& chain, std::span<const Vec3> points, int edge) {
    const auto [a, b] = chain.edge(edge);
    const Vec3 along = points[b] - points[a];
    if (!std::isnormal(norm_squared(along)))
        throw Error("points " + std::to_string(a) + " and " + std::to_string(b) +
                    " of a line are at the same place; leave one of them out");
    return unit(along);
}

/// w, across a, carried to b.
Vec3 carried(const Vec3& w, const Vec3& a, const Vec3& b, int point) {
    const double wide = 1.0 + dot(a, b);
    if (!(wide > 1e-9))
        throw Error("a line folds back on itself at point " + std::to_string(point) + "; draw it with a rounder bend");
    const Vec3 turned = w - (dot(b, w) / wide) * (a + b);
    return unit(turned - dot(turned, b) * b);
}

Vec3 turned_about(const Vec3& axis, const Vec3& w, double angle) {
    return std::cos(angle) * w + std::sin(angle) * cross(axis, w);
}

}  // namespace

std::vector<Chain> find_chains(std::span<const std::array<int, 2>> edges) {
    std::map<int, std::vector<End>> ends;
    for (std::size_t e = 0; e < edges.size(); ++e) {
        ends[edges[e][0]].push_back({edges[e][1], static_cast<int>(e)});
        ends[edges[e][1]].push_back({edges[e][0], static_cast<int>(e)});
    }
    for (const auto& [point, from] : ends) {
        if (from.size() > 2)
            throw Error("a line forks at point " + std::to_string(point) + ", where " + std::to_string(from.size()) +
                        " edges meet; rods do not fork: make each branch a body of its own");
        if (from.size() == 2 && from[0].other == from[1].other)
            throw Error("the edge between points " + std::to_string(point) + " and " + std::to_string(from[0].other) +
                        " is there twice; leave one of them out");
    }
    std::vector<char> walked(edges.size(), 0);
    std::vector<Chain> chains;
    for (const bool closed : {false, true})
        for (const auto& [start, from] : ends) {
            if ((from.size() == 2) != closed || walked[from[0].edge]) continue;
            Chain& chain = chains.emplace_back();
            chain.closed = closed;
            int point = start;
            const End* next = &from[0];
            while (next) {
                chain.points.push_back(point);
                walked[next->edge] = 1;
                point = next->other;
                const End* onward = nullptr;
                for (const End& end : ends[point])
                    if (!walked[end.edge]) onward = &end;
                next = onward;
            }
            if (!closed || point != start) chain.points.push_back(point);
        }
    return chains;
}

namespace {

/// Carried from edge to edge, whatever comes back.
std::vector<Vec3> carried_along(const Chain& chain, const std::vector<Vec3>& tangents, const Vec3& axis) {
    std::vector<Vec3> directors(tangents.size());
    Vec3 across = axis - dot(axis, tangents[0]) * tangents[0];
    for (int a = 0; a < 3 && !(norm(across) > 1e-6 * norm(axis)); ++a) {
        across = -tangents[0][a] * tangents[0];
        across[a] += 1.0;
    }
    directors[0] = unit(across);
    for (std::size_t k = 1; k < tangents.size(); ++k)
        directors[k] = carried(directors[k - 1], tangents[k - 1], tangents[k], chain.points[k]);
    return directors;
}

std::vector<Vec3> tangents_of(const Chain& chain, std::span<const Vec3> points) {
    std::vector<Vec3> tangents(chain.edge_count());
    for (int k = 0; k < chain.edge_count(); ++k) tangents[k] = tangent(chain, points, k);
    return tangents;
}

double missing(const Chain& chain, const std::vector<Vec3>& tangents, const std::vector<Vec3>& directors) {
    const Vec3 back = carried(directors.back(), tangents.back(), tangents[0], chain.points[0]);
    return std::atan2(dot(tangents[0], cross(back, directors[0])), dot(back, directors[0]));
}

}  // namespace

double missing_turn(const Chain& chain, std::span<const Vec3> points) {
    if (!chain.closed) return 0.0;
    const std::vector<Vec3> tangents = tangents_of(chain, points);
    return missing(chain, tangents, carried_along(chain, tangents, {0.0, 1.0, 0.0}));
}

std::vector<Vec3> carried_directors(const Chain& chain, std::span<const Vec3> points, const Vec3& axis) {
    const std::vector<Vec3> tangents = tangents_of(chain, points);
    std::vector<Vec3> directors = carried_along(chain, tangents, axis);
    if (!chain.closed) return directors;
    const double gap = missing(chain, tangents, directors);
    for (std::size_t k = 0; k < directors.size(); ++k)
        directors[k] = turned_about(tangents[k], directors[k], gap * static_cast<double>(k) / directors.size());
    return directors;
}

}  // namespace talweg
