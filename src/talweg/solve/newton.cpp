#include "talweg/solve/newton.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "talweg/solve/line_search.hpp"

namespace talweg {

namespace {

constexpr double not_found = std::numeric_limits<double>::quiet_NaN();

/// The fall that a direction still promises is below the rounding of E.
bool drowns(double slope, const EnergySum& energy) { return -0.5 * slope <= rounding(energy); }

/// Tells when rounding, not the landscape, keeps the residual up: the promised fall drowns, and the residual has
/// stopped shrinking.
class FloorWatch {
public:
    bool reached(const EnergySum& energy, double slope, double residual) {
        idle_ = drowns(slope, energy) && residual > 0.5 * best_ ? idle_ + 1 : 0;
        best_ = std::min(best_, residual);
        return idle_ >= 2;
    }

private:
    double best_ = std::numeric_limits<double>::infinity();
    int idle_ = 0;
};

/// Which Hessian directions come from: the exact one, with which Newton converges fastest, until it leads nowhere;
/// then, for some iterations, the one that is projected element by element and always leads down.
class Projection {
public:
    Hessian kind() const { return left_ > 0 ? Hessian::projected : Hessian::exact; }
    /// False when it was projected already.
    bool demand() { return std::exchange(left_, at_a_time) == 0; }
    void relax() { left_ = std::max(0, left_ - 1); }

private:
    static constexpr int at_a_time = 4;
    int left_ = 0;
};

/// The diagonal shift: none, until a direction fails; then growing, and fading again with every success.
class Regularization {
public:
    double value() const { return value_; }
    /// Too weak to shorten a direction noticeably: what it promises is what the landscape has to give.
    bool weak() const { return value_ <= weakest; }
    bool raise() {
        value_ = std::max(weakest, 100.0 * value_);
        return value_ <= strongest;
    }
    void relax() { value_ = value_ > weakest ? 0.01 * value_ : 0.0; }

private:
    static constexpr double weakest = 1e-8, strongest = 1e4;
    double value_ = 0.0;
};

}  // namespace

const char* describe(Outcome outcome) {
    switch (outcome) {
        case Outcome::converged:
            return "converged";
        case Outcome::at_floor:
            return "stopped at the floor of rounding";
        case Outcome::stalled:
            return "no direction leads down";
        case Outcome::out_of_turns:
            return "too many iterations";
        case Outcome::held_up:
            return "scripted points cannot get where they belong";
    }
    return "";
}

Descent descend(const Landscape& landscape, Nodes& c, double dt, const NewtonSettings& settings, Backend& backend) {
    Descent report;
    FloorWatch floor;
    Projection projection;
    Regularization shift;
    Nodes p, trial;
    const auto ended = [&](Outcome outcome) {
        report.outcome = outcome;
        return report;
    };
    while (static_cast<int>(report.iterations.size()) < settings.max_iterations) {
        if (settings.interrupted && settings.interrupted()) throw Interrupted();
        const System& system = backend.assemble(landscape, c, projection.kind());
        if (!std::isfinite(system.energy.value)) return ended(Outcome::stalled);
        report.potentials = system.potentials;
        double slope = backend.solve_roughly(shift.value(), p) ? inner_product(system.gradient, p) : not_found;
        if (!(slope <= 0.0)) {
            if (!projection.demand() && !shift.raise()) return ended(Outcome::stalled);
            continue;
        }
        report.residual = backend.point_speed(p, dt);
        const bool moved = !report.iterations.empty();
        if (moved && shift.value() == 0.0 && report.residual <= settings.tolerance && backend.refine(p)) {
            report.residual = backend.point_speed(p, dt);  // only now known to be small
            if (report.residual <= settings.tolerance) return ended(Outcome::converged);
            slope = inner_product(system.gradient, p);
        }
        if (shift.weak() && floor.reached(system.energy, slope, report.residual)) return ended(Outcome::at_floor);

        const double limit = backend.largest_safe_step(landscape, c, p);
        const double alpha = line_search(landscape, c, p, limit, system.energy, slope, backend, trial);
        if (alpha == 0.0) {
            if (shift.weak() && drowns(slope, system.energy)) return ended(Outcome::at_floor);
            if (!projection.demand() && !shift.raise()) return ended(Outcome::stalled);
            continue;
        }
        report.iterations.push_back({system.energy.value, report.residual, slope, limit, alpha, shift.value()});
        c.swap(trial);
        projection.relax();
        shift.relax();
    }
    return ended(Outcome::out_of_turns);
}

}  // namespace talweg
