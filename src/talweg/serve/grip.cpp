#include "talweg/serve/grip.hpp"

#include <algorithm>
#include <numbers>
#include <numeric>

#include "talweg/assembly/scatter.hpp"

namespace talweg {

Grip::Grip(int point_count) : points_(static_cast<std::size_t>(point_count)) {
    std::iota(points_.begin(), points_.end(), 0);
}

void Grip::pull(std::uint64_t hand, int point, const Vec3& target, double stiffness) {
    release(hand);
    pulls_.push_back({hand, point, target, stiffness});
}

void Grip::release(std::uint64_t hand) {
    std::erase_if(pulls_, [hand](const Pull& pull) { return pull.hand == hand; });
}

double Grip::energy(const Configuration& at, int begin, int end) const {
    double sum = 0.0;
    for (const Pull& pull : pulls_)
        if (pull.point >= begin && pull.point < end)
            sum += 0.5 * pull.stiffness * norm_squared(at.x[pull.point] - pull.target);
    return sum;
}

EnergySum Grip::add_derivatives(const Configuration& at, int begin, int end, const DerivativeTarget& into) const {
    EnergySum sum;
    for (const Pull& pull : pulls_) {
        if (pull.point < begin || pull.point >= end) continue;
        const Vec3 d = at.x[pull.point] - pull.target;
        const Vec3 g = pull.stiffness * d;
        sum += EnergySum::of_element(0.5 * dot(g, d), g.data, &at.x[pull.point], 1);
        into.gradient[pull.point] += into.scale * g;
        if (!into.hessian) continue;
        Mat3 h = Mat3::zero();
        for (int a = 0; a < 3; ++a) h(a, a) = pull.stiffness;
        scatter<1>(h, into.scale, pull.point, &points_[pull.point], *into.hessian);
    }
    return sum;
}

ForceSize Grip::force_size(const Configuration& at, const Vec3* move, int element, Vec3* change) const {
    ForceSize size;
    *change = Vec3::zero();
    for (const Pull& pull : pulls_)
        if (pull.point == element) {
            size.force += pull.stiffness * norm(at.x[element] - pull.target);
            *change += pull.stiffness * move[element];
            size.change += pull.stiffness * norm(move[element]);
            size.rounding += 0x1p-53 * pull.stiffness * norm(at.x[element]);
        }
    return size;
}

void Grip::add_forces(const Vec3* x, const Vec3*, int begin, int end, Vec3* f, const std::byte*) const {
    for (const Pull& pull : pulls_)
        if (pull.point >= begin && pull.point < end) f[pull.point] -= pull.stiffness * (x[pull.point] - pull.target);
}

double grip_stiffness(const Body& body) {
    constexpr double frequency = 2.0 * std::numbers::pi * 3.0;
    return body.mass * frequency * frequency;
}

}  // namespace talweg
