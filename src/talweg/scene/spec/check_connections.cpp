#include "talweg/scene/spec/check_connections.hpp"

#include <cmath>
#include <map>

#include "talweg/scene/spec/problem_list.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/suggest.hpp"

namespace talweg {

namespace {

class ConnectionsCheck : public ProblemList {
public:
    explicit ConnectionsCheck(const Scene& scene) : scene_(scene) {}

    void check() {
        check_names();
        for (const ConnectionSpec& connection : scene_.connections) {
            const auto& between = connection.between;
            const bool seam = std::holds_alternative<ConnectionSpec::Seam>(connection.kind);
            if (!seam && between.size() == 2 && between[0] == between[1])
                report(connection.where, "joins {} to itself; name two bodies, or one to join it to the world",
                       in_quotes(between[0]));
            std::visit([&](const auto& kind) { check(kind, connection); }, connection.kind);
            if (scene_.planar) std::visit([&](const auto& kind) { check_in_plane(kind, connection); }, connection.kind);
        }
        check_mimics();
    }

private:
    void check_names() {
        std::map<std::string, const ConnectionSpec*> seen;
        for (const ConnectionSpec& each : scene_.connections) {
            if (!each.name) continue;
            if (const auto [other, fresh] = seen.emplace(*each.name, &each); !fresh)
                report(each.where, "has the name {}, as {} has in line {}; names must differ", in_quotes(*each.name),
                       other->second->where.path, other->second->where.line);
        }
    }

    void check(const auto&, const ConnectionSpec&) {}
    void check_axis(const Vec3& axis, const ConnectionSpec& connection) {
        if (norm(axis) == 0.0) report(connection.where, "has an axis without direction: [0, 0, 0]");
    }
    void check(const ConnectionSpec::Hinge& hinge, const ConnectionSpec& connection) {
        check_axis(hinge.axis, connection);
        check_drive(hinge.drive, "degrees", connection);
        if (hinge.drive.limits && (*hinge.drive.limits)[1] - (*hinge.drive.limits)[0] >= 360.0)
            report(connection.where, "has limits a whole turn apart; leave them out");
    }
    void check(const ConnectionSpec::Slider& slider, const ConnectionSpec& connection) {
        check_axis(slider.axis, connection);
        check_drive(slider.drive, "m", connection);
    }
    void check(const ConnectionSpec::Universal& universal, const ConnectionSpec& connection) {
        check_axis(universal.axis, connection);
        check_axis(universal.second_axis, connection);
        const double both = norm(universal.axis) * norm(universal.second_axis);
        if (both > 0.0 && std::fabs(dot(universal.axis, universal.second_axis)) > 1e-6 * both)
            report(connection.where, "has axes that are not at right angles to one another");
    }
    void check(const ConnectionSpec::Planar& planar, const ConnectionSpec& connection) {
        check_axis(planar.axis, connection);
    }
    void check_drive(const auto& drive, const char* unit, const ConnectionSpec& connection) {
        if (drive.motor && drive.motor->aim.has_value() == drive.motor->speed.has_value())
            report(connection.where, "has a motor that aims at {}; give it either a speed or a place",
                   drive.motor->aim ? "two things" : "nothing");
        if (!drive.limits) return;
        const double low = (*drive.limits)[0], high = (*drive.limits)[1];
        if (!(low < high))
            report(connection.where, "has limits from {} to {} {}; the smaller comes first", low, high, unit);
        else if (low > 0.0 || high < 0.0)
            report(connection.where, "has limits from {} to {} {}, but starts at 0; let the body begin between them",
                   low, high, unit);
    }
    void check(const ConnectionSpec::Attach&, const ConnectionSpec& connection) {
        if (connection.between.size() < 2)
            report(connection.where, "attaches points to nothing; name two bodies, or hold the points");
    }
    void check(const ConnectionSpec::Seam& seam, const ConnectionSpec& connection) {
        if (seam.begin > seam.close)
            report(connection.where, "begins to close at {} s, but is closed at {} s; let it begin first", seam.begin,
                   seam.close);
        if (connection.between.front() == connection.between.back() && seam.first == seam.second)
            report(connection.where, "sews a border to itself; select two borders, one as first, one as second");
    }

