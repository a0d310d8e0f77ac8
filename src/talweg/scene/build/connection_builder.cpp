#include "talweg/scene/build/connection_builder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/suggest.hpp"

namespace talweg {

namespace {

/// Where a joint takes hold of its bodies: places that they share, and directions, from the first of `parallel`.
struct Grips {
    std::vector<Vec3> places, parallel = {};
    double arm = 0.0;  // by which they may lie outside of a body that is joined where it should be, m
};

std::vector<Vec3> tripod(const Vec3& at, double arm) {
    return {at, at + Vec3{arm, 0, 0}, at + Vec3{0, arm, 0}, at + Vec3{0, 0, arm}};
}

/// Of a planar scene: places and directions outside of the plane say nothing there, and a hinge shares one place.
Grips in_plane(Grips grips) {
    std::vector<Vec3> places;
    for (Vec3 at : grips.places) {
        at[2] = 0.0;
        if (std::find(places.begin(), places.end(), at) == places.end()) places.push_back(at);
    }
    grips.places = std::move(places);
    std::erase_if(grips.parallel, [](const Vec3& at) { return at[2] != 0.0; });
    return grips;
}

/// `size`: of the smaller body; `center`: of it.
Grips grips(const ConnectionSpec::Ball& ball, double, const Vec3&) {
    return ball.break_force ? Grips{} : Grips{{ball.at}};
}
Grips grips(const ConnectionSpec::Universal& universal, double, const Vec3&) { return {{universal.at}}; }
Grips grips(const ConnectionSpec::Hinge& hinge, double size, const Vec3&) {
    const Vec3 half = (0.25 * size / norm(hinge.axis)) * hinge.axis;
    return {{hinge.at - half, hinge.at + half}, {}, norm(half)};
}
Grips grips(const ConnectionSpec::Slider& slider, double size, const Vec3&) {
    return {{}, tripod(slider.at, 0.25 * size), 0.25 * size};
}
Grips grips(const ConnectionSpec::Planar& planar, double size, const Vec3&) {
    const double arm = 0.25 * size;
    return {{}, {planar.at, planar.at + (arm / norm(planar.axis)) * planar.axis}, arm};
}
Grips grips(const ConnectionSpec::Fixed& fixed, double size, const Vec3& center) {
    return fixed.break_force ? Grips{} : Grips{tripod(center, 0.25 * size), {}, 0.75 * size};
}
template <class Other>
Grips grips(const Other&, double, const Vec3&) {
    return {};
}

Vec3 middle(const Positions& x) {
    Vec3 sum = Vec3::zero();
    for (const Vec3& each : x) sum += each;
    return sum / static_cast<double>(x.size());
}

}  // namespace

std::string connection_name(const Scene& scene, std::size_t connection) {
    const ConnectionSpec& spec = scene.connections[connection];
    if (spec.name) return *spec.name;
    return std::visit([&]<class Kind>(const Kind&) { return fmt::format("{} {}", Kind::type, connection); }, spec.kind);
}

ConnectionBuilder::ConnectionBuilder(const Scene& scene) : scene_(scene), terms_(scene) {
    std::vector<std::string> known;
    for (const BodySpec& body : scene.bodies) known.push_back(body.name);
    for (const ConnectionSpec& spec : scene.connections)
        for (const std::string& name : spec.between) {
            if (std::find(known.begin(), known.end(), name) != known.end()) continue;
            for (const ObstacleSpec& obstacle : scene.obstacles)
                if (obstacle.name == name)
                    throw Error(located(
                        spec.where, fmt::format("{} joins {}, which is an obstacle; make it a rigid body that is held, "
                                                "or join the other body to the world by naming it alone",
                                                subject(spec.where), in_quotes(name))));
            throw Error(
                located(spec.where, fmt::format("{} names {}, which is no body{} Bodies: {}", subject(spec.where),
                                                in_quotes(name), did_you_mean(name, known), listed(known))));
        }
}

const JoinedBody& ConnectionBuilder::named(const std::string& name) const {
    return *std::find_if(bodies_.begin(), bodies_.end(), [&](const JoinedBody& b) { return b.spec->name == name; });
}

bool ConnectionBuilder::take_hold(const HoldSpec& hold, const BodySpec& spec, const BodyShape& shape,
                                  const std::vector<int>& points, Axes axes, const VertexBody& body) {
    if (!spec.stiff() || points.empty()) return false;
    const auto at = [&](int i) { return shape.mesh.points[i]; };
    int far = points[0];
    for (const int i : points)
        if (norm(at(i) - at(points[0])) > norm(at(far) - at(points[0]))) far = i;
    double size = 0.0;
    for (const Vec3& x : shape.mesh.points) size = std::max(size, norm(x - at(points[0])));
    const Vec3 along = at(far) - at(points[0]);
    std::vector<int> kept = {points[0]};
    if (norm(along) > 1e-9 * size) {
        for (const int i : points)
            if (norm(cross(along, at(i) - at(points[0]))) > 1e-9 * size * norm(along)) return false;
        kept.push_back(far);
    }
    std::optional<Motion> motion;
    if (hold.motion) motion = hold.motion->motion();
    for (const int i : kept) {
        const auto same = [&](const HeldPoint& other) {  // written twice, it is one
            return other.body == static_cast<int>(bodies_.size()) && other.point == i && other.axes == axes &&
                   other.spec->motion == hold.motion;
        };
        if (std::any_of(held_.begin(), held_.end(), same)) continue;
        const auto weights =
            i < shape.node_points() ? std::array<double, 4>{} : shape.embedded[i - shape.node_points()].weights;
        Vec3 start = i < shape.node_points() ? body.start[i] : Vec3::zero();
        for (std::size_t k = 0; k < body.start.size(); ++k) start += weights[k] * body.start[k];
        held_.push_back({static_cast<int>(bodies_.size()), i, axes, motion, start, &hold});
    }
    return true;
}

void ConnectionBuilder::add(const BodySpec& spec, const BodyShape& shape, const PointSelector& selector,
                            VertexBody& body) {
    bodies_.push_back(joined_body(spec, shape, body));
    for (std::size_t k = 0; k < scene_.connections.size(); ++k) {
        const ConnectionSpec& connection = scene_.connections[k];
        const auto* attach = std::get_if<ConnectionSpec::Attach>(&connection.kind);
        if (attach && connection.between[0] == spec.name) attached_.push_back({k, selector.select(attach->select)});
    }
    terms_.add_places(bodies_.back(), selector, body);
}

void ConnectionBuilder::placed(int first_point) {
    bodies_.back().number = static_cast<int>(bodies_.size()) - 1;
    bodies_.back().first_point = first_point;
    terms_.placed(bodies_.back().spec->name, first_point);
}

void ConnectionBuilder::attach(const ConnectionSpec& spec, const std::vector<int>& points, Joinery& joinery,
                               ContactBuilder& contact) {
    const JoinedBody &body = named(spec.between[0]), &carrier = named(spec.between[1]);
    const std::string name = connection_name(scene_, static_cast<std::size_t>(&spec - scene_.connections.data()));
    if (body.stiff())
        throw Error(located(spec.where, subject(spec.where) +
                                            " attaches points of a rigid body; name it second, or use "
                                            "a fixed joint"));
    for (const int point : points) {
        if (point >= static_cast<int>(body.start.size()))
            throw Error(located(spec.where, subject(spec.where) + " attaches points that ride on the body's lattice; "
                                                                  "name the body second, or select points of the "
                                                                  "lattice"));
        const Anchor anchor = find_anchor(carrier, body.start[point]);
        joinery.add_follower(name, spec.where, body, point, carrier, anchor);
        for (const int t : near_surface(carrier, body.start[point]))
            contact.sew(body.first_point + point, carrier.first_point + t);
    }
}

void ConnectionBuilder::join(ModelBuilder& builder, ContactBuilder& contact) {
    Joinery joinery(builder);
    for (const HeldPoint& held : held_)
        joinery.add_hold(bodies_[held.body], held.point, held.at, held.axes, held.motion);
    for (std::size_t k = 0; k < scene_.connections.size(); ++k) {
        const ConnectionSpec& spec = scene_.connections[k];
        const JoinedBody& first = named(spec.between[0]);
        const JoinedBody* second = spec.between.size() > 1 ? &named(spec.between[1]) : nullptr;
        const double size = second ? std::min(first.size, second->size) : first.size;
        const Vec3 center = middle(second && second->size <= first.size ? second->start : first.start);
        Grips taken = std::visit([&](const auto& kind) { return grips(kind, size, center); }, spec.kind);
        if (scene_.planar) taken = in_plane(std::move(taken));
        const auto& [places, parallel, arm] = taken;
        if (!places.empty() || !parallel.empty())
            joinery.add_joint(connection_name(scene_, k), spec.where, first, second, places, parallel, arm);
        if (!spec.touch && second) contact.let_through(first.spec->name, second->spec->name);
    }
    for (const Attached& each : attached_) attach(scene_.connections[each.connection], each.points, joinery, contact);
    joinery.finish(terms_.meters(bodies_));
}

void ConnectionBuilder::finish(ModelBuilder& builder, ContactBuilder& contact) {
    if (scene_.connections.empty() && held_.empty()) return;
    join(builder, contact);
    terms_.add_terms(bodies_, builder, contact);
}

}  // namespace talweg
