#include "talweg/model/constraints.hpp"

#include <algorithm>
#include <cmath>

namespace talweg {

int Constraints::add_row(int stencil, const Vec3& direction, double value) {
    parts.push_back({row_count(), stencil, direction});
    values.push_back(value);
    return row_count() - 1;
}

std::vector<double> Constraints::at(double time) const {
    std::vector<double> d = values;
    for (const auto& drive : drives) drive->add(time, d);
    return d;
}

std::vector<double> Constraints::of(const Nodes& c) const {
    Positions sums;
    follow_move(stencils, c, sums);
    std::vector<double> rows(values.size(), 0.0);
    for (const Part& part : parts) rows[part.row] += dot(part.direction, sums[part.stencil]);
    return rows;
}

std::vector<double> Constraints::lack(const Nodes& c, double time) const {
    constexpr double roundings = 16.0 * 0x1p-53;
    std::vector<double> rows = at(time), sizes(values.size(), 0.0);
    const std::vector<double> now = of(c);
    double farthest = 0.0;
    for (const Vec3& x : c) farthest = std::max(farthest, norm(x));
    std::vector<double> of_stencil(stencils.point_count(), 0.0);  // rows of all axes share it
    for (int s = 0; s < stencils.point_count(); ++s)
        for (const auto& [node, weight] : stencils.row(s)) of_stencil[s] += std::fabs(weight);
    for (const Part& part : parts) sizes[part.row] += of_stencil[part.stencil] * norm(part.direction) * farthest;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        rows[r] -= now[r];
        if (std::fabs(rows[r]) <= roundings * sizes[r]) rows[r] = 0.0;
    }
    return rows;
}

void Constraints::add_forces(std::span<const double> multipliers, Nodes& f) const {
    Positions pulls(stencils.point_count(), Vec3::zero());
    for (const Part& part : parts) pulls[part.stencil] += multipliers[part.row] * part.direction;
    for (int s = 0; s < stencils.point_count(); ++s)
        for (const auto& [node, weight] : stencils.row(s)) f[node] += weight * pulls[s];
}

double Constraints::miss(const Nodes& c, const std::vector<double>& d) const {
    const std::vector<double> now = of(c);
    std::vector<double> squares(values.size(), 0.0);
    for (const Part& part : parts)
        for (const auto& [node, weight] : stencils.row(part.stencil))
            squares[part.row] += weight * weight * norm_squared(part.direction);
    double largest = 0.0;
    for (std::size_t r = 0; r < now.size(); ++r)
        largest = std::max(largest, std::fabs(now[r] - d[r]) / std::sqrt(squares[r]));
    return largest;
}

}  // namespace talweg
