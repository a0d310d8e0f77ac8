#include "talweg/projections/interface/liquid_density.hpp"

#include <algorithm>

namespace talweg {

namespace {

/// Σ w_a g_a²
double mobility_along(const Vec3& w, const Vec3& g) {
    return w[0] * g[0] * g[0] + w[1] * g[1] * g[1] + w[2] * g[2] * g[2];
}

/// Calls with the distance of each place of a lattice in reach, but for its middle.
template <class Function>
void each_lattice_place(double spacing, double reach, int dimension, const Function& function) {
    const int far = static_cast<int>(std::ceil(reach / spacing)), deep = dimension == 2 ? 0 : far;
    for (int i = -far; i <= far; ++i)
        for (int j = -far; j <= far; ++j)
            for (int k = -deep; k <= deep; ++k)
                if (i != 0 || j != 0 || k != 0) function(spacing * std::sqrt(double(i * i + j * j + k * k)));
}

}  // namespace

LiquidDensity::LiquidDensity(const Model& model, const ParticleMap& map, std::shared_ptr<const LiquidParticles> liquid,
                             const LiquidRule& rule)
    : liquid_(std::move(liquid)),
      rule_(rule),
      kernel_(LiquidParticles::relative_reach * liquid_->spacing, liquid_->dimension),
      beyond_(kernel_, liquid_->spacing, liquid_->dimension),
      filling_(LatticeSums(kernel_, liquid_->spacing, liquid_->dimension).filling) {
    rest_ = filling_ / liquid_->volume();
    steepness_ = spread_ = 0.0;
    each_lattice_place(liquid_->spacing, kernel_.reach(), liquid_->dimension, [&](double r) {
        const double slope = kernel_.steepness(r) * r / rest_;
        steepness_ += slope * slope;
        spread_ += kernel_.value(r) * r * r / (2.0 * liquid_->dimension);
    });
    for (const int point : liquid_->points) nodes_.push_back(map.of(point));
    const auto is_obstacle = [&](int point) {
        const int part = model.contact->surface.part[point];
        return part >= 0 && model.bodies[part].obstacle;
    };
    for (const LiquidWalls::Plane& plane : liquid_->walls.planes)
        walls_.planes.push_back({map.of(plane.origin), plane.normal});
    for (LiquidWalls::Feature feature : liquid_->walls.features) {
        if (!is_obstacle(feature.points[0])) continue;
        for (int k = 0; k < feature.count; ++k) feature.points[k] = map.of(feature.points[k]);
        walls_.features.push_back(feature);
    }
    lambda_.assign(nodes_.size(), 0.0);
    own_.assign(nodes_.size(), Vec3::zero());
}

void LiquidDensity::start(const ConstraintRule&, const Particles& particles) {
    began_.resize(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) began_[i] = particles.q[nodes_[i]];
    grid_.emplace(began_, kernel_.reach());
    near_.emplace(walls_, began_, particles.q.data(), kernel_.reach());
}

double LiquidDensity::distance(int i, const NearWall& wall, const Vec3& x) const {
    return std::max(0.0, wall.distance + dot(wall.normal, x - began_[i]));
}

LiquidDensity::Dense LiquidDensity::density(int i, const Particles& particles) const {
    const Vec3& x = particles.q[nodes_[i]];
    Dense dense{kernel_.value(0.0), 0.0, Vec3::zero()};
    for (const int j : grid_->of(i)) {
        const Vec3 apart = x - particles.q[nodes_[j]];
        const double r = norm(apart);
        const Vec3 g = gradient(apart, r);
        dense.excess += kernel_.value(r);
        dense.own += g;
        dense.mobility += mobility_along(particles.w[nodes_[j]], g);
    }
    double left = 1.0;  // of what is beyond no wall; see model/liquid.cpp
    for (const NearWall& wall : near_->of(i)) left *= 1.0 - beyond_.share(distance(i, wall, x));
    for (const NearWall& wall : near_->of(i)) {
        const double d = distance(i, wall, x);
        dense.own -= (left / (1.0 - beyond_.share(d)) * beyond_.slope(d)) * wall.normal;
    }
    dense.mobility += mobility_along(particles.w[nodes_[i]], dense.own);
    dense.excess = std::max(0.0, dense.excess / rest_ + 1.0 - left - 1.0);
    return dense;
}

double LiquidDensity::crowding(int i, int j, double r, const Particles& particles) const {
    if (rule_.artificial_pressure == 0.0) return 0.0;
    constexpr double relative_distance = 0.2;  // Δq, of the reach
    const double ratio = kernel_.value(r) / kernel_.value(relative_distance * kernel_.reach());
    const double w = 0.5 * (particles.w[nodes_[i]][0] + particles.w[nodes_[j]][0]) * steepness_;
    return w > 0.0 ? -rule_.artificial_pressure * ratio * ratio * ratio * ratio / (w * (1.0 + rule_.relaxation)) : 0.0;
}

void LiquidDensity::project(const ConstraintRule& rule, Particles& particles) {
    const int count = static_cast<int>(nodes_.size());
    parallel_pieces(count, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const Dense dense = density(i, particles);
            const double mixing = rule_.relaxation * particles.w[nodes_[i]][0] * steepness_;
            own_[i] = dense.own;
            lambda_[i] = dense.excess > 0.0 ? -rule.stiffness * dense.excess / (dense.mobility + mixing) : 0.0;
        }
    });
    std::vector<Vec3> moves(count);
    parallel_pieces(count, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const Vec3& x = particles.q[nodes_[i]];
            Vec3 push = lambda_[i] * own_[i];
            for (const int j : grid_->of(i)) {
                const Vec3 apart = x - particles.q[nodes_[j]];
                const double r = norm(apart);
                push += (lambda_[j] + crowding(i, j, r, particles)) * gradient(apart, r);
            }
            for (int a = 0; a < 3; ++a) moves[i][a] = particles.w[nodes_[i]][a] * push[a];
        }
    });
    for (int i = 0; i < count; ++i) particles.q[nodes_[i]] += moves[i];
}

double LiquidDensity::violation(const ConstraintRule&, const Particles& particles) const {
    double largest = 0.0;
    for (int i = 0; grid_ && i < static_cast<int>(nodes_.size()); ++i)
        largest = std::max(largest, density(i, particles).excess);
    return largest;
}

void LiquidDensity::smooth(const ConstraintRule& rule, const Particles& particles, Nodes& v) const {
    const std::vector<double>& mu = liquid_->viscosity;
    if (std::all_of(mu.begin(), mu.end(), [](double each) { return each == 0.0; })) return;
    const int count = static_cast<int>(nodes_.size());
    // A pair's weight is μ V W/(Σ W r²/(2 d)), N s/m; all of a particle's together change no more than half of its v.
    const double shear = liquid_->volume() / spread_;
    std::vector<Vec3> change(count);
    parallel_pieces(count, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            Vec3 sum = Vec3::zero();
            const double own = particles.w[nodes_[i]][0];
            for (const int j : grid_->of(i)) {
                const double both = mu[i] + mu[j], heavier = std::max(own, particles.w[nodes_[j]][0]);
                if (!(both > 0.0)) continue;
                const double weight = rule.h * shear * 2.0 * mu[i] * mu[j] / both;
                const double most = 0.5 / (heavier * rest_);
                sum += std::min(weight, most) * kernel_.value(norm(particles.q[nodes_[i]] - particles.q[nodes_[j]])) *
                       (v[nodes_[j]] - v[nodes_[i]]);
            }
            change[i] = own * sum;
        }
    });
    for (int i = 0; i < count; ++i) v[nodes_[i]] += change[i];
}

}  // namespace talweg
