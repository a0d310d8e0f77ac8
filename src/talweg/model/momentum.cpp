#include "talweg/model/momentum.hpp"

#include "talweg/model/linkage.hpp"

namespace talweg {

std::vector<Momentum> body_momenta(const Model& model, const Nodes& c, const Nodes& v) {
    std::vector<Momentum> momenta(model.bodies.size());
    if (model.linkage) {
        const Linkage& own = *model.linkage;
        add_own_forces(model, own.own(c), own.mass * own.own_move(v), momenta);
    } else {
        add_node_forces(model, c, model.mass * v, momenta);
    }
    if (model.contact && !model.contact->surface.grains.empty()) {
        Positions of_point;
        follow_move(model.map, model.mass * v, of_point);
        add_torques(model, of_point, momenta);
    }
    for (std::size_t body = 0; body < momenta.size(); ++body)
        if (model.bodies[body].obstacle) momenta[body] = {};
    return momenta;
}

void add_node_forces(const Model& model, const Nodes& c, const Nodes& f, std::vector<Momentum>& on_body) {
    for (int i = 0; i < model.node_count(); ++i) {
        if (model.node_body[i] < 0) continue;
        on_body[model.node_body[i]] += {model.translation_share(i) * f[i], cross(c[i], f[i])};
    }
}

void add_own_forces(const Model& model, const Nodes& own, const Nodes& f, std::vector<Momentum>& on_body) {
    const Linkage& linkage = *model.linkage;
    for (std::size_t i = 0; i < own.size(); ++i)
        if (const int body = linkage.node_body[i]; body >= 0)
            on_body[body] += {linkage.shares[i] * f[i], cross(own[i], f[i])};
}

void add_point_forces(const Model& model, const LivePoints& live, const Positions& x, const Positions& f,
                      std::vector<Momentum>& on_body) {
    for (std::size_t body = 0; body < on_body.size(); ++body) {
        const Body& points = model.bodies[body];
        live.within(points.first_point, points.first_point + points.point_count, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) on_body[body] += {f[i], cross(x[i], f[i])};
        });
    }
}

void add_torques(const Model& model, const Positions& f, std::vector<Momentum>& on_body) {
    if (!model.contact) return;
    const ContactSurface& s = model.contact->surface;
    for (const ContactSurface::Grain& grain : s.grains) {
        const Vec3& force = f[grain.spin];
        on_body[s.part[grain.point]].angular +=
            s.radius[grain.point] * (model.planar ? Vec3{0.0, 0.0, force[0]} : force);
    }
}

}  // namespace talweg