    /// In the plane things turn about z, and slide in it.
    void check_in_plane(const auto&, const ConnectionSpec&) {}
    void check_place(const Vec3& at, const ConnectionSpec& connection) {
        if (at[2] != 0.0)
            report(connection.where, "is at z = {} m, outside of the plane of a planar scene; let z be 0", at[2]);
    }
    void check_in_plane(const ConnectionSpec::Ball& ball, const ConnectionSpec& connection) {
        check_place(ball.at, connection);
    }
    void check_in_plane(const ConnectionSpec::Hinge& hinge, const ConnectionSpec& connection) {
        check_place(hinge.at, connection);
        if (hinge.axis[0] != 0.0 || hinge.axis[1] != 0.0)
            report(connection.where, "turns things out of the plane; in a planar scene the axis is [0, 0, 1]");
    }
    void check_in_plane(const ConnectionSpec::Slider& slider, const ConnectionSpec& connection) {
        check_place(slider.at, connection);
        if (slider.axis[2] != 0.0)
            report(connection.where, "slides out of the plane of a planar scene; let z of its axis be 0");
    }
    void check_in_plane(const ConnectionSpec::Universal&, const ConnectionSpec& connection) {
        report(connection.where, "turns things out of the plane of a planar scene; use a hinge");
    }
    void check_in_plane(const ConnectionSpec::Planar&, const ConnectionSpec& connection) {
        report(connection.where, "keeps things in a plane, as a planar scene does by itself; leave it out");
    }

    /// The joint that a connection follows; null: none.
    static const std::string* followed(const ConnectionSpec& connection) {
        return std::visit(
            [](const auto& kind) -> const std::string* {
                if constexpr (requires { kind.drive.mimic; })
                    return kind.drive.mimic ? &kind.drive.mimic->joint : nullptr;
                else
                    return nullptr;
            },
            connection.kind);
    }
    static bool moves(const ConnectionSpec& connection) {
        return std::visit(
            [](const auto& kind) {
                return requires { kind.drive; };
            },
            connection.kind);
    }

    /// Joints follow joints that are there, and not one another in a ring.
    void check_mimics() {
        std::map<std::string, const ConnectionSpec*> joints;
        for (const ConnectionSpec& each : scene_.connections)
            if (each.name && moves(each)) joints.emplace(*each.name, &each);
        for (const ConnectionSpec& each : scene_.connections) {
            const ConnectionSpec* next = &each;
            for (std::size_t steps = 0; next && followed(*next); ++steps) {
                const std::string& leader = *followed(*next);
                next = joints.contains(leader) ? joints[leader] : nullptr;
                if (!next && steps == 0) report_missing(each, leader, joints);
                if (next == &each) {
                    report(each.where, "follows joints that follow one another in a ring; let one of them lead");
                    break;
                }
                if (steps > scene_.connections.size()) break;
            }
        }
    }
    void report_missing(const ConnectionSpec& follower, const std::string& leader,
                        const std::map<std::string, const ConnectionSpec*>& joints) {
        std::vector<std::string> others;
        for (const auto& [name, joint] : joints)
            if (joint != &follower) others.push_back(name);
        if (others.empty())
            report(follower.where, "follows {}, which is no hinge or slider with a name; there is no other such joint",
                   in_quotes(leader));
        else
            report(follower.where, "follows {}, which is no hinge or slider with a name{} Such joints: {}",
                   in_quotes(leader), did_you_mean(leader, others), listed(others));
    }

    const Scene& scene_;
};

}  // namespace

std::vector<Problem> check_connections(const Scene& scene) {
    ConnectionsCheck check(scene);
    check.check();
    return check.problems;
}

}  // namespace talweg
