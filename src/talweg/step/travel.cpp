#include "talweg/step/travel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "talweg/math/parallel.hpp"
#include "talweg/model/constraints.hpp"

namespace talweg {

namespace {

/// The straight way is free, and leads to a place of finite energy.
bool is_free(const Landscape& landscape, const Nodes& c, const Nodes& target, Backend& backend) {
    Nodes move(c.size());
    parallel_nodes(static_cast<int>(c.size()), [&](int i) { move[i] = target[i] - c[i]; });
    return backend.largest_safe_step(landscape, c, move) == 1.0 && std::isfinite(backend.energy(landscape, target));
}

std::vector<Pull> pulls_to(const Nodes& target, const Model& model, double stiffness) {
    std::vector<Pull> pulls;
    for (const Script& s : model.scripts)
        if (s.node >= 0) pulls.push_back({s.node, s.axes, target[s.node], stiffness * model.mass.diagonal[s.node]});
    return pulls;
}

/// The way of prescribed components alone; where there are constraints, others have one too.
Nodes only_prescribed(const Model& model, const Nodes& c, const Nodes& target) {
    Nodes move(c.size(), Vec3::zero());
    for (std::size_t i = 0; i < c.size(); ++i)
        for (int a = 0; a < 3; ++a)
            if (model.held_axes[i] & (1 << a)) move[i][a] = target[i][a] - c[i][a];
    return move;
}

/// What constraints lack when prescribed components have gone their way.
std::vector<double> still_lacking(const Backend& backend, double time, const Nodes& c, const Nodes& move) {
    Nodes moved = c;
    for (std::size_t i = 0; i < c.size(); ++i) moved[i] += move[i];
    return backend.constraints_lack(time, moved);
}

double largest(const std::vector<double>& numbers) {
    double most = 0.0;
    for (const double number : numbers) most = std::max(most, std::fabs(number));
    return most;
}

/// Takes scripted nodes along their straight way, as far as is safe, while the others move as the quadratic model of
/// the landscape answers; again and again until the rest is free. False when that leads nowhere.
bool make_way(const Landscape& landscape, double time, Nodes& c, double dt, Backend& backend, Descent& report) {
    constexpr int most_turns = 30, stretch = 10;
    double first = 0.0, mark = 0.0;  // of what constraints lack
    Nodes target, move(c.size()), p, trial(c.size());
    for (int turn = 0; turn < most_turns; ++turn) {
        backend.prescribe(time, target = c);
        move = only_prescribed(backend.model(), c, target);
        const std::vector<double> lack = still_lacking(backend, time, c, move);
        if (report.led) {
            const double left = largest(lack);
            if (turn == 0) first = mark = left;
            report.way = first > 0.0 ? 1.0 - left / first : 0.0;
            if (turn > 0 && turn % stretch == 0 && left > 0.7 * std::exchange(mark, left)) return false;
        }
        const System& system = backend.assemble(landscape, c);
        if (!backend.free_system().solve_following(system, move, lack, p)) return false;
        const double limit = backend.largest_safe_step(landscape, c, p);
        double alpha = limit < 1.0 ? 0.6 * limit : 1.0;  // no gap falls to less than half of itself in one turn
        do {
            for (std::size_t i = 0; i < c.size(); ++i) trial[i] = c[i] + alpha * p[i];
            alpha *= 0.5;
        } while (!std::isfinite(backend.energy(landscape, trial)) && alpha > 1e-6);
        if (!(alpha > 1e-6)) return false;
        report.iterations.push_back({system.energy.value, backend.point_speed(p, dt), 0.0, limit, 2.0 * alpha, 0.0});
        c.swap(trial);
        backend.prescribe(time, target = c);
        if (is_free(landscape, c, target, backend)) return true;
    }
    return false;
}

bool is_led(const Model& model, const Backend& backend) {
    return model.constraints && !model.constraints->drives.empty() && model.scripts.empty() && backend.guarded();
}

}  // namespace

Descent travel(const Landscape& landscape, double time, const Going& going, Nodes& c, double dt,
               const NewtonSettings& settings, Backend& backend) {
    const Model& model = backend.model();
    Descent report;
    report.outcome = Outcome::converged;
    report.led = is_led(model, backend);
    Nodes target = c;
    backend.prescribe(time, target);
    if (goes_on(landscape, target, going, dt, settings, c, backend)) return report;
    if (target == c) return report;
    if (!backend.guarded()) {
        c = std::move(target);
        return report;
    }
    if (is_free(landscape, c, target, backend) || make_way(landscape, time, c, dt, backend, report)) {
        backend.prescribe(time, c);
        return report;
    }
    if (report.led) {  // there is nothing that could be pulled
        report.outcome = Outcome::held_up;
        return report;
    }
    Landscape pulled = landscape;
    NewtonSettings patience = settings;  // what does not give way soon gives way in smaller steps, or not at all
    patience.max_iterations = std::min(settings.max_iterations, 100);
    double stiffness = 1e3;
    for (int attempt = 0; !is_free(landscape, c, target, backend); ++attempt) {
        if (attempt == 30 || !report.reached()) {
            report.outcome = Outcome::held_up;
            return report;
        }
        // On the way, the other components of the nodes may have moved.
        backend.prescribe(time, target = c);
        pulled.pulls = pulls_to(target, model, stiffness);
        report.append(descend(pulled, c, dt, patience, backend, backend.travelling_system()));
        backend.prescribe(time, target = c);
        stiffness *= 2.0;
    }
    c = std::move(target);
    return report;
}

}  // namespace talweg
