#include "talweg/projections/interface/matched_shapes.hpp"

#include <algorithm>

namespace talweg {

MatchedShapes::MatchedShapes(const ParticleMap& map, const std::vector<MatchedShape>& shapes) {
    for (const MatchedShape& shape : shapes) {
        Shape each{shape, {}, std::vector<Vec3>(shape.mass.size(), Vec3::zero())};
        for (std::size_t i = 0; i < shape.mass.size(); ++i)
            each.particles.push_back(map.of(shape.first_point + static_cast<int>(i)));
        shapes_.push_back(std::move(each));
    }
}

MatchedShape::Fit MatchedShapes::fit(const Shape& each, const Particles& particles) {
    return each.shape.fit([&](std::size_t i) { return particles.q[each.particles[i]]; });
}

double MatchedShapes::softness(const ConstraintRule& rule, const MatchedShape& shape, std::size_t i) {
    return rule.compliant ? 1.0 / (shape.stiffness * shape.mass[i] * rule.h * rule.h) : 0.0;
}

void MatchedShapes::start(const ConstraintRule&, const Particles&) {
    for (Shape& each : shapes_) std::fill(each.lambda.begin(), each.lambda.end(), Vec3::zero());
}

void MatchedShapes::project(const ConstraintRule& rule, Particles& particles) {
    parallel_each(0, static_cast<int>(shapes_.size()), [&](int s) {
        Shape& each = shapes_[s];
        const MatchedShape::Fit fitted = fit(each, particles);
        for (std::size_t i = 0; i < each.particles.size(); ++i) {
            Vec3 &x = particles.q[each.particles[i]], &lambda = each.lambda[i];
            const Vec3& w = particles.w[each.particles[i]];
            const Vec3 away = x - each.shape.goal(fitted, i);
            const double soft = softness(rule, each.shape, i);
            for (int a = 0; a < 3; ++a) {
                if (!(w[a] > 0.0)) continue;
                const double change =
                    (rule.compliant ? 1.0 : rule.stiffness) * (-away[a] - soft * lambda[a]) / (w[a] + soft);
                lambda[a] += change;
                x[a] += w[a] * change;
            }
        }
    });
}

double MatchedShapes::violation(const ConstraintRule& rule, const Particles& particles) const {
    double largest = 0.0;
    for (const Shape& each : shapes_) {
        const MatchedShape::Fit fitted = fit(each, particles);
        for (std::size_t i = 0; i < each.particles.size(); ++i) {
            const Vec3 left = particles.q[each.particles[i]] - each.shape.goal(fitted, i) +
                              softness(rule, each.shape, i) * each.lambda[i];
            for (int a = 0; a < 3; ++a)
                if (particles.w[each.particles[i]][a] > 0.0) largest = std::max(largest, std::fabs(left[a]));
        }
    }
    return largest;
}

}  // namespace talweg
