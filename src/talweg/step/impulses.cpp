#include "talweg/step/impulses.hpp"

#include "talweg/model/constraints.hpp"
#include "talweg/model/joint_term.hpp"
#include "talweg/step/joint_forces.hpp"

namespace talweg {

namespace {

using OfBodies = Impulses::OfBodies;

void add_to(OfBodies& sum, const OfBodies& more) {
    sum.resize(std::max(sum.size(), more.size()));
    for (std::size_t body = 0; body < more.size(); ++body) sum[body] += more[body];
}

OfBodies scaled(double scale, OfBodies values) {
    for (Momentum& value : values) value = scale * value;
    return values;
}

/// What acts on points that are nowhere acts on the bodies whose nodes they follow; coordinates are no places at all.
void add_inner_forces(const Model& model, const Nodes& c, const Positions& f, OfBodies& on_body) {
    for (int i = model.place_count(); i < model.point_count(); ++i) {
        if (f[i] == Vec3::zero()) continue;  // most, and rows can be long
        for (const auto& [node, weight] : model.map.row(i)) {
            const int body = model.node_body[node];
            if (body < 0 || model.is_coordinate(node)) continue;
            const Vec3 force = weight * f[i];
            on_body[body] += {model.translation_share(node) * force, cross(c[node], force)};
        }
    }
}

/// Forces of everything whose effect on a body does not cancel, contact apart.
OfBodies external_forces(const Landscape& landscape, const Nodes& c, const Positions& x, Backend& backend) {
    const Model& model = backend.model();
    OfBodies on_body(model.bodies.size());
    const TermPlaces places(landscape, model, x);
    Positions& f = backend.spare().f;
    for (std::size_t t = 0; t < model.terms.size(); ++t) {
        const Term& term = *model.terms[t];
        if (term.internal() && !model.reaches_between_bodies(t)) continue;
        backend.live().clear(f);
        // Who looks around has done so for this step.
        if (const auto* seen = backend.assembler().view(t, landscape.x_ref.data()))
            seen->add_gradient(places.of(t), -landscape.factor(t), f.data());
        else
            term.add_derivatives(places.of(t), 0, term.element_count(), {f.data(), -landscape.factor(t)});
        add_point_forces(model, backend.live(), x, f, on_body);
        add_inner_forces(model, c, f, on_body);
    }
    return on_body;
}

/// What each term that stands in a joint does to the body that it is told of, N and N m about the joint.
OfBodies joint_term_forces(const Landscape& landscape, const Model& model, const Positions& x) {
    OfBodies of_terms;
    const TermPlaces places(landscape, model, x);
    Positions f;
    for (std::size_t t = 0; t < model.terms.size(); ++t) {
        const auto* term = dynamic_cast<const JointTerm*>(model.terms[t].get());
        if (!term) continue;
        f.assign(x.size(), Vec3::zero());
        term->add_derivatives(places.of(t), 0, term->element_count(), {f.data(), -landscape.factor(t)});
        Momentum sum;
        for (const int i : term->part().points) sum += {f[i], cross(x[i] - x[term->part().center], f[i])};
        of_terms.push_back(sum);
    }
    return of_terms;
}

/// What constraints exert on the nodes, N; and by row.
struct ConstraintForces {
    std::vector<double> rows;
    Nodes on_node;
};

ConstraintForces constraint_forces(const Landscape& landscape, const Nodes& c, const Nodes& gradient,
                                   Backend& backend) {
    const Model& model = backend.model();
    if (!model.constraints) return {};
    ConstraintForces forces{gradient.empty() ? backend.multipliers(landscape, c) : backend.multipliers(gradient),
                            Nodes(c.size(), Vec3::zero())};
    // E's gradient is scale times forces, and −Aᵀ λ in equilibrium: what acts on the nodes is Aᵀ λ turned round.
    for (double& row : forces.rows) row = -row / landscape.scale;
    model.constraints->add_forces(forces.rows, forces.on_node);
    return forces;
}

/// Springs, ropes and joints that can break may end at places of the world, which are points of their body that follow
/// no node: what holds those is what acts on the body.
bool holds_something(const Model& model) {
    for (const Body& body : model.bodies)
        if (!body.obstacle && !body.held.empty()) return true;
    for (const auto& term : model.terms)
        if (dynamic_cast<const JointTerm*>(term.get())) return true;
    return !model.scripts.empty();
}

/// R = g/scale along the components that are held: what keeps them there. Obstacles are held against what touches them.
/// `constraints`: what they exert on the nodes, which counts as held by them; empty: nothing.
OfBodies reactions(const Landscape& landscape, const Nodes& c, const Positions& x, const OfBodies& touching,
                   const Nodes& constraints, const Nodes& gradient, Backend& backend) {
    const Model& model = backend.model();
    OfBodies on_body(model.bodies.size());
    if (holds_something(model) || model.linkage) {
        Nodes g = gradient.empty() ? backend.gradient(landscape, c) : gradient;
        for (std::size_t i = 0; i < g.size(); ++i)
            for (int a = 0; a < 3; ++a)
                g[i][a] = (model.held_axes[i] & (1 << a)) && !(model.linkage && model.linkage->anchored[i])
                              ? g[i][a] / landscape.scale
                              : 0.0;
        for (std::size_t i = 0; i < constraints.size(); ++i)
            for (int a = 0; a < 3; ++a)
                if (model.held_axes[i] & (1 << a)) g[i][a] -= constraints[i][a];
        add_node_forces(model, c, g, on_body);
        Positions& f = backend.spare().f;
        backend.live().clear(f);
        backend.live().each([&](int begin, int end) {
            for (int i = begin; i < end; ++i)
                if (model.map.row(i).empty()) f[i] = backend.assembler().point_gradient()[i] / landscape.scale;
        });
        add_point_forces(model, backend.live(), x, f, on_body);
    }
    if (!constraints.empty()) add_node_forces(model, c, constraints, on_body);
    for (std::size_t body = 0; body < on_body.size(); ++body)
        if (model.bodies[body].obstacle) on_body[body] = touching.empty() ? Momentum{} : -1.0 * touching[body];
    return on_body;
}

}  // namespace

void Impulses::add(const Impulses& later) {
    add_to(contact, later.contact);
    add_to(friction, later.friction);
    add_to(loads, later.loads);
    add_to(holds, later.holds);
    add_to(joints, later.joints);
    add_to(in_joints, later.in_joints);
    add_to(integrator, later.integrator);
    in_constraints.resize(std::max(in_constraints.size(), later.in_constraints.size()), 0.0);
    for (std::size_t row = 0; row < later.in_constraints.size(); ++row)
        in_constraints[row] += later.in_constraints[row];
    sizes.resize(std::max(sizes.size(), later.sizes.size()), 0.0);
    for (std::size_t body = 0; body < later.sizes.size(); ++body) sizes[body] += later.sizes[body];
}

Impulses measure_impulses(const Landscape& landscape, const Nodes& c, const ContactForces& contact, double dt,
                          const Nodes& gradient, Backend& backend) {
    const Model& model = backend.model();
    Positions& x = backend.spare().x;
    backend.live().follow(c, landscape.b, x);
    Impulses impulses;
    OfBodies touching;
    if (!contact.on_point.empty()) {
        touching.resize(model.bodies.size());
        add_point_forces(model, backend.live(), x, contact.on_point, touching);
        add_torques(model, contact.on_point, touching);
        impulses.friction.resize(model.bodies.size());
        add_point_forces(model, backend.live(), x, contact.friction_on_point, impulses.friction);
        add_torques(model, contact.friction_on_point, impulses.friction);
        impulses.contact = touching;
        for (std::size_t body = 0; body < touching.size(); ++body)
            impulses.contact[body] += -1.0 * impulses.friction[body];
        impulses.sizes.resize(model.bodies.size(), 0.0);
        for (std::size_t body = 0; body < model.bodies.size(); ++body)
            for (int i = 0; i < model.bodies[body].point_count; ++i)
                impulses.sizes[body] += dt * contact.size_on_point[model.bodies[body].first_point + i];
        impulses.contact = scaled(dt, std::move(impulses.contact));
        impulses.friction = scaled(dt, std::move(impulses.friction));
    }
    impulses.loads = scaled(dt, external_forces(landscape, c, x, backend));
    ConstraintForces constraints = constraint_forces(landscape, c, gradient, backend);
    impulses.holds = scaled(dt, reactions(landscape, c, x, touching, constraints.on_node, gradient, backend));
    impulses.in_constraints = std::move(constraints.rows);
    for (double& row : impulses.in_constraints) row *= dt;
    if (model.linkage) {
        JointForces joints = measure_joint_forces(landscape, c, backend);
        add_to(impulses.holds, scaled(dt, std::move(joints.holds)));
        impulses.joints = scaled(dt, std::move(joints.on_body));
        impulses.in_joints = scaled(dt, std::move(joints.in_joint));
    }
    for (const Momentum& each : scaled(dt, joint_term_forces(landscape, model, x))) impulses.in_joints.push_back(each);
    return impulses;
}

std::vector<Momentum> taken_by_implicit_euler(const Model& model, const Nodes& v_before, const Nodes& v, double dt) {
    OfBodies taken(model.bodies.size());
    if (model.linkage) {
        const Linkage& own = *model.linkage;
        const Nodes momentum = own.mass * own.own_move(v_before), speed = own.own_move(v);
        for (std::size_t i = 0; i < speed.size(); ++i)
            if (const int body = own.node_body[i]; body >= 0 && !model.bodies[body].obstacle)
                taken[body].angular += dt * cross(speed[i], momentum[i]);
        return taken;
    }
    const Nodes momentum = model.mass * v_before;
    for (std::size_t i = 0; i < v.size(); ++i)
        if (const int body = model.node_body[i]; body >= 0 && !model.bodies[body].obstacle)
            taken[body].angular += dt * cross(v[i], momentum[i]);
    return taken;
}

std::vector<Momentum> taken_by_flight(const Model& model, const Nodes& c_before, const Nodes& v_before, const Nodes& c,
                                      const Nodes& v, const Nodes& c_tilde, double dt) {
    Nodes u(c.size());
    for (std::size_t i = 0; i < c.size(); ++i) u[i] = v[i] - (c[i] - c_tilde[i]) / dt;
    OfBodies taken = body_momenta(model, c, u);
    const OfBodies before = body_momenta(model, c_before, v_before);
    for (std::size_t body = 0; body < taken.size(); ++body)
        // What holds a body takes part in the change of a velocity that is made rigid again.
        taken[body] = {model.bodies[body].held.empty() ? Vec3::zero() : taken[body].linear - before[body].linear,
                       taken[body].angular - before[body].angular};
    return taken;
}

}  // namespace talweg
