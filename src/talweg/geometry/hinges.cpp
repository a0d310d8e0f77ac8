#include "talweg/geometry/hinges.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "talweg/math/error.hpp"

namespace talweg {

std::vector<std::array<int, 4>> find_hinges(std::span<const std::array<int, 3>> triangles) {
    struct Side {
        std::array<int, 2> edge;
        int triangle, apex;
    };
    std::vector<Side> sides;
    sides.reserve(3 * triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (int k = 0; k < 3; ++k) {
            const int a = triangles[t][k], b = triangles[t][(k + 1) % 3];
            sides.push_back({{std::min(a, b), std::max(a, b)}, static_cast<int>(t), triangles[t][(k + 2) % 3]});
        }
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
        return a.edge != b.edge ? a.edge < b.edge : a.triangle < b.triangle;
    });
    std::vector<std::array<int, 4>> hinges;
    for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
        if (sides[i].edge != sides[i + 1].edge) continue;
        if (i + 2 < sides.size() && sides[i].edge == sides[i + 2].edge)
            throw Error(fmt::format(
                "the triangles {}, {} and {} share the edge between points {} and {}; at most two "
                "triangles may, so cut the sheets apart there",
                sides[i].triangle, sides[i + 1].triangle, sides[i + 2].triangle, sides[i].edge[0], sides[i].edge[1]));
        hinges.push_back({sides[i].edge[0], sides[i].edge[1], sides[i].apex, sides[i + 1].apex});
    }
    return hinges;
}

}  // namespace talweg
