#include "talweg/geometry/hinges.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

/// A triangle's edge, lower number first, and the corner across from it.
struct Side {
    std::array<int, 2> edge;
    int triangle, corner;
};

/// Calls visit(one, other) for the two sides of every edge of two triangles, in ascending order of edges.
template <class Visit>
void for_each_pair(std::span<const std::array<int, 3>> triangles, const Visit& visit) {
    std::vector<Side> sides;
    sides.reserve(3 * triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (int k = 0; k < 3; ++k) {
            const int a = triangles[t][(k + 1) % 3], b = triangles[t][(k + 2) % 3];
            sides.push_back({{std::min(a, b), std::max(a, b)}, static_cast<int>(t), k});
        }
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
        return a.edge != b.edge ? a.edge < b.edge : a.triangle < b.triangle;
    });
    for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
        if (sides[i].edge != sides[i + 1].edge) continue;
        if (i + 2 < sides.size() && sides[i].edge == sides[i + 2].edge)
            throw Error(fmt::format(
                "the triangles {}, {} and {} share the edge between points {} and {}; at most two "
                "triangles may, so cut the sheets apart there",
                sides[i].triangle, sides[i + 1].triangle, sides[i + 2].triangle, sides[i].edge[0], sides[i].edge[1]));
        visit(sides[i], sides[i + 1]);
    }
}

}  // namespace

std::vector<std::array<int, 4>> find_hinges(std::span<const std::array<int, 3>> triangles) {
    std::vector<std::array<int, 4>> hinges;
    for_each_pair(triangles, [&](const Side& one, const Side& other) {
        hinges.push_back(
            {one.edge[0], one.edge[1], triangles[one.triangle][one.corner], triangles[other.triangle][other.corner]});
    });
    return hinges;
}

std::vector<std::array<int, 12>> find_patches(std::span<const std::array<int, 3>> triangles) {
    struct Neighbour {
        int triangle = -1, corner = 0;  // and which of its corners lies across
    };
    std::vector<std::array<Neighbour, 3>> neighbours(triangles.size());
    for_each_pair(triangles, [&](const Side& one, const Side& other) {
        neighbours[one.triangle][one.corner] = {other.triangle, other.corner};
        neighbours[other.triangle][other.corner] = {one.triangle, one.corner};
    });
    // What lies across from a corner of a triangle, or the corner itself.
    const auto across = [&](int triangle, int corner) {
        const Neighbour n = neighbours[triangle][corner];
        return n.triangle < 0 ? triangles[triangle][corner] : triangles[n.triangle][n.corner];
    };
    std::vector<std::array<int, 12>> patches;
    for (int t = 0; t < static_cast<int>(triangles.size()); ++t) {
        const auto& own = triangles[t];
        std::array<int, 12> patch = {own[0], own[1], own[2]};
        for (int i = 0; i < 3; ++i) {
            patch[3 + i] = across(t, i);
            const Neighbour n = neighbours[t][i];
            for (int further : {2, 1}) {
                const int point = own[(i + further) % 3];
                int& place = patch[8 + 2 * i - further];
                place = point;
                for (int k = 0; n.triangle >= 0 && k < 3; ++k)
                    if (triangles[n.triangle][k] == point) place = across(n.triangle, k);
            }
        }
        patches.push_back(patch);
    }
    return patches;
}

}  // namespace talweg
