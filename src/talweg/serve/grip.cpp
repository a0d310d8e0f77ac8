#include "talweg/serve/grip.hpp"

#include <cmath>
#include <numeric>

#include "talweg/assembly/scatter.hpp"

namespace talweg {

Firmness firmness_for(double mass, double strength) {
    constexpr double omega = 120.0;  // 1/s: 5 % of the way are left after 0.1 s, by steps of 0.03 s too
    return {mass * omega * omega * strength, 2.0 * mass * omega * std::sqrt(strength)};
}

void Hands::pull(std::uint64_t hand, int point, const Vec3& target, const Firmness& firmness) {
    release(hand);
    holds_.push_back({hand, point, target, firmness});
}

void Hands::release(std::uint64_t hand) {
    std::erase_if(holds_, [hand](const Hold& hold) { return hold.hand == hand; });
}

HandTerm::HandTerm(std::shared_ptr<const Hands> hands, int point_count)
    : hands_(std::move(hands)), points_(static_cast<std::size_t>(point_count)) {
    std::iota(points_.begin(), points_.end(), 0);
}

double HandTerm::energy(const Configuration& at, int begin, int end) const {
    double sum = 0.0;
    for (const Hands::Hold& hold : hands_->holds())
        if (hold.point >= begin && hold.point < end) {
            const auto [stiffness, centre] = tie(hold, at);
            sum += 0.5 * stiffness * norm_squared(at.x[hold.point] - centre);
        }
    return sum;
}

EnergySum HandTerm::add_derivatives(const Configuration& at, int begin, int end, const DerivativeTarget& into) const {
    EnergySum sum;
    for (const Hands::Hold& hold : hands_->holds()) {
        if (hold.point < begin || hold.point >= end) continue;
        const auto [stiffness, centre] = tie(hold, at);
        const Vec3 d = at.x[hold.point] - centre;
        const Vec3 g = stiffness * d;
        sum += EnergySum::of_element(0.5 * dot(g, d), g.data, &at.x[hold.point], 1);
        into.gradient[hold.point] += into.scale * g;
        if (!into.hessian) continue;
        Mat3 h = Mat3::zero();
        for (int a = 0; a < 3; ++a) h(a, a) = stiffness;
        scatter<1>(h, into.scale, hold.point, &points_[hold.point], *into.hessian);
    }
    return sum;
}

ForceSize HandTerm::force_size(const Configuration& at, const Vec3* move, int element, Vec3* change) const {
    ForceSize size;
    *change = Vec3::zero();
    for (const Hands::Hold& hold : hands_->holds())
        if (hold.point == element) {
            const auto [stiffness, centre] = tie(hold, at);
            size.force += stiffness * norm(at.x[element] - centre);
            *change += stiffness * move[element];
            size.change += stiffness * norm(move[element]);
            size.rounding += 0x1p-53 * stiffness * norm(at.x[element]);
        }
    return size;
}

void Grip::add_forces(const Vec3* x, const Vec3*, int begin, int end, Vec3* f, const std::byte*) const {
    for (const Hands::Hold& hold : hands_->holds())
        if (hold.point >= begin && hold.point < end)
            f[hold.point] -= hold.firmness.stiffness * (x[hold.point] - hold.target);
}

void GripDamping::add_forces(const Vec3*, const Vec3* v, int begin, int end, Vec3* f, const std::byte*) const {
    for (const Hands::Hold& hold : hands_->holds())
        if (hold.point >= begin && hold.point < end) f[hold.point] -= hold.firmness.damping * v[hold.point];
}

}  // namespace talweg
