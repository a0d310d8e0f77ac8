#include "talweg/verify/balance_referee.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/model/disjoint_sets.hpp"

namespace talweg {
namespace {

using Rows = std::vector<std::vector<double>>;

// As docs/convergence.md has it: what steps leave undone, as parts of gravity's speed, of the size, and of forces.
constexpr double part_of_gravity = 1e-5, part_of_size = 1e-6, part_of_forces = 0.01;
constexpr double digits = 0x1p-50;  // of sums of a handful of rounded numbers

/// The tolerance that the scene has by default, m/s.
double default_speed(const Obligations& obligations, double size, double dt) {
    double g = 0.0;
    for (const double a : obligations.gravity) g += a * a;
    g = std::sqrt(g);
    return std::min(part_of_gravity * (g > 0.0 ? g : size) * dt, part_of_size * size / dt);
}

class BalanceReferee {
public:
    BalanceReferee(const RecordedSeries& series, const CsvTable& steps, const Obligations& obligations)
        : steps_(steps), obligations_(obligations), momentum_(series.rows("momentum")) {
        for (const char* name : {"impulse_loads", "impulse_holds", "impulse_integrator", "impulse_contact",
                                 "impulse_friction", "impulse_joints"})
            if (series.has(name)) add(series.rows(name));
        if (series.has("impulse_sizes")) sizes_ = series.rows("impulse_sizes");
    }

    std::size_t count() const { return std::min({momentum_.size(), impulse_.size(), steps_.rows.size()}); }

    /// What is left of component k of a body's balance after step n; nothing where its integrator gives no rule.
    std::optional<double> left(std::size_t n, std::size_t k) const {
        const double change = momentum_[n][k] - momentum_[n - 1][k];
        const std::string& by = obligations_.integrator;
        if (by == "implicit_euler" || by == "conserving") return change - impulse_[n][k];
        const bool moment = k % 6 >= 3;
        const int substeps = steps_.find("substeps");
        if (moment || substeps < 0 || steps_.rows[n][substeps] != 1.0 || steps_.rows[n - 1][substeps] != 1.0) return {};
        if (by == "newmark" && n >= 2) return change - 0.5 * (impulse_[n][k] + impulse_[n - 1][k]);
        if (by == "bdf2" && n >= 2 && std::fabs(dt(n) - dt(n - 1)) < 1e-9 * dt(n))
            return (3.0 * momentum_[n][k] - 4.0 * momentum_[n - 1][k] + momentum_[n - 2][k] - 2.0 * impulse_[n][k]) /
                   3.0;
        return {};
    }

    double dt(std::size_t n) const {
        const int time = steps_.find("time");
        return steps_.rows[n][time] - steps_.rows[n - 1][time];
    }
    /// Σ|f| h of what touches the body.
    double touching(std::size_t n, std::size_t body) const {
        return n < sizes_.size() && body < sizes_[n].size() ? sizes_[n][body] : 0.0;
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
    Rows momentum_, impulse_, magnitude_, sizes_;
};

}  // namespace

Finding judge_balance(const RecordedSeries& series, const CsvTable& steps, std::span<const Body> bodies,
                      const Obligations& obligations, std::span<const Vec3> start, double farthest) {
    Finding balance{"balance"};
    balance.asked = obligations.moves && series.has("impulse_loads") && steps.find("time") >= 0;
    if (!balance.asked) {
        balance.answer = obligations.moves ? "no impulses recorded" : "without inertia there is no momentum";
        return balance;
    }
    const BalanceReferee books(series, steps, obligations);
    Box all;
    std::vector<double> radius(bodies.size(), 0.0);
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        Box box;
        for (int i = bodies[b].first_point; i < bodies[b].first_point + bodies[b].point_count; ++i) {
            box.include(start[i]);
            if (!obligations.bodies[b].obstacle) all.include(start[i]);
        }
        radius[b] = 0.5 * box.diagonal();
    }
    // Of bodies in joints, what is settled is the balance of all that hang together.
    DisjointSets together(static_cast<int>(bodies.size()));
    for (const auto& [a, b] : obligations.joined)
        if (std::max(a, b) < static_cast<int>(bodies.size())) together.join(a, b);
    std::vector<double> mass(bodies.size(), 0.0);
    for (std::size_t b = 0; b < bodies.size(); ++b) mass[together.find(static_cast<int>(b))] += bodies[b].mass;
    std::size_t asked = 0;
    double worst = 0.0;  // m/s
    for (std::size_t n = 1; n < books.count(); ++n) {
        const double dt = books.dt(n), speed = default_speed(obligations, all.diagonal(), dt);
        // Newmark remembers the forces of the step before, and what that one left undone.
        std::vector<double> touching(bodies.size(), 0.0);
        for (std::size_t b = 0; b < bodies.size(); ++b)
            touching[together.find(static_cast<int>(b))] +=
                books.touching(n, b) + (obligations.integrator == "newmark" ? books.touching(n - 1, b) : 0.0);
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            if (obligations.bodies[b].obstacle || !(bodies[b].mass > 0.0)) continue;
            const int whole = together.find(static_cast<int>(b));
            const double allowed = mass[whole] * speed + part_of_forces * touching[whole];
            // Velocities are differences of places over the step.
            const double rounding = digits * bodies[b].mass * farthest / dt;
            double pushed = 0.0;  // what is left along x, y and z
            for (std::size_t k = 6 * b; k < 6 * b + 6; ++k) {
                const std::optional<double> left = books.left(n, k);
                if (!left) continue;
                ++asked;
                const bool moment = k % 6 >= 3;
                const double size = std::fabs(*left);
                if (!moment) pushed = std::max(pushed, size);
                if (!moment) worst = std::max(worst, size / bodies[b].mass);
                // Moments are about the origin: what pushes has an arm.
                const double may =
                    moment ? radius[b] * allowed + 2.0 * farthest * (pushed + rounding) : allowed + rounding;
                if (size <= may + digits * books.magnitude(n, k)) continue;
                balance.object(
                    fmt::format("step {}: {} of {} changed by {:.6g} that nothing gave; a step may leave {:.3g}", n,
                                moment ? "angular momentum" : "momentum", bodies[b].name, *left, may));
            }
        }
    }
    balance.answer = asked > 0
                         ? fmt::format("momenta change by what acted, within {:.3g} m/s of every body a step", worst)
                         : "the integrator gives no rule";
    balance.asked = asked > 0;
    return balance;
}

}  // namespace talweg
