#include "talweg/scene/build/connection_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talweg/assembly/elements.hpp"
#include "talweg/energies/joint_force.hpp"
#include "talweg/energies/rope_spring.hpp"
#include "talweg/energies/spring_damping.hpp"
#include "talweg/energies/zero_length_spring.hpp"
#include "talweg/scene/build/connection_builder.hpp"
#include "talweg/scene/build/joint_parts.hpp"
#include "talweg/scene/build/seam.hpp"
#include "talweg/scene/text/printable.hpp"

namespace talweg {

namespace {

constexpr double degree = std::numbers::pi / 180.0;
constexpr double most_uneven = 1.1;  // of two borders that are sewn together

template <class Energy>
std::shared_ptr<const Term> one_element(std::vector<int> points, const typename Energy::Element& element) {
    return std::make_shared<Elements<Energy>>(std::move(points), std::vector<typename Energy::Element>{element});
}

/// The curve times a factor.
CurveSpec scaled(CurveSpec curve, double factor) {
    if (auto* number = std::get_if<double>(&curve.kind)) *number *= factor;
    if (auto* text = std::get_if<std::string>(&curve.kind)) *text = fmt::format("({})*{:.17g}", *text, factor);
    if (auto* keys = std::get_if<CurveKeysSpec>(&curve.kind))
        for (Vec2& key : keys->keyframes) key[1] *= factor;
    return curve;
}

/// A direction across the axis, of length 1.
Vec3 across(const Vec3& axis) {
    int least = 0;
    for (int a = 1; a < 3; ++a)
        if (std::fabs(axis[a]) < std::fabs(axis[least])) least = a;
    Vec3 unit = Vec3::zero();
    unit[least] = 1.0;
    const Vec3 n = cross(axis, unit);
    return n / norm(n);
}

}  // namespace

ConnectionTerms::ConnectionTerms(const Scene& scene) : scene_(scene) {
    for (std::size_t k = 0; k < scene.connections.size(); ++k)
        std::visit([&](const auto& kind) { plan(k, kind); }, scene.connections[k].kind);
}

/// Of each body the place, and places in those directions; a dial at the second body for motors that aim.
void ConnectionTerms::plan_frames(std::size_t connection, const std::vector<Vec3>& frame, bool dial) {
    const auto& between = spec(connection).between;
    if (between.size() > 1) places_.push_back({connection, 0, false, between[0], frame, true});
    places_.push_back({connection, 1, false, between.back(), frame, true});
    if (dial) places_.push_back({connection, 2, true, between.back(), {frame[0]}});
}

/// In the plane no place of a body tells where the axis points: two places of the world do.
void ConnectionTerms::plan(std::size_t connection, const ConnectionSpec::Hinge& hinge) {
    const Vec3 u = hinge.axis / norm(hinge.axis);
    if (scene_.planar)
        places_.push_back({connection, world_axis, true, spec(connection).between.back(), {hinge.at, u}, true});
    if (!hinge.drive.acts() && !leads(connection)) return;
    std::vector<Vec3> frame = {hinge.at, across(hinge.axis)};
    if (!scene_.planar) frame.push_back(u);
    plan_frames(connection, frame, hinge.drive.motor && hinge.drive.motor->aim);
}

void ConnectionTerms::plan(std::size_t connection, const ConnectionSpec::Slider& slider) {
    const Vec3 u = slider.axis / norm(slider.axis), n = across(u);
    std::vector<Vec3> frame = {slider.at, n, u};
    if (!scene_.planar) frame.push_back(cross(u, n));
    plan_frames(connection, frame, slider.drive.motor && slider.drive.motor->aim);
}

void ConnectionTerms::plan(std::size_t connection, const ConnectionSpec::Universal& universal) {
    plan_frames(
        connection,
        {universal.at, universal.axis / norm(universal.axis), universal.second_axis / norm(universal.second_axis)},
        false);
}

void ConnectionTerms::plan(std::size_t connection, const ConnectionSpec::Planar& planar) {
    plan_frames(connection, {planar.at, across(planar.axis), planar.axis / norm(planar.axis)}, false);
}

void ConnectionTerms::plan(std::size_t connection, const ConnectionSpec::SpringJoint& spring) {
    const auto& between = spec(connection).between;
    places_.push_back({connection, 0, false, between[0], {spring.from}});
    places_.push_back({connection, 1, between.size() == 1, between.back(), {spring.to}});
}

void ConnectionTerms::plan_bond(std::size_t connection, const std::vector<Vec3>& places, bool middle) {
    const auto& between = spec(connection).between;
    places_.push_back({connection, 0, false, between[0], places, false, true, middle});
    places_.push_back({connection, 1, between.size() == 1, between.back(), places, false, true, middle});
}

void ConnectionTerms::plan(std::size_t connection, const ConnectionSpec::Ball& ball) {
    if (ball.break_force) plan_bond(connection, {ball.at}, false);
}

void ConnectionTerms::plan(std::size_t connection, const ConnectionSpec::Fixed& fixed) {
    std::vector<Vec3> places = {Vec3::zero(), {1, 0, 0}, {0, 1, 0}};
    if (!scene_.planar) places.push_back({0, 0, 1});
    if (fixed.break_force) plan_bond(connection, places, true);
}

/// Whether another joint follows it.
bool ConnectionTerms::leads(std::size_t connection) const {
    const std::string name = connection_name(scene_, connection);
    for (const ConnectionSpec& each : scene_.connections)
        if (std::visit(
                [&](const auto& kind) {
                    if constexpr (requires { kind.drive.mimic; })
                        return kind.drive.mimic && kind.drive.mimic->joint == name;
                    else
                        return false;
                },
                each.kind))
            return true;
    return false;
}

/// The first of two bodies says where the places of a bond are.
void ConnectionTerms::share_places(std::size_t connection, const JoinedBody& joined) {
    Vec3 middle = Vec3::zero();
    for (const Vec3& x : joined.start) middle += x / static_cast<double>(joined.start.size());
    for (Places& each : places_) {
        if (each.connection != connection || !each.shared) continue;
        if (each.middle) each.at[0] = middle;
        for (std::size_t k = 1; k < each.at.size(); ++k) each.at[k] = each.at[0] + (0.25 * joined.size) * each.at[k];
        each.shared = false;
    }
}

int ConnectionTerms::place_count(const std::string& body) const {
    int count = 0;
    for (const Places& places : places_)
        if (places.body == body) count += static_cast<int>(places.at.size());
    return count;
}

void ConnectionTerms::add_places(const JoinedBody& joined, const PointSelector& selector, VertexBody& body) {
    const std::string& name = joined.spec->name;
    const int nodes = static_cast<int>(body.rest.size());
    for (Places& places : places_) {
        if (places.body != name) continue;
        if (places.shared) share_places(places.connection, joined);
        if (places.frame)
            for (std::size_t k = 1; k < places.at.size(); ++k)
                places.at[k] = places.at[0] + (0.5 * joined.size) * places.at[k];
        places.first_point = nodes + static_cast<int>(body.embedded.size());
        for (std::size_t k = 0; k < places.at.size(); ++k) {
            const Vec3& at = places.at[k];
            if (places.world) {
                body.embedded.push_back({at, {0, 0, 0, 0}, {0.0, 0.0, 0.0, 0.0}});
                continue;
            }
            const Anchor anchor = find_anchor(joined, at);
            const ConnectionSpec& connection = spec(places.connection);
            const double arm = places.middle ? 0.75 * joined.size : k > 0 ? 0.5 * joined.size : 0.0;
            if (!reaches(joined, anchor, arm))
                throw Error(located(connection.where,
                                    fmt::format("{} ({}) asks for a place that is {:.3g} m away from {}; give one "
                                                "that is part of it",
                                                subject(connection.where), connection_name(scene_, places.connection),
                                                anchor.distance, in_quotes(name))));
            Vec3 rest = Vec3::zero();
            for (int i = 0; i < 4; ++i) rest += anchor.weights[i] * body.rest[anchor.points[i]];
            body.embedded.push_back({rest, anchor.points, anchor.weights});
        }
    }
    for (std::size_t k = 0; k < scene_.connections.size(); ++k) {
        const auto* seam = std::get_if<ConnectionSpec::Seam>(&spec(k).kind);
        if (!seam) continue;
        const Where& where = spec(k).where;
        const auto border = [&](const Selection& selection, int side) {
            const std::vector<int> points = selector.select(selection);  // what it refuses is told with its own place
            try {
                borders_.push_back({k, side, ordered_border(joined, points)});
            } catch (const Error& error) {
                throw Error(located(where, fmt::format("{}: {}", subject(where), error.what())));
            }
        };
        if (spec(k).between[0] == name) border(seam->first, 0);
        if (spec(k).between.back() == name) border(seam->second, 1);
    }
}

void ConnectionTerms::placed(const std::string& body, int first_point) {
    for (Places& places : places_)
        if (places.body == body) places.first_point += first_point;
}

const ConnectionTerms::Places* ConnectionTerms::find(std::size_t connection, int side) const {
    for (const Places& places : places_)
        if (places.connection == connection && places.side == side) return &places;
    return nullptr;
}

void ConnectionTerms::add_terms(const std::vector<JoinedBody>& bodies, ModelBuilder& builder, ContactBuilder& contact) {
    bodies_ = &bodies;
    for (std::size_t k = 0; k < scene_.connections.size(); ++k)
        std::visit([&](const auto& kind) { add(k, kind, builder, contact); }, spec(k).kind);
}

/// Which of the term's points belong to the body that a joint tells its force of: the second, or the only one.
JointPart ConnectionTerms::part(std::size_t connection, const Term& term, JointReadings readings) const {
    const Places* told = find(connection, 1);
    if (told->world) told = find(connection, 0);
    JointPart part{connection_name(scene_, connection), {}, told->first_point, std::move(readings)};
    for (int i = 0; i < term.point_count(); ++i) {
        const int point = term.points()[i], within = point - told->first_point;
        if (within < 0 || within >= static_cast<int>(told->at.size())) continue;
        if (std::find(part.points.begin(), part.points.end(), point) == part.points.end()) part.points.push_back(point);
    }
    return part;
}

template <class Energy>
std::shared_ptr<const Term> ConnectionTerms::joint_term(std::size_t connection, std::vector<int> points,
                                                        const typename Energy::Element& element, JointReadings readings,
                                                        JointPart::Motor motor) const {
    const std::array<int, 2> axis = points.size() > 5 ? std::array{points[4], points[5]} : std::array{0, 0};
    auto term = one_element<Energy>(std::move(points), element);
    JointPart told = part(connection, *term, std::move(readings));
    told.motor = motor;
    told.axis = axis;
    return std::make_shared<JointTerm>(std::move(term), std::move(told));
}

void ConnectionTerms::add(std::size_t connection, const ConnectionSpec::SpringJoint& spring, ModelBuilder& builder,
                          ContactBuilder&) {
    const std::vector<int> points = {find(connection, 0)->first_point, find(connection, 1)->first_point};
    const double length = spring.length.value_or(norm(spring.to - spring.from));
    const JointReadings told = length_readings(points, length);
    if (spring.rope)
        builder.add_term(joint_term<RopeSpring>(connection, points, {length, spring.stiffness}, told));
    else if (length > 0.0)
        builder.add_term(joint_term<HookeSpring>(connection, points, {length, spring.stiffness}, told));
    else
        builder.add_term(joint_term<ZeroLengthSpring>(connection, points, {spring.stiffness}, told));
    if (spring.damping > 0.0) builder.add_term(joint_term<SpringDamping>(connection, points, {spring.damping}));
}

/// The six points of a joint's coordinate: place and direction 1 of either body, and direction 2 of the second, or of
/// the world.
std::vector<int> ConnectionTerms::joint_points(std::size_t connection) const {
    const Places *first = find(connection, 0), *second = find(connection, 1), *axis = find(connection, world_axis);
    const int b = second->first_point, a = first ? first->first_point : b;
    if (axis) return {a, a + 1, b, b + 1, axis->first_point, axis->first_point + 1};
    return {a, a + 1, b, b + 1, b, b + 2};
}

JointFrame ConnectionTerms::joint_frame(std::size_t connection, JointCoordinate kind, const Vec3& at,
                                        const Vec3& direction) const {
    return {at, direction, find(connection, 0) ? 0.0 : 1.0, static_cast<double>(kind)};
}

JointFrame ConnectionTerms::joint_frame(std::size_t connection) const {
    if (const auto* slider = std::get_if<ConnectionSpec::Slider>(&spec(connection).kind))
        return joint_frame(connection, JointCoordinate::shift, slider->at, across(slider->axis));
    const auto& hinge = std::get<ConnectionSpec::Hinge>(spec(connection).kind);
    return joint_frame(connection, JointCoordinate::angle, hinge.at, across(hinge.axis));
}

/// How stiff what stands for a constraint is: a hundred times what stops the body within a step. At rest it gives way
/// by about 0.01 g h².
double ConnectionTerms::strength(std::size_t connection, bool turns, const ModelBuilder& builder) const {
    const double h = scene_.time.step;
    for (const JoinedBody& body : *bodies_)
        if (body.spec->name == find(connection, 1)->body)
            return 100.0 * builder.model().bodies[body.number].mass / (h * h) *
                   (turns ? 0.25 * body.size * body.size : 1.0);
    return 0.0;
}

template <bool turns>
void ConnectionTerms::add_drive(std::size_t connection, const DriveSpec<turns>& drive, const std::vector<int>& points,
                                const JointFrame& frame, ModelBuilder& builder) {
    const double unit = turns ? degree : 1.0;
    const JointPart::Motor motor = turns ? JointPart::Motor::turns : JointPart::Motor::shifts;
    if (drive.stiffness > 0.0)
        builder.add_term(
            joint_term<JointSpring>(connection, points, {frame, unit * drive.rest, 0.0, 0.0, drive.stiffness}));
    if (drive.damping > 0.0)
        builder.add_term(joint_term<JointMotor>(connection, points, {frame, 0.0, 1e300, drive.damping}));
    if (drive.motor && drive.motor->speed) {
        const double speed = *drive.motor->speed,
                     gain = 100.0 * drive.motor->strength / std::max(std::fabs(speed), 1.0);
        const JointMotor::Element element{frame, speed, drive.motor->strength, gain};
        builder.add_term(joint_term<JointMotor>(connection, points, element, motor_readings(points, element), motor));
    }
    if (drive.motor && drive.motor->aim) {
        const Places* dial = find(connection, 2);
        const double scale = 1e-6 * model_size(connection);
        Motion motion{dial->at[0],
                      CurvedPose{{scaled(*drive.motor->aim, unit * scale).curve(), {}, {}}, {0, 0, 1}, {}}};
        std::vector<int> with_dial = points;
        with_dial.push_back(dial->first_point);
        builder.lead(dial->first_point, motion);
        const JointServo::Element element{frame, dial->at[0][0], scale, 100.0 * drive.motor->strength,
                                          drive.motor->strength};
        builder.add_term(
            joint_term<JointServo>(connection, with_dial, element, servo_readings(with_dial, element, turns), motor));
    }
    if (drive.limits) {
        const double low = unit * (*drive.limits)[0], high = unit * (*drive.limits)[1];
        const JointSpring::Element walls{frame, 0.5 * (low + high), -0.5 * (high - low), 0.5 * (high - low),
                                         strength(connection, turns, builder)};
        builder.add_term(joint_term<JointSpring>(connection, points, walls, limit_readings(points, walls, turns)));
    }
    if (drive.mimic) add_gear(connection, *drive.mimic, points, frame, builder);
    if (drive.force == CurveSpec{}) return;
    if (drive.force.constant())
        builder.add_term(joint_term<JointForce>(connection, points, {frame, std::get<double>(drive.force.kind)}));
    else
        builder.add_load(joint_term<JointForce>(connection, points, {frame, 1.0}), drive.force.curve());
}

template <bool turns>
void ConnectionTerms::add_gear(std::size_t connection, const MimicSpec<turns>& mimic, const std::vector<int>& points,
                               const JointFrame& frame, ModelBuilder& builder) {
    for (std::size_t k = 0; k < scene_.connections.size(); ++k) {
        if (spec(k).name != mimic.joint) continue;
        std::vector<int> both = joint_points(k);
        both.insert(both.end(), points.begin(), points.end());
        const JointGear::Element gear{joint_frame(k),
                                      frame,
                                      mimic.ratio,
                                      (turns ? degree : 1.0) * mimic.offset,
                                      strength(connection, turns, builder),
                                      {0.0, 0.0}};
        builder.add_term(joint_term<JointGear>(connection, both, gear, gear_readings(both, gear, turns)));
    }
}

/// As stiff as the walls of limits, its places together.
void ConnectionTerms::add_bond(std::size_t connection, double max_force, ModelBuilder& builder) {
    const Places *first = find(connection, 0), *second = find(connection, 1);
    const int count = static_cast<int>(first->at.size());
    JointBond::Element bond{{0.0, 0.0, 0.0, 0.0}, max_force, {1.0}};
    std::vector<int> points;
    for (int k = 0; k < 4; ++k) {
        const int place = k < count ? k : 0;
        points.insert(points.end(), {first->first_point + place, second->first_point + place});
        if (k < count) bond.stiffness[k] = strength(connection, false, builder) / count;
    }
    builder.add_term(joint_term<JointBond>(connection, points, bond, bond_readings(points, bond)));
}

void ConnectionTerms::add(std::size_t connection, const ConnectionSpec::Ball& ball, ModelBuilder& builder,
                          ContactBuilder&) {
    if (ball.break_force) add_bond(connection, *ball.break_force, builder);
}

void ConnectionTerms::add(std::size_t connection, const ConnectionSpec::Fixed& fixed, ModelBuilder& builder,
                          ContactBuilder&) {
    if (fixed.break_force) add_bond(connection, *fixed.break_force, builder);
}

double ConnectionTerms::model_size(std::size_t connection) const {
    for (const JoinedBody& body : *bodies_)
        if (body.spec->name == find(connection, 1)->body) return body.size;
    return 1.0;
}

void ConnectionTerms::add(std::size_t connection, const ConnectionSpec::Hinge& hinge, ModelBuilder& builder,
                          ContactBuilder&) {
    if (!hinge.drive.acts()) return;
    add_drive(connection, hinge.drive, joint_points(connection), joint_frame(connection), builder);
}

/// Directions are kept exactly; the place is kept on the line by springs across it, in the plane by one.
void ConnectionTerms::add(std::size_t connection, const ConnectionSpec::Slider& slider, ModelBuilder& builder,
                          ContactBuilder&) {
    const std::vector<int> points = joint_points(connection);
    const JointFrame frame = joint_frame(connection);
    std::vector<int> aside[2] = {points, points};
    for (const int k : {0, 1}) aside[k][5] = points[4] + (k == 0 ? 1 : 3);
    const JointSpring::Element guide{frame, 0.0, 0.0, 0.0, strength(connection, false, builder)};
    builder.add_term(joint_term<JointSpring>(
        connection, aside[0], guide,
        scene_.planar ? plane_readings(aside[0], frame) : guide_readings(aside[0], aside[1], frame)));
    if (!scene_.planar) builder.add_term(joint_term<JointSpring>(connection, aside[1], guide));
    add_drive(connection, slider.drive, points, frame, builder);
}

void ConnectionTerms::add(std::size_t connection, const ConnectionSpec::Universal& universal, ModelBuilder& builder,
                          ContactBuilder&) {
    std::vector<int> points = joint_points(connection);
    points[3] = points[2] + 2;
    const JointFrame frame =
        joint_frame(connection, JointCoordinate::cosine, universal.at, universal.axis / norm(universal.axis));
    builder.add_term(joint_term<JointSpring>(connection, points,
                                             {frame, 0.0, 0.0, 0.0, strength(connection, true, builder)},
                                             square_readings(points, frame)));
}

/// The direction across the plane is kept exactly; the place is kept in it by a spring.
void ConnectionTerms::add(std::size_t connection, const ConnectionSpec::Planar& planar, ModelBuilder& builder,
                          ContactBuilder&) {
    const std::vector<int> points = joint_points(connection);
    const JointFrame frame = joint_frame(connection, JointCoordinate::shift, planar.at, across(planar.axis));
    builder.add_term(joint_term<JointSpring>(connection, points,
                                             {frame, 0.0, 0.0, 0.0, strength(connection, false, builder)},
                                             plane_readings(points, frame)));
}

std::vector<JointMeter> ConnectionTerms::meters(const std::vector<JoinedBody>& bodies) const {
    std::vector<JointMeter> result;
    const auto add = [&](std::size_t connection, const Vec3& at, const Vec3& axis, bool turns) {
        const auto& between = spec(connection).between;
        const Vec3 u = axis / norm(axis), n = across(axis);
        const JointCoordinate kind = turns ? JointCoordinate::angle : JointCoordinate::shift;
        JointMeter meter{connection_name(scene_, connection),
                         turns,
                         {at, n, between.size() > 1 ? 0.0 : 1.0, static_cast<double>(kind)},
                         {}};
        for (int side = 0; side < 2; ++side)
            for (const JoinedBody& body : bodies) {
                if (body.spec->name != (side == 0 ? between[0] : between.back())) continue;
                const double arm = 0.5 * body.size;
                const std::vector<Vec3> seen =
                    side == 0 ? std::vector{at, at + arm * n} : std::vector{at, at + arm * n, at, at + arm * u};
                for (std::size_t k = 0; k < seen.size(); ++k) {
                    const Anchor anchor = find_anchor(body, seen[k]);
                    if (!reaches(body, anchor, arm)) return;
                    JointMeter::Place& place = meter.places[2 * side + k];
                    place.weights = anchor.weights;
                    for (int i = 0; i < 4; ++i) place.points[i] = body.first_point + anchor.points[i];
                }
            }
        if (const Places* fixed = find(connection, world_axis))
            for (int k = 0; k < 2; ++k) meter.places[4 + k] = {{fixed->first_point + k}, {1.0}};
        result.push_back(std::move(meter));
    };
    for (std::size_t k = 0; k < scene_.connections.size(); ++k) {
        const auto& kind = spec(k).kind;
        if (const auto* hinge = std::get_if<ConnectionSpec::Hinge>(&kind)) add(k, hinge->at, hinge->axis, true);
        if (const auto* slider = std::get_if<ConnectionSpec::Slider>(&kind)) add(k, slider->at, slider->axis, false);
    }
    return result;
}

void ConnectionTerms::add(std::size_t connection, const ConnectionSpec::Seam& seam, ModelBuilder& builder,
                          ContactBuilder& contact) {
    const Where& where = spec(connection).where;
    const Border* border[2] = {};
    for (const Border& each : borders_)
        if (each.connection == connection) border[each.side] = &each;
    const JoinedBody* body[2] = {};
    for (const JoinedBody& each : *bodies_)
        for (int side = 0; side < 2; ++side)
            if (each.spec->name == (side == 0 ? spec(connection).between[0] : spec(connection).between.back()))
                body[side] = &each;
    const Stitches stitches = stitch(*body[0], border[0]->points, *body[1], border[1]->points);
    const auto [shorter, longer] = std::minmax(stitches.lengths[0], stitches.lengths[1]);
    if (longer > most_uneven * shorter)
        throw Error(located(where, fmt::format("{} sews a border of {:.4g} m to one of {:.4g} m; they may differ by a "
                                               "tenth: select as much of each",
                                               subject(where), stitches.lengths[0], stitches.lengths[1])));
    std::vector<int> points;
    std::vector<ZeroLengthSpring::Element> elements;
    bool free = false;  // whether any of its points can move
    for (const auto& [i, j] : stitches.pairs) {
        const int p = body[0]->first_point + i, q = body[1]->first_point + j;
        if (p == q) continue;
        for (const int point : {p, q})
            for (const NodeWeight& w : builder.row(point)) free |= builder.model().held_axes[w.node] != all_axes;
        points.insert(points.end(), {p, q});
        elements.push_back({seam.stiffness});
        contact.sew(p, q);
    }
    const auto is_sewn = [&](const Script& script) { return std::ranges::count(points, script.point) > 0; };
    if (!free && !elements.empty() && std::ranges::none_of(builder.model().scripts, is_sewn))
        throw Error(located(where, subject(where) + " sews borders that are held on both sides, so that nothing can "
                                                    "close it; hold fewer of their points"));
    auto term = std::make_shared<Elements<ZeroLengthSpring>>(std::move(points), std::move(elements));
    if (seam.close > seam.begin)
        builder.add_load(std::move(term),
                         {KeyframedCurve{{{seam.begin, 0.0}, {seam.close, 1.0}}, Interpolation::smooth}});
    else
        builder.add_term(std::move(term));
}

}  // namespace talweg
