#include "talweg/solve/adaptive_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "talweg/solve/cost_units.hpp"

namespace talweg {

namespace {

constexpr int few_iterations = 24;     // so many cost less than looking for something better
constexpr int first_look = 64;         // iterations after which it is worth an analysis at the latest
constexpr double usual_reuse = 8.0;    // iterations with a kept factor per solution, when it changes slowly
constexpr double usual_levels = 25.0;  // plain iterations that a solution with levels is worth, making them included
constexpr double levels_price = 40.0;  // and so many that making them is
constexpr int levels_few = 6;          // systems, over which making them is spread at least
constexpr int levels_first_from = 150000;  // unknowns: even solids that inertia governs are solved faster with them
constexpr double fading = 0.01;            // of what is believed of a way that is not used, a system
constexpr std::int32_t most_losses = 6;

}  // namespace

AdaptiveSolver::AdaptiveSolver(const BlockPattern& pattern, const Unknowns& unknowns)
    : pattern_(pattern),
      unknowns_(unknowns),
      direct_(pattern, unknowns),
      plain_iteration_(cg_iteration_cost(pattern.block_count(), pattern.node_count())) {
    choice_.of[levels].cost = usual_levels * plain_iteration_;
    if (unknowns.count() < levels_first_from) return;
    choice_.of[iterations].cost = 2.0 * choice_.of[levels].cost;
    choice_.way = levels;
}

CgSolver& AdaptiveSolver::cg() {
    if (!cg_) {
        cg_ = std::make_unique<CgSolver>(pattern_, unknowns_);
        if (interruption_) cg_->set_interruption(*interruption_);
    }
    if (places_) cg_->set_places(*places_, *kinds_);
    return *cg_;
}

void AdaptiveSolver::set_interruption(const Interruption& interruption) {
    interruption_ = &interruption;
    if (cg_) cg_->set_interruption(interruption);
    direct_.set_interruption(interruption);
}

void AdaptiveSolver::look_at_factors() {
    if (choice_.known) return;
    choice_.known = 1;
    choice_.fresh_cost = choice_.of[factors].cost = std::numeric_limits<double>::infinity();
    if (!direct_.direct().fits()) return;
    choice_.fresh_cost = (direct_.break_even() + 1.0) * direct_.iteration_cost();
    choice_.of[factors].cost = std::min(usual_reuse * direct_.iteration_cost(), choice_.fresh_cost);
}

/// Smaller systems are solved before levels pay.
bool AdaptiveSolver::is_open(int way) const {
    return way == iterations || (way == levels ? unknowns_.count() >= multilevel_from : choice_.known != 0);
}

double AdaptiveSolver::price(int way, double cost) const {
    if (way == iterations) return cost;
    return std::max(0.0, way == levels ? levels_price * plain_iteration_ : choice_.fresh_cost - cost);
}

/// In a system: half as many again as another way would cost.
double AdaptiveSolver::iterations_at_most() const {
    double other = std::numeric_limits<double>::infinity();
    if (choice_.way == iterations && is_open(levels)) other = choice_.of[levels].cost;
    if (choice_.known) other = std::min(other, choice_.fresh_cost);
    if (std::isinf(other) && !choice_.known) return first_look;
    return std::min(1e6, std::max<double>(first_look, 50.0 + 1.5 * other / cg_->iteration_cost()));
}

template <class Part>
bool AdaptiveSolver::charge(const Part& part) {
    const bool by_factors = last_ == factors;
    const auto spent = [&] { return by_factors ? direct_.spent() : cg().spent(); };
    const double before = spent();
    const bool done = part();
    const double cost = (spent() - before) * (by_factors ? direct_.iteration_cost() : 1.0);
    if (last_ == choice_.way) choice_.spent += cost;
    spent_ += cost;
    return done;
}

bool AdaptiveSolver::factorize(const BlockMatrix& h, double shift) {
    h_ = &h;
    shift_ = shift;
    ++choice_.systems;
    if (prepare()) return true;
    judge();  // what is not positive definite has cost something, too, and nobody will ask for its solution
    return false;
}

bool AdaptiveSolver::prepare() {
    last_ = choice_.way;
    if (choice_.way != levels && cg_) cg_->use_levels(false);
    if (choice_.way == factors) return charge([&] { return direct_.factorize(*h_, shift_); });
    cg().use_levels(choice_.way == levels);
    return charge([&] { return cg().factorize(*h_, shift_); });
}

bool AdaptiveSolver::solve(const std::vector<double>& r, std::vector<double>& p) {
    return solve_roughly(r, p) && refine(r, p);
}

bool AdaptiveSolver::solve_roughly(const std::vector<double>& r, std::vector<double>& p, const Enough& enough) {
    if (last_ != choice_.way && !prepare()) return false;  // a second right side, and the first has decided otherwise
    const bool found = attempt(r, p, enough);
    judge();
    return found;
}

bool AdaptiveSolver::refine(const std::vector<double>& r, std::vector<double>& p) {
    if (last_ == factors) return charge([&] { return direct_.refine(r, p); });
    cg().set_limit(
        static_cast<int>(2.0 * iterations_at_most()));  // three times the digits, and a part of them is there
    if (charge([&] { return cg().refine(r, p); })) {
        choice_.late = 0;
        return true;
    }
    if (believed(choice_.late)) return false;
    return factors_take_over() && attempt(r, p, {}) && direct_.refine(r, p);
}

/// Iterations that met a direction along which H does not seem to curve upwards. Where rounding can have made it seem
/// so, they are believed once, and the next time in a row a factor has to tell.
bool AdaptiveSolver::believed(std::int32_t& in_a_row) const {
    const bool doubtful = cg_->saw_indefinite() && !cg_->beyond_doubt();
    in_a_row = doubtful && in_a_row == 0 ? 1 : 0;
    return cg_->saw_indefinite() && (!doubtful || in_a_row == 1);
}

/// From iterations that failed. Where these saw a direction along which H does not seem to curve upwards and its factor
/// says the same, they were right, and go on.
bool AdaptiveSolver::factors_take_over() {
    const bool in_doubt = cg().saw_indefinite();
    const Choice before = choice_;
    hand_over(factors);
    last_ = factors;
    if ((!in_doubt || direct_.direct().fits()) && charge([&] { return direct_.factorize(*h_, shift_); })) {
        cg().use_levels(false);
        return true;
    }
    if (in_doubt) {
        const double asked = choice_.spent;
        choice_ = before;
        choice_.spent += asked;
        last_ = choice_.way;
    }
    return false;
}

bool AdaptiveSolver::solve_again(const std::vector<double>& r, double reduction, std::vector<double>& p) {
    return charge(
        [&] { return last_ == factors ? direct_.solve_again(r, reduction, p) : cg().solve_again(r, reduction, p); });
}

bool AdaptiveSolver::attempt(const std::vector<double>& r, std::vector<double>& p, const Enough& enough) {
    for (;;) {
        if (choice_.way == factors) return charge([&] { return direct_.solve_roughly(r, p, enough); });
        if (charge([&] { return attempt_iterations(r, p, enough); })) {
            choice_.doubts = 0;
            return true;
        }
        if (believed(choice_.doubts)) return false;
        if (cg().saw_indefinite()) {
            if (!factors_take_over()) return false;
        } else {
            give_up();
            if (!prepare()) return false;
        }
    }
}

/// Only when they have grown many it is found out how many are worth while.
bool AdaptiveSolver::attempt_iterations(const std::vector<double>& r, std::vector<double>& p, const Enough& enough) {
    cg().set_limit(static_cast<int>(iterations_at_most()));
    const bool found = cg().solve_roughly(r, p, enough);
    const bool many = is_open(levels) ? cg().iteration_count() * cg().iteration_cost() > first_look * plain_iteration_
                                      : cg().iteration_count() > few_iterations;
    const bool stuck = cg().out_of_turns() && !(choice_.way == iterations && is_open(levels));
    if ((found && many) || stuck) look_at_factors();
    if (found || !cg().out_of_turns()) return found;
    const double most = iterations_at_most();
    if (most <= cg().iteration_count()) return false;
    cg().set_limit(static_cast<int>(most));
    return cg().go_on(p, enough);
}

/// The way in use did not lead to the end of a system. It costs more than it has come to by now; another takes over.
void AdaptiveSolver::give_up() {
    Experience& failed = choice_.of[choice_.way];
    failed.cost = std::max(failed.cost, 2.0 * choice_.spent / std::max(1, choice_.systems));
    failed.seen = 1;
    failed.losses = std::min(most_losses, failed.losses + 1);
    failed.regret = 0.0;
    const bool better = !choice_.known || choice_.of[levels].cost < choice_.of[factors].cost;
    hand_over(choice_.way == iterations && is_open(levels) && better ? levels : factors);
}

/// A system, and those after it.
void AdaptiveSolver::hand_over(Way way) {
    choice_.way = way;
    choice_.before = none;
    choice_.spent = 0.0;
    choice_.systems = 1;
}

/// What the way in use has come to since it was last judged, and which one the next system goes to. Factors are judged
/// when they are worn, for it is their life that they cost something; levels when they are stale.
void AdaptiveSolver::judge() {
    const std::int32_t way = choice_.way;
    if (way == levels && (!cg().needs_levels() || choice_.systems < levels_few)) return;
    if (way == factors && !direct_.needs_factor()) return;
    const double cost = choice_.spent / std::max(1, choice_.systems);  // a matrix may serve twice
    Experience& used = choice_.of[way];
    used.cost = used.seen ? 0.5 * (used.cost + cost) : cost;
    used.seen = 1;
    if (choice_.before != none)
        used.losses = used.cost > choice_.of[choice_.before].cost ? std::min(most_losses, used.losses + 1) : 0;
    choice_.before = none;
    std::int32_t best = none;
    double gain = 0.0;
    for (const std::int32_t other : {iterations, levels, factors}) {
        if (other == way || !is_open(other)) continue;
        Experience& experience = choice_.of[other];
        experience.cost /= 1.0 + fading * choice_.systems / (1 << experience.losses);
        experience.regret = std::max(0.0, experience.regret + choice_.systems * (cost - experience.cost));
        const double left = experience.regret - price(other, cost) * (1 << experience.losses);
        if (left > gain) best = other, gain = left;
    }
    choice_.spent = 0.0;
    choice_.systems = 0;
    if (best == none) return;
    choice_.before = way;
    choice_.way = best;
    for (Experience& experience : choice_.of) experience.regret = 0.0;
}

void AdaptiveSolver::learn_from(const LinearSolver& earlier) {
    const auto* other = dynamic_cast<const AdaptiveSolver*>(&earlier);
    if (!other) return;
    choice_ = other->choice_;
    direct_.learn_from(other->direct_);
    if (choice_.way != levels || !other->cg_) return;
    cg().use_levels(true);
    cg().learn_from(*other->cg_);
}

std::vector<std::byte> AdaptiveSolver::save() const {
    const std::vector<std::byte> direct = direct_.save();
    const std::vector<std::byte> regions = cg_ && choice_.way == levels ? cg_->save() : std::vector<std::byte>();
    const std::uint64_t size = regions.size();
    std::vector<std::byte> bytes;
    for (const auto part : {std::as_bytes(std::span(&choice_, 1)), std::as_bytes(std::span(&size, 1)),
                            std::span<const std::byte>(regions), std::span<const std::byte>(direct)})
        bytes.insert(bytes.end(), part.begin(), part.end());
    return bytes;
}

void AdaptiveSolver::restore(std::span<const std::byte> saved) {
    std::uint64_t size = 0;
    constexpr std::size_t head = sizeof(Choice) + sizeof size;
    if (saved.size() >= head) std::memcpy(&size, saved.data() + sizeof(Choice), sizeof size);
    if (saved.size() < head || saved.size() - head < size) refuse_memory_of_another_scene();
    std::memcpy(&choice_, saved.data(), sizeof(Choice));
    for (Experience& experience : choice_.of) {
        experience.losses = std::clamp<std::int32_t>(experience.losses, 0, most_losses);
        if (!(experience.cost >= 0.0 && experience.regret >= 0.0)) refuse_memory_of_another_scene();
    }
    if (!(choice_.fresh_cost >= 0.0 && choice_.spent >= 0.0)) refuse_memory_of_another_scene();
    choice_.way = std::clamp<std::int32_t>(choice_.way, iterations, factors);
    choice_.before = std::clamp<std::int32_t>(choice_.before, iterations, none);
    choice_.systems = std::max<std::int32_t>(choice_.systems, 0);
    if (size > 0) {
        cg().use_levels(true);
        cg().restore(saved.subspan(head, size));
    }
    direct_.restore(saved.subspan(head + size));
}

}  // namespace talweg
