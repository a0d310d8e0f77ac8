#include "talweg/step/contact_step.hpp"

#include <algorithm>
#include <cmath>

#include "talweg/model/constraints.hpp"

namespace talweg {

namespace {

constexpr double small_gap = 0.1;      // of d̂: below, barriers are too soft
constexpr double fastest_growth = 10;  // of κ in one step: what rests is lifted by its gaps, not thrown
constexpr int patient_lags = 4, most_places = 8, most_lags = 100;
constexpr double largest_growth = 1e6;  // beside the κ that was chosen first

/// By body: whether constraints act on it.
std::vector<char> constrained_bodies(const Model& model) {
    std::vector<char> bodies(model.bodies.size(), 0);
    const PointMap& stencils = model.constraints->stencils;
    for (int k = 0; k < stencils.point_count(); ++k)
        if (const auto row = stencils.row(k); !row.empty() && model.node_body[row[0].node] >= 0)
            bodies[model.node_body[row[0].node]] = 1;
    return bodies;
}

}  // namespace

double choose_kappa(const Landscape& landscape, const Nodes& c, double dt, Backend& backend) {
    const Model& model = backend.model();
    const ContactSurface& s = model.contact->surface;
    // Stiffness of the points without any contact, from the diagonal of the landscape's own Hessian.
    Landscape alone = landscape;
    alone.scale = dt * dt;
    alone.inertia = 1.0;
    backend.contact()->set_kappa(0.0);
    const System& system = backend.assemble(alone, c);
    std::vector<double> area(model.node_count(), 0.0);  // that pushes each node, through the points that follow it
    for (std::size_t k = 0; k < s.points.size(); ++k)
        if (!s.prescribed[s.points[k]])
            for (const NodeWeight& w : model.map.row(s.points[k])) area[w.node] += w.weight * s.point_area[k];
    double stiffness = 0.0, mass = 0.0, areas = 0.0, squares = 0.0;
    for (int i = 0; i < model.node_count(); ++i) {
        if (!(area[i] > 0.0) || model.node_kinds[i] != NodeKind::place) continue;
        const Mat3& block = system.hessian.values[system.hessian.pattern->diagonal(i)];
        // A rigid body gives way as a whole: by its mass alone.
        const bool rigid = model.node_body[i] >= 0 && model.bodies[model.node_body[i]].rigid;
        const double k = rigid ? model.mass.diagonal[i] : (block(0, 0) + block(1, 1) + block(2, 2)) / 3.0;
        stiffness += area[i] * k / (dt * dt);
        squares += area[i] * area[i];
        mass += model.mass.diagonal[i];
        areas += area[i];
    }
    if (!(areas > 0.0)) return 1.0;
    // b″ of the barrier is about 10/d̂² in the middle of its reach: there it is ten times as stiff as what it meets.
    // Softer ones converge no faster and leave smaller gaps.
    const double balanced = stiffness * model.contact->rules.d_hat / squares;
    const double weight = norm(model.gravity) * mass / areas;
    return std::max(balanced, weight);
}

double pressed_in(const Landscape& landscape, const Nodes& c, const ContactForces& forces, Backend& backend) {
    const Model& model = backend.model();
    const ContactSurface& s = model.contact->surface;
    const std::vector<char> constrained = constrained_bodies(model);
    const double kappa = backend.contact()->kappa();
    Landscape elastic = landscape;
    elastic.inertia = 0.0;
    elastic.scale = 1.0;
    backend.contact()->set_kappa(0.0);
    const System& system = backend.assemble(elastic, c);
    const auto compliance = [&](int point) {
        double sum = 0.0;
        for (const auto& [node, weight] : model.map.row(point)) {
            if (model.node_body[node] < 0 || !constrained[model.node_body[node]]) return 0.0;
            const Mat3& block = system.hessian.values[system.hessian.pattern->diagonal(node)];
            const double k = (block(0, 0) + block(1, 1) + block(2, 2)) / 3.0;
            if (k > 0.0) sum += weight * weight / k;
        }
        return sum;
    };
    double most = 0.0;
    for (std::size_t k = 0; k < s.points.size(); ++k)
        if (const int i = s.points[k]; !s.prescribed[i] && s.point_area[k] > 0.0)
            most = std::max(most, norm(forces.on_point[i]) * compliance(i) / std::sqrt(s.point_area[k]));
    backend.contact()->set_kappa(kappa);
    return most;
}

ContactStep::ContactStep(const Landscape& landscape, State& state, double dt, Backend& backend)
    : landscape_(landscape), dt_(dt), backend_(backend) {
    if (!backend.contact()) return;
    const Model& model = backend.model();
    const auto& fixed = model.contact->rules.kappa;
    if (fixed) state.kappa = *fixed;
    if (state.kappa == 0.0) state.kappa = state.first_kappa = choose_kappa(landscape, state.c, dt, backend);
    backend.contact()->set_kappa(state.kappa);
    if (const auto& spinning = model.contact->surface.spins; !spinning.empty()) {
        std::vector<Vec3> spins(model.contact->rules.parts(), Vec3::zero());
        for (const auto& [part, motion] : spinning)
            spins[part] = model.motions[motion].turn(state.script_time(), state.script_time() + dt) / dt;
        backend.contact()->set_spins(std::move(spins));
    }
    backend.lag_friction(landscape, state.c);
}

bool ContactStep::settled(const Nodes& c, double tolerance) {
    if (!backend_.contact()) return true;
    const int wanted = backend_.model().contact->rules.friction_lags;
    if (wanted > 0 && lags_ >= wanted) return true;
    // Renewed friction can swing between states for ever; the mean of the last few comes to rest between them, at a
    // pace that is slower by as many.
    const int places = wanted == 0 ? std::clamp(lags_ - patient_lags, 1, most_places) : 1;
    if (wanted == 0 && !before_.empty()) {
        Nodes move(c.size());
        for (std::size_t i = 0; i < c.size(); ++i) move[i] = c[i] - before_[i];
        if (places_ * backend_.point_speed(move, dt_) <= tolerance) return true;
        unsettled_ = lags_ >= most_lags;
        if (unsettled_) return true;
    }
    before_ = c;
    ++lags_;
    places_ = places;
    backend_.lag_friction(landscape_, c, places);
    return false;
}

void ContactStep::finish(const Nodes& c, State& state, Descent& descent) {
    if (!backend_.contact()) return;
    const ContactRules& rules = backend_.model().contact->rules;
    Positions& x = backend_.spare().x;
    backend_.live().follow(c, landscape_.b, x);
    descent.gap = backend_.contact()->smallest_gap(x);
    descent.friction_unsettled = unsettled_;
    descent.contact = backend_.contact()->forces(x, landscape_.x_ref, landscape_.rate);
    if (descent.led && descent.gap < rules.d_hat)
        descent.pressed = pressed_in(landscape_, c, descent.contact, backend_);
    // The gap at a given force grows in proportion to κ.
    const double wanted = small_gap * rules.d_hat / descent.gap;
    if (!rules.kappa && wanted > 1.0)
        state.kappa =
            std::min(state.kappa * std::clamp(wanted, 2.0, fastest_growth), largest_growth * state.first_kappa);
}

}  // namespace talweg
