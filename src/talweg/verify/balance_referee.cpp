#include "talweg/verify/balance_referee.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talweg/model/disjoint_sets.hpp"
#include "talweg/verify/default_speed.hpp"

namespace talweg {
namespace {

using Rows = std::vector<std::vector<double>>;

constexpr double patience_with_held = 10.0;
constexpr double digits = 0x1p-50;  // of sums of a handful of rounded numbers

class BalanceReferee {
public:
    BalanceReferee(const RecordedSeries& series, const CsvTable& steps, const Obligations& obligations)
        : steps_(steps), obligations_(obligations), momentum_(series.rows("momentum")) {
        for (const char* name : {"impulse_loads", "impulse_holds", "impulse_integrator", "impulse_contact",
                                 "impulse_friction", "impulse_joints"})
            if (series.has(name)) add(series.rows(name));
        if (series.has("impulse_sizes")) sizes_ = series.rows("impulse_sizes");
        if (series.has("impulse_holds")) holds_ = series.rows("impulse_holds");
    }

    std::size_t count() const { return std::min({momentum_.size(), impulse_.size(), steps_.rows.size()}); }

    /// What is left of component k of a body's balance after step n; nothing where its integrator gives no rule.
    std::optional<double> left(std::size_t n, std::size_t k) const {
        const double change = momentum_[n][k] - momentum_[n - 1][k];
        const std::string& by = obligations_.integrator;
        if (moments()) return change - impulse_[n][k];
        // What drives a body between steps counts once, not by the rules of steps that remember others.
        if (k % 6 >= 3 || !undivided(n) || !undivided(n - 1) || obligations_.bodies[k / 6].driven) return {};
        if (by == "newmark" && n >= 2) return change - 0.5 * (impulse_[n][k] + impulse_[n - 1][k]);
        if (by == "bdf2" && n >= 2 && std::fabs(dt(n) - dt(n - 1)) < 1e-9 * dt(n))
            return (3.0 * momentum_[n][k] - 4.0 * momentum_[n - 1][k] + momentum_[n - 2][k] - 2.0 * impulse_[n][k]) /
                   3.0;
        return {};
    }

    bool moments() const {
        return obligations_.integrator == "implicit_euler" || obligations_.integrator == "conserving";
    }
    bool undivided(std::size_t n) const {
        const int substeps = steps_.find("substeps");
        return substeps >= 0 && steps_.rows[n][substeps] == 1.0;
    }
    Vec3 momentum(std::size_t n, std::size_t body) const {
        const double* p = momentum_[n].data() + 6 * body;
        return {p[0], p[1], p[2]};
    }

    double dt(std::size_t n) const {
        const int time = steps_.find("time");
        return steps_.rows[n][time] - steps_.rows[n - 1][time];
    }
    /// Σ|f| h of what touches the body.
    double touching(std::size_t n, std::size_t body) const {
        return n < sizes_.size() && body < sizes_[n].size() ? sizes_[n][body] : 0.0;
    }
    /// |f| h of what holds it.
    double holding(std::size_t n, std::size_t body) const {
        if (n >= holds_.size() || 6 * body + 3 > holds_[n].size()) return 0.0;
        return norm(Vec3{holds_[n][6 * body], holds_[n][6 * body + 1], holds_[n][6 * body + 2]});
    }
    /// What a step that ended at the floor of rounding says it left, m/s; nothing of others. Where gaps are a few last
    /// digits wide, forces of contact have no more than that, and the row does not tell how many.
    double at_floor(std::size_t n) const {
        const int floor = steps_.find("at_floor"), left = steps_.find("imbalance"), parts = steps_.find("substeps");
        if (std::min({floor, left, parts}) < 0 || steps_.rows[n][floor] == 0.0) return 0.0;
        return steps_.rows[n][left] * std::max(1.0, steps_.rows[n][parts]);
    }
    /// How large the numbers are that component k is the sum of.
    double magnitude(std::size_t n, std::size_t k) const {
        return std::fabs(momentum_[n][k]) + std::fabs(momentum_[n - 1][k]) + magnitude_[n][k] + magnitude_[n - 1][k];
    }

private:
    void add(const Rows& rows) {
        if (impulse_.empty()) {
            impulse_.assign(rows.size(), std::vector<double>(rows.empty() ? 0 : rows[0].size(), 0.0));
            magnitude_ = impulse_;
        }
        for (std::size_t n = 0; n < std::min(rows.size(), impulse_.size()); ++n)
            for (std::size_t k = 0; k < rows[n].size(); ++k) {
                impulse_[n][k] += rows[n][k];
                magnitude_[n][k] += std::fabs(rows[n][k]);
            }
    }

