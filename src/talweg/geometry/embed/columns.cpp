#include "talweg/geometry/embed/columns.hpp"

#include <algorithm>
#include <cmath>

namespace talweg {
namespace {

// On which side of the directed line a → b the point (x, y) lies, in the plane: ±1, never 0. The value is computed from
// the same end of an edge in both triangles that share it, and a point on the line counts as moved by (ε, ε²): so every
// column crosses a closed surface consistently.
int side(const Vec3& a, const Vec3& b, double x, double y) {
    const bool ordered = a[0] < b[0] || (a[0] == b[0] && a[1] <= b[1]);
    const Vec3 &low = ordered ? a : b, &high = ordered ? b : a;
    double value = (high[0] - low[0]) * (y - low[1]) - (high[1] - low[1]) * (x - low[0]);
    if (value == 0.0) value = low[1] - high[1];
    if (value == 0.0) value = high[0] - low[0];
    return (value > 0.0) == ordered ? 1 : -1;
}

}  // namespace

Columns::Columns(const Mesh& closed_surface, const Vec3& origin, double spacing, std::array<int, 2> counts)
    : origin_(origin), spacing_(spacing), counts_(counts), columns_(std::size_t(counts[0]) * std::size_t(counts[1])) {
    for (const auto& [a, b, c] : closed_surface.triangles)
        add({closed_surface.points[a], closed_surface.points[b], closed_surface.points[c]});
    for (auto& column : columns_)
        std::sort(column.begin(), column.end(), [](const Crossing& a, const Crossing& b) { return a.z < b.z; });
}

void Columns::add(const std::array<Vec3, 3>& t) {
    std::array<int, 2> low, high;
    for (int a = 0; a < 2; ++a) {
        const auto [least, most] = std::minmax({t[0][a], t[1][a], t[2][a]});
        low[a] = std::max(0, int(std::floor((least - origin_[a]) / spacing_ - 0.5)));
        high[a] = std::min(counts_[a] - 1, int(std::ceil((most - origin_[a]) / spacing_ - 0.5)));
    }
    const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    for (int i = low[0]; i <= high[0]; ++i)
        for (int j = low[1]; j <= high[1]; ++j) {
            const double x = origin_[0] + spacing_ * (i + 0.5), y = origin_[1] + spacing_ * (j + 0.5);
            const int turn = side(t[0], t[1], x, y);
            if (turn != side(t[1], t[2], x, y) || turn != side(t[2], t[0], x, y)) continue;
            const double z = t[0][2] - (normal[0] * (x - t[0][0]) + normal[1] * (y - t[0][1])) / normal[2];
            // A triangle seen edge-on is crossed by rounding only, within its own extent.
            const auto [least, most] = std::minmax({t[0][2], t[1][2], t[2][2]});
            const double inside = std::isfinite(z) ? std::clamp(z, least, most) : least;
            columns_[std::size_t(i) * std::size_t(counts_[1]) + std::size_t(j)].push_back({inside, -turn});
        }
}

std::vector<int> Columns::windings(int i, int j, int k_begin, int k_end) const {
    const auto& column = columns_[std::size_t(i) * std::size_t(counts_[1]) + std::size_t(j)];
    std::vector<int> windings;
    int winding = 0;
    std::size_t passed = 0;
    for (int k = k_begin; k < k_end; ++k) {
        const double z = origin_[2] + spacing_ * (k + 0.5);
        for (; passed < column.size() && column[passed].z <= z; ++passed) winding += column[passed].sign;
        windings.push_back(winding);
    }
    return windings;
}

}  // namespace talweg
