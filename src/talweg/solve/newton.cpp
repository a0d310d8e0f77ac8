#include "talweg/solve/newton.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "talweg/solve/exact_curvature.hpp"
#include "talweg/solve/line_search.hpp"
#include "talweg/solve/mixed_hessian.hpp"

namespace talweg {

namespace {

constexpr double not_found = std::numeric_limits<double>::quiet_NaN();

/// The fall that a direction still promises is below the rounding of E.
bool is_below_rounding(double slope, const EnergySum& energy) { return -0.5 * slope <= rounding(energy); }

/// Tells when rounding, not the landscape, keeps the residual up: the promised fall is below it, and the residual has
/// stopped shrinking.
class FloorWatch {
public:
    bool reached(const EnergySum& energy, double slope, double residual) {
        idle_ = is_below_rounding(slope, energy) && residual > 0.5 * best_ ? idle_ + 1 : 0;
        best_ = std::min(best_, residual);
        return idle_ >= 2;
    }

private:
    double best_ = std::numeric_limits<double>::infinity();
    int idle_ = 0;
};

/// Tells when a descent leads nowhere in any time worth waiting for: a hundred iterations that brought neither a
/// thousandth of the fall so far nor a slope ten times flatter.
class CrawlWatch {
public:
    bool crawls(double energy, double slope, std::size_t iterations) {
        flattest_ = std::min(flattest_, std::fabs(slope));
        if (iterations == 0) first_ = last_ = energy;
        if (iterations == 0 || iterations % stretch != 0 || iterations == looked_) return false;
        const bool idle = last_ - energy < 1e-3 * (first_ - energy) && flattest_ > 0.1 * before_;
        looked_ = iterations;
        last_ = energy;
        before_ = flattest_;
        return idle;
    }

private:
    static constexpr std::size_t stretch = 100;
    double first_ = 0.0, last_ = 0.0;  // energies at the start, and where it was looked last
    double flattest_ = std::numeric_limits<double>::infinity(), before_ = flattest_;
    std::size_t looked_ = 0;
};

/// A move that a line search found, and where from c it leads.
struct Move {
    double limit = 1.0, slope = 0.0;
    Step step = {};
    Nodes to = {};
};

/// A whole step falls by slope/2 + r, r of third order, and leaves about 3 r of the slope: such a part of the last
/// direction is to come. All of it after a step that was cut short.
double left_undone(const Move& move) {
    return move.step.alpha == 1.0 ? 3.0 * std::fabs(move.step.change / move.slope - 0.5) : 1.0;
}

/// Which Hessian directions come from: the exact one, with which Newton converges fastest, until it leads nowhere;
/// then, for some iterations, the one that is projected element by element and always leads down. Where that has become
/// a habit, as when cloth buckles, only as large a share of it as leads down, which is found as a trust region is: four
/// times as much after a failure or a move cut short, a quarter after one that kept its promise. At once where the
/// exact one fails after whole moves that fell as foretold: nothing but projection makes these so short.
class Projection {
public:
    Hessian kind() const { return share() > 0.0 ? Hessian::projected : Hessian::exact; }
    /// Of the projected Hessian in what directions come from, 0 to 1.
    double share() const { return left_ > 0 ? 1.0 : share_; }
    bool mixed() const { return share() > 0.0 && share() < 1.0; }
    /// False when it was projected already.
    bool demand() {
        looking_ = false;
        if (foretold_ >= at_a_time && left_ == 0) moves_ = std::max(moves_, habit);
        if (moves_ < habit) return std::exchange(left_, at_a_time) == 0;
        return std::exchange(share_, std::min(1.0, std::max(least_share, 4.0 * share_))) < 1.0;
    }
    /// There was a move: what was said of the place before is no longer of interest.
    void relax(const Move& move) {
        constexpr double hardly = 0.1;
        moves_ += share() > 0.0 ? 1 : 0;
        foretold_ = share() == 1.0 && left_undone(move) <= hardly ? foretold_ + 1 : 0;
        if (share_ > 0.0 && move.step.alpha <= 0.5 * move.limit)
            share_ = std::min(1.0, 4.0 * share_);
        else if (share_ > 0.0 && move.step.change <= 0.9 * 0.5 * move.slope)
            share_ = share_ > least_share ? 0.25 * share_ : 0.0;
        left_ = moves_ < habit ? std::max(0, left_ - 1) : 0;
        looking_ = refuted_ = false;
    }
    /// A projected Hessian is too stiff a judge of what is settled: true when the exact one is to look once more.
    bool look_exactly() {
        looking_ = share() > 0.0;
        left_ = 0;
        share_ = 0.0;
        return looking_;
    }
    /// The exact one was asked for the last word and, being indefinite, has none.
    bool looked_in_vain() const { return looking_; }
    /// The exact one says that this place is not settled, whatever the projected one will say.
    void refute() { refuted_ = refuted_ || share() == 0.0; }
    bool refuted() const { return refuted_; }

private:
    static constexpr int at_a_time = 4;
    static constexpr int habit = 16;
    static constexpr double least_share = 1.0 / 256.0;
    int left_ = 0, moves_ = 0;  // projected ones to come, and all there were
    int foretold_ = 0;          // whole moves in a row by projected ones that fell as foretold
    double share_ = 0.0;
    bool looking_ = false, refuted_ = false;
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

/// A whole step fell by change where slope was promised: where the parabola through both is lowest, in such steps. The
/// Hessian's own parabola falls by slope / 2 and is lowest at 1; far ahead, or upside down, it is believed up to 4.
double lowest_of_parabola(const Move& move) { return 0.5 / std::max(0.125, 1.0 - move.step.change / move.slope); }

/// Of the foresights that are worth while over all scenes of the gallery this bound keeps nine in
/// ten, and lets one in vain through for twenty of them.
bool is_nearly_there(const Move& move, double residual, double tolerance) {
    constexpr double part = 0.1;
    return move.step.alpha == 1.0 && left_undone(move) * residual <= part * tolerance;
}

/// How far the residual of a direction of the exact Hessian has to come down: no farther than the next place will undo
/// (Eisenstat and Walker, SIAM J. Sci. Comput. 17, 1996), nor than the tolerance asks for. What directions of a
/// projected one leave undone is due to the projection and says nothing of what is to come; of a mixed one, which is
/// nearly singular, the last digits are of motions that are cut short anyhow, and cost most.
class Forcing {
public:
    double enough(double residual, double tolerance) const {
        constexpr double of_undone = 0.1, of_tolerance = 0.03;
        return std::clamp(std::max(of_undone * undone_, of_tolerance * tolerance / residual), rough_reduction,
                          first_reduction);
    }
    void learn(const Move& move) { undone_ = left_undone(move); }

private:
    double undone_ = 0.0;  // by the last move of the step
};

/// The first length along p that leads down. Where a collision of one body cuts p short, the others are let go on;
/// where p fell by more than its half, because a projected Hessian is too stiff, it is gone farther; where
/// the quadratic model falls short, perhaps because a stiff piece turns, the way of a turn is tried as well. The
/// lowest place is taken.
void search(const Landscape& landscape, const Nodes& c, const System& system, Hessian kind, double slope,
            double negligible, Nodes& p, Backend& backend, Move& move, Move& other) {
    const auto along = [&](const Nodes& way, double slope_of_way, Move& into, double least = shortest_move) {
        into.slope = slope_of_way;
        into.limit = backend.largest_safe_step(landscape, c, way);
        into.step = line_search(landscape, c, way, into.limit, system.energy, slope_of_way, backend, into.to, least);
    };
    const auto try_also = [&](const Nodes& way) {
        const double slope_of_way = inner_product(system.gradient, way);
        if (!(slope_of_way < 0.0)) return false;
        along(way, slope_of_way, other);
        if (other.step.alpha == 0.0 || (move.step.alpha > 0.0 && other.step.change >= move.step.change)) return false;
        std::swap(move, other);
        return true;
    };
    along(p, slope, move);
    const bool as_promised = move.step.alpha == 1.0 && move.step.change <= 0.9 * 0.5 * slope;
    if (move.limit < 0.5) {
        Nodes cut = p;
        if (backend.cut(landscape, c, cut)) try_also(cut);
    }
    Nodes farther;
    for (double length = 1.0; move.step.alpha == 1.0 && move.step.change < 0.55 * move.slope;) {
        length *= lowest_of_parabola(move);
        farther = p;
        for (Vec3& d : farther) d = length * d;
        if (!try_also(farther)) break;
    }
    // Near a saddle, where only a projected Hessian has directions, the slope may stay what it is all along p, and
    // values say nothing: what changes it lies ahead.
    constexpr double hardly = 1e-2, farthest = 1e6;
    bool found = false;
    if (kind == Hessian::projected && move.step.alpha < hardly && is_below_rounding(slope, system.energy))
        for (double length = 4.0; length < farthest; length *= 4.0) {
            farther = p;
            for (Vec3& d : farther) d = length * d;
            along(farther, length * slope, other, 0.9);
            if (other.limit < 1.0 || (found && other.step.alpha == 0.0)) break;
            if (other.step.alpha == 0.0) continue;
            std::swap(move, other);
            found = true;
        }
    if (!as_promised && backend.bend(landscape, c, negligible, p)) try_also(p);
}

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
    return descend(landscape, c, dt, settings, backend, backend.free_system());
}

Descent descend(const Landscape& landscape, Nodes& c, double dt, const NewtonSettings& settings, Backend& backend,
                FreeSystem& unknowns) {
    Descent report;
    FloorWatch floor;
    Projection projection;
    Regularization shift;
    CrawlWatch watch;
    ExactCurvature curvature;
    MixedHessian hessian(backend, unknowns);
    Forcing forcing;
    bool crawling = false;
    int in_vain = 0;              // directions that a factor from before did not serve for
    int halved = 0;               // moves in a row that were a quarter of what was wanted at most
    double foreseen = not_found;  // the slope along the last direction, where its Hessian may serve for the last word
    Nodes p;
    Move move, other;
    const auto ended = [&](Outcome outcome) {
        report.outcome = outcome;
        return report;
    };
    for (;;) {
        backend.interruption().check();
        const bool improvable =
            crawling && projection.share() == 1.0 && shift.value() == 0.0 && !unknowns.constrained();
        // Reduced bodies: one factor serves several directions, and the last word is foreseen beyond doubt.
        const bool exactly = projection.kind() == Hessian::exact && shift.value() == 0.0 && !crawling;
        const bool tried = exactly && !report.iterations.empty() && in_vain < 2;
        const System* again = tried ? backend.assemble_again(landscape, c, unknowns, p) : nullptr;
        if (again) {
            if (const auto left = backend.foresee(landscape, c, unknowns, p, dt, settings.tolerance)) {
                report.residual = backend.point_speed(p, dt);
                report.left = *left;
                report.potentials = again->potentials;
                return ended(Outcome::converged);
            }
            if (!backend.refine_again(rough_reduction, p)) again = nullptr;
        }
        in_vain += tried && !again ? 1 : 0;
        if (const double slope_before = std::exchange(foreseen, not_found); std::isfinite(slope_before))
            if (const auto left =
                    backend.settlement_by_last(landscape, c, unknowns, slope_before, settings.tolerance, p)) {
                report.residual = backend.point_speed(p, dt);
                report.left = *left;
                report.potentials = backend.system().potentials;
                report.gradient = backend.system().gradient;
                return ended(Outcome::converged);
            }
        if (improvable) curvature.keep(backend.assemble(landscape, c, Hessian::exact).hessian);
        const System& system = again ? *again : hessian.assemble(landscape, c, projection.share());
        if (!std::isfinite(system.energy.value)) return ended(Outcome::stalled);
        report.potentials = system.potentials;
        const FreeSystem::Enough as_needed = [&](const Nodes& d) {
            return projection.mixed() ? first_reduction
                                      : forcing.enough(backend.point_speed(d, dt), settings.tolerance);
        };
        const FreeSystem::Enough roughly = {};
        const bool found = again || unknowns.solve_roughly(system.hessian, shift.value(), system.gradient, p,
                                                           projection.share() == 1.0 ? roughly : as_needed);
        if (found && improvable) curvature.improve(unknowns, system.gradient, backend.interruption(), p);
        const auto balance = [&] { again ? backend.balance_again(unknowns, p) : backend.balance(unknowns); };
        if (found) balance();
        double slope = found ? inner_product(system.gradient, p) : not_found;
        if (unknowns.constrained() && slope > 0.0 && slope <= rounding(system.energy)) slope = 0.0;  // of A p = 0
        if (!(slope <= 0.0)) {
            if (projection.looked_in_vain())
                return ended(report.left.settled() ? Outcome::converged : Outcome::at_floor);
            if (!projection.demand() && !shift.raise()) return ended(Outcome::stalled);
            continue;
        }
        report.residual = backend.point_speed(p, dt);
        const bool near = shift.weak() && report.residual <= settings.tolerance;
        const bool sinking = shift.weak() && floor.reached(system.energy, slope, report.residual);
        bool last = false;
        // With the Hessian's own direction, solved tightly.
        const auto judge = [&] {
            // A direction of a projected one that is far from settled as it is needs not be known better.
            constexpr double far = 2.0;
            if (projection.share() > 0.0 &&
                backend.settlement(landscape, c, p, settings.tolerance).excess_beyond_rounding > far)
                return false;
            if (!(again        ? backend.refine_again(full_reduction, p)
                  : improvable ? unknowns.solve(system.hessian, shift.value(), system.gradient, p)
                               : unknowns.refine(p)))
                return false;
            balance();
            report.residual = backend.point_speed(p, dt);  // only now known to be small
            slope = inner_product(system.gradient, p);
            report.left = backend.settlement(landscape, c, p, settings.tolerance);
            return !projection.refuted();
        };
        if ((near || sinking) && judge()) {
            if (report.left.settled()) {
                if (projection.look_exactly()) continue;
                if (!report.iterations.empty()) {
                    if (!again)
                        report.gradient = unknowns.constrained() ? backend.gradient_before_balance() : system.gradient;
                    return ended(Outcome::converged);
                }
                last = true;  // even so: what has hardly a reason to move is not kept from moving
            } else if (sinking && report.left.settled_but_for_rounding()) {
                if (projection.look_exactly()) continue;
                return ended(Outcome::at_floor);
            }
        }
        if (again && sinking) {  // what rounding can do at most, only the whole Hessian knows
            in_vain = 2;
            continue;
        }

        const bool crawls = watch.crawls(system.energy.value, slope, report.iterations.size());
        if (static_cast<int>(report.iterations.size()) >= settings.max_iterations || (crawls && crawling))
            return ended(Outcome::out_of_turns);
        crawling = crawling || crawls;  // once, the exact Hessian is to have a say before it is given up
        search(landscape, c, system, projection.kind(), slope, settings.tolerance * dt, p, backend, move, other);
        if (move.step.alpha == 0.0) {
            if (again) in_vain = 2;
            if (last) return ended(Outcome::converged);
            // p may have been bent since, or never been solved for tightly.
            if (shift.weak() && judge() && report.left.settled_but_for_rounding()) {
                if (projection.look_exactly()) continue;
                return ended(report.left.settled() ? Outcome::converged : Outcome::at_floor);
            }
            if (shift.weak()) projection.refute();
            if (!projection.demand() && !shift.raise()) return ended(Outcome::stalled);
            continue;
        }
        report.iterations.push_back(
            {system.energy.value, report.residual, move.slope, move.limit, move.step.alpha, shift.value()});
        c.swap(move.to);
        if (exactly && !again && !unknowns.constrained() && landscape.inertia > 0.0 &&
            is_nearly_there(move, report.residual, settings.tolerance))
            foreseen = slope;
        if (last) {
            backend.energy(landscape, c, &report.potentials);
            return ended(Outcome::converged);
        }
        projection.relax(move);
        forcing.learn(move);
        hessian.leave();
        shift.relax();
        // Far too long a direction: perhaps past places where friction turns round, which the projected one foresees.
        halved = move.step.alpha <= 0.25 * move.limit ? halved + 1 : 0;
        if (move.step.alpha < 0.1 * move.limit || halved == 3) projection.demand();
    }
}

}  // namespace talweg
