#include "talweg/step/contact_step.hpp"

#include <algorithm>

namespace talweg {

namespace {

constexpr double small_gap = 0.1;  // of d̂: below, barriers are too soft

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
    double stiffness = 0.0, mass = 0.0, area = 0.0;
    for (std::size_t k = 0; k < s.points.size(); ++k) {
        const int node = model.map.single_node(s.points[k]);
        if (node < 0 || s.prescribed[s.points[k]]) continue;
        const Mat3& block = system.hessian.values[system.hessian.pattern->diagonal(node)];
        stiffness += (block(0, 0) + block(1, 1) + block(2, 2)) / (3.0 * dt * dt);
        mass += model.mass.diagonal[node];
        area += s.point_area[k];
    }
    if (!(area > 0.0)) return 1.0;
    // b″ of the barrier is about 10/d̂² in the middle of its reach: there it is ten times as stiff as what it meets.
    // Softer ones converge no faster and leave smaller gaps.
    const double balanced = stiffness * model.contact->rules.d_hat / area;
    const double weight = norm(model.gravity) * mass / area;
    return std::max(balanced, weight);
}

ContactStep::ContactStep(const Landscape& landscape, State& state, double dt, Backend& backend)
    : landscape_(landscape), dt_(dt), backend_(backend) {
    if (!backend.contact()) return;
    const auto& fixed = backend.model().contact->rules.kappa;
    if (fixed) state.kappa = *fixed;
    if (state.kappa == 0.0) state.kappa = choose_kappa(landscape, state.c, dt, backend);
    backend.contact()->set_kappa(state.kappa);
    backend.lag_friction(landscape, state.c);
}

bool ContactStep::settled(const Nodes& c, double tolerance) {
    if (!backend_.contact()) return true;
    const int wanted = backend_.model().contact->rules.friction_lags;
    if (wanted > 0 && lags_ >= wanted) return true;
    if (wanted == 0 && !before_.empty()) {
        Nodes move(c.size());
        for (std::size_t i = 0; i < c.size(); ++i) move[i] = c[i] - before_[i];
        if (backend_.point_speed(move, dt_) <= tolerance || lags_ >= 100) return true;
    }
    before_ = c;
    ++lags_;
    backend_.lag_friction(landscape_, c);
    return false;
}

void ContactStep::finish(const Nodes& c, State& state, Descent& descent) {
    if (!backend_.contact()) return;
    const ContactRules& rules = backend_.model().contact->rules;
    Positions x;
    follow(backend_.model().map, c, landscape_.b, x);
    descent.gap = backend_.contact()->smallest_gap(x);
    descent.contact = backend_.contact()->forces(x, landscape_.x_ref, landscape_.rate);
    if (!rules.kappa && descent.gap < small_gap * rules.d_hat) state.kappa *= 2.0;
}

}  // namespace talweg