    const CsvTable& steps_;
    const Obligations& obligations_;
    Rows momentum_, impulse_, magnitude_, sizes_, holds_;
};

/// A body's centre at a step: that of the last frame, gone on with the recorded momenta; and how uncertain that is.
struct Centre {
    Vec3 at;
    double uncertain = 0.0;
};
Centre centre_of(const BalanceReferee& books, const Whereabouts& where, const Body& body, std::size_t number,
                 std::size_t step) {
    const std::size_t frame = where.frame_before(step);
    Centre centre{where.at(frame, number).centre};
    for (std::size_t n = where.step(frame) + 1; n <= step; ++n) {
        const Vec3 before = books.momentum(n - 1, number), now = books.momentum(n, number);
        centre.at += (books.dt(n) / body.mass) * now;
        if (!books.undivided(n)) centre.uncertain += books.dt(n) / body.mass * (norm(before) + norm(now));
    }
    return centre;
}

}  // namespace

void Whereabouts::add(std::uint64_t step, const std::vector<Vec3>& x) {
    steps_.push_back(step);
    std::vector<Place>& places = frames_.emplace_back();
    for (const Body& body : bodies_) {
        Place place{Vec3::zero(), {}};
        for (int i = body.first_point; i < body.first_point + body.point_count; ++i) {
            place.centre += x[i] / std::max(1, body.point_count);
            place.box.include(x[i]);
        }
        places.push_back(place);
    }
    for (const Vec3& at : x) farthest_ = std::max({farthest_, std::fabs(at[0]), std::fabs(at[1]), std::fabs(at[2])});
}

std::size_t Whereabouts::frame_before(std::uint64_t step) const {
    const auto after = std::upper_bound(steps_.begin(), steps_.end(), step);
    return after == steps_.begin() ? 0 : static_cast<std::size_t>(after - steps_.begin()) - 1;
}

Finding judge_balance(const RecordedSeries& series, const CsvTable& steps, std::span<const Body> bodies,
                      const Obligations& obligations, double size, const Whereabouts& where) {
    Finding balance{"balance"};
    balance.asked = obligations.moves && series.has("impulse_loads") && steps.find("time") >= 0;
    if (!balance.asked) {
        balance.answer = obligations.moves ? "no impulses recorded" : "without inertia there is no momentum";
        return balance;
    }
    const BalanceReferee books(series, steps, obligations);
    // Of bodies in joints, what is settled is the balance of all that hang together.
    DisjointSets together(static_cast<int>(bodies.size()));
    for (const auto& [a, b] : obligations.joined)
        if (std::max(a, b) < static_cast<int>(bodies.size())) together.join(a, b);
    const auto whole_of = [&](std::size_t b) { return static_cast<std::size_t>(together.find(static_cast<int>(b))); };
    // Of what something holds a step may leave more than of what is free. What a sheet of paper is held by, hundreds of
    // times its weight while it is bent, is settled to a part of that, as forces of contact are.
    std::vector<double> mass(bodies.size(), 0.0), acting(bodies.size()), patience(bodies.size(), 1.0);
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        mass[whole_of(b)] += bodies[b].mass;
        if (!bodies[b].held.empty()) patience[whole_of(b)] = patience_with_held;
    }
    for (const int b : obligations.to_world)
        if (b < static_cast<int>(bodies.size())) patience[whole_of(b)] = patience_with_held;
    std::size_t asked = 0;
    double worst = 0.0, worst_turn = 0.0;  // m/s
    for (std::size_t n = 1; n < books.count(); ++n) {
        const double dt = books.dt(n), speed = default_speed(obligations, size, dt);
        std::fill(acting.begin(), acting.end(), 0.0);
        std::vector<Box> before(bodies.size()), after(bodies.size());  // of all that hangs together
        const std::size_t frame = where.frame_before(n);
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            // Newmark remembers the forces of the step before, and what that one left undone.
            const auto forces = [&](std::size_t step) { return books.touching(step, b) + books.holding(step, b); };
            acting[whole_of(b)] += forces(n) + (obligations.integrator == "newmark" ? forces(n - 1) : 0.0);
            before[whole_of(b)].include(where.at(frame, b).box);
            after[whole_of(b)].include(where.at(frame + 1, b).box);
        }
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            if (obligations.bodies[b].obstacle || !(bodies[b].mass > 0.0)) continue;
            const double allowed = mass[whole_of(b)] * (patience[whole_of(b)] * speed + books.at_floor(n)) +
                                   promised_part_of_forces * acting[whole_of(b)];
            // Velocities are differences of places over the step.
            const double rounding = digits * bodies[b].mass * where.farthest() / dt;
            Vec3 pushed = Vec3::zero();  // what is left along x, y and z
            for (int a = 0; a < 3; ++a) {
                const std::size_t k = 6 * b + a;
                const std::optional<double> left = books.left(n, k);
                if (!left) continue;
                ++asked;
                pushed[a] = *left;
                worst = std::max(worst, std::fabs(*left) / bodies[b].mass);
                if (std::fabs(*left) <= allowed + rounding + digits * books.magnitude(n, k)) continue;
                balance.object(
                    fmt::format("step {}: momentum of {} changed by {:.6g} that nothing gave; a step may leave {:.3g}",
                                n, bodies[b].name, *left, allowed + rounding));
            }
            if (!books.moments()) continue;
            // Steps settle every piece about its own centre; that of a body of loose points, or in joints, may be as
            // far from the body's as the whole is large.
            const double diagonal = std::max(before[whole_of(b)].diagonal(), after[whole_of(b)].diagonal()) +
                                    2.0 * obligations.bodies[b].radius;  // a grain turns, too
            const bool several = mass[whole_of(b)] != bodies[b].mass || bodies[b].edges.empty();
            const Centre centre = centre_of(books, where, bodies[b], b, n);
            const Vec3 of_push = cross(centre.at, pushed);
            const double may = (several ? 1.0 : 0.5) * diagonal * allowed +
                               (0.5 * diagonal + centre.uncertain) * norm(pushed) + 2.0 * where.farthest() * rounding;
            for (int a = 0; a < 3; ++a) {
                const std::size_t k = 6 * b + 3 + a;
                const double left = *books.left(n, k) - of_push[a];
                ++asked;
                if (diagonal > 0.0) worst_turn = std::max(worst_turn, std::fabs(left) / (bodies[b].mass * diagonal));
                if (std::fabs(left) <= may + digits * (books.magnitude(n, k) + std::fabs(of_push[a]))) continue;
                balance.object(fmt::format(
                    "step {}: angular momentum of {} changed by {:.6g} that nothing gave; a step may leave {:.3g}", n,
                    bodies[b].name, left, may));
            }
        }
    }
    balance.answer = asked > 0
                         ? fmt::format("momenta change by what acted, within {:.3g} m/s of every body a step", worst)
                         : "the integrator gives no rule";
    if (asked > 0 && books.moments())
        balance.answer += fmt::format("; moments about their centres, within {:.3g} m/s times their size", worst_turn);
    balance.asked = asked > 0;
    return balance;
}

}  // namespace talweg
