#include "talweg/scene/build/unfolded_rest.hpp"

#include <algorithm>

namespace talweg {

UnfoldedRest::UnfoldedRest(std::span<const std::array<int, 3>> triangles, std::span<const std::array<Vec3, 3>> rest)
    : triangles_(triangles), rest_(rest) {
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        std::array<int, 3> key = triangles[t];
        std::sort(key.begin(), key.end());
        number_.emplace(key, t);
    }
}

std::array<Vec3, 3> UnfoldedRest::corners(int a, int b, int c) const {
    std::array<int, 3> key = {a, b, c};
    std::sort(key.begin(), key.end());
    const std::size_t t = number_.at(key);
    const auto of_point = [&](int point) {
        const auto& triangle = triangles_[t];
        return rest_[t][std::find(triangle.begin(), triangle.end(), point) - triangle.begin()];
    };
    return {of_point(a), of_point(b), of_point(c)};
}

Vec3 UnfoldedRest::across(const Vec3& from, const Vec3& to, const Vec3& side,
                          const std::array<Vec3, 3>& triangle) const {
    const Vec3 edge = triangle[1] - triangle[0], apex = triangle[2] - triangle[0];
    const double part = dot(apex, edge) / norm_squared(edge), height = norm(apex - part * edge);
    const Vec3 laid = to - from, inward = side - from - dot(side - from, laid) / norm_squared(laid) * laid;
    return from + part * laid - height / norm(inward) * inward;
}

Points<double, 4> UnfoldedRest::of(std::span<const int, 4> points) const {
    const auto [from, to, apex] = corners(points[0], points[1], points[2]);
    return {{from, to, apex, across(from, to, apex, corners(points[0], points[1], points[3]))}};
}

Points<double, 12> UnfoldedRest::of(std::span<const int, 12> points) const {
    Points<double, 12> x;
    const auto own = corners(points[0], points[1], points[2]);
    for (int k = 0; k < 3; ++k) x[k] = own[k];
    for (int e = 0; e < PlatePatch::hinge_count; ++e) {
        const PlatePatch::Hinge h = PlatePatch::hinge(e);
        // At a border the point itself stands for what would be across.
        x[h.other] = x[h.apex];
        if (points[h.other] != points[h.apex])
            x[h.other] = across(x[h.from], x[h.to], x[h.apex], corners(points[h.from], points[h.to], points[h.other]));
    }
    return x;
}

}  // namespace talweg
