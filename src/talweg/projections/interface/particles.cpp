#include "talweg/projections/interface/particles.hpp"

#include "talweg/math/error.hpp"

namespace talweg {

ParticleMap::ParticleMap(const Model& model)
    : node_count_(model.node_count()), of_point_(model.point_count(), -1), w_(model.node_count(), Vec3::zero()) {
    if (!model.mass.is_diagonal())
        throw Error(
            "position_based, xpbd and projective_dynamics move points with a mass of their own each: they take no "
            "rigid "
            "or affine bodies and no \"mass\": \"consistent\"; use implicit_euler for these");
    for (int i = 0; i < node_count_; ++i)
        for (int a = 0; a < 3; ++a)
            if (!(model.held_axes[i] & (1 << a))) w_[i][a] = 1.0 / model.mass.diagonal[i];
    for (int point = 0; point < model.point_count(); ++point) {
        const int node = model.map.single_node(point);
        if (node >= 0 && model.b[point] == Vec3::zero()) of_point_[point] = node;
        if (!model.map.row(point).empty()) continue;
        of_point_[point] = particle_count();
        alone_.push_back(point);
        w_.push_back(Vec3::zero());
    }
}

void ParticleMap::place(const Model& model, const Nodes& c, double script_time, Particles& particles) const {
    particles.q = c;
    particles.w = w_;
    if (alone_.empty()) return;
    Positions b;
    prescribed_points(model, script_time, b);
    for (const int point : alone_) particles.q.push_back(b[point]);
}

}  // namespace talweg
