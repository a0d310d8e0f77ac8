#include "talweg/model/gravitation.hpp"

#include <algorithm>

#include "talweg/math/pack.hpp"

namespace talweg {

Gravitation::Gravitation(std::vector<int> points, std::vector<double> masses, double constant, double softening)
    : points_(std::move(points)),
      masses_(std::move(masses)),
      constant_(constant),
      softening_squared_(softening * softening) {}

template <class Function>
void Gravitation::for_pulls(const Vec3* x, int begin, int end, const Function& function) const {
    const int count = element_count();
    for (int first = begin; first < end; first += Pack::lanes) {
        const int here = std::min(Pack::lanes, end - first);
        Pack at[3], force[3] = {0.0, 0.0, 0.0}, energy = 0.0;
        for (int lane = 0; lane < Pack::lanes; ++lane)
            for (int a = 0; a < 3; ++a) at[a].set(lane, x[points_[first + std::min(lane, here - 1)]][a]);
        for (int j = 0; j < count; ++j) {
            const Vec3& other = x[points_[j]];
            const Pack d[3] = {Pack(other[0]) - at[0], Pack(other[1]) - at[1], Pack(other[2]) - at[2]};
            const Pack apart = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            // Points in one place, and each with itself, do not pull.
            const Pack square = select(apart > Pack(0.0), apart + Pack(softening_squared_), Pack(1.0));
            const Pack mass = select(apart > Pack(0.0), Pack(masses_[j]), Pack(0.0));
            const Pack by_distance = mass / sqrt(square), pull = by_distance / square;
            energy += by_distance;
            for (int a = 0; a < 3; ++a) force[a] += pull * d[a];
        }
        for (int lane = 0; lane < here; ++lane) {
            const double scale = constant_ * masses_[first + lane];
            function(first + lane,
                     Pull{scale * Vec3{force[0][lane], force[1][lane], force[2][lane]}, -scale * energy[lane]});
        }
    }
}

double Gravitation::energy(const Configuration& at, int begin, int end) const {
    double sum = 0.0;
    for_pulls(at.x_ref, begin, end, [&](int e, const Pull& pull) {
        sum += 0.5 * pull.energy - dot(pull.force, at.x[points_[e]] - at.x_ref[points_[e]]);
    });
    return sum;
}

EnergySum Gravitation::add_derivatives(const Configuration& at, int begin, int end,
                                       const DerivativeTarget& into) const {
    EnergySum sum;
    for_pulls(at.x_ref, begin, end, [&](int e, const Pull& pull) {
        const Vec3 gradient = -pull.force, &x = at.x[points_[e]];
        const double energy = 0.5 * pull.energy - dot(pull.force, x - at.x_ref[points_[e]]);
        sum += EnergySum::of_element(energy, gradient.data, &x, 1);
        into.gradient[points_[e]] += into.scale * gradient;
    });
    return sum;
}

ForceSize Gravitation::force_size(const Configuration& at, const Vec3*, int element, Vec3* change) const {
    ForceSize size;
    for_pulls(at.x_ref, element, element + 1, [&](int, const Pull& pull) { size.force = norm(pull.force); });
    *change = Vec3::zero();
    return size;
}

void Gravitation::add_forces(const Vec3* x, const Vec3*, int begin, int end, Vec3* f, const std::byte*) const {
    for_pulls(x, begin, end, [&](int e, const Pull& pull) { f[points_[e]] += pull.force; });
}

}  // namespace talweg
