#include "talweg/solve/adaptive_solver.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "talweg/solve/cost_units.hpp"

namespace talweg {

namespace {

constexpr int few_iterations = 24;       // so many cost less than looking for something better
constexpr int first_look = 64;           // iterations after which it is worth an analysis at the latest
constexpr double usual_reuse = 8.0;      // iterations with a kept factor per solution, when it changes slowly
constexpr double enough_solutions = 8;   // to take their average for the cost to come
constexpr double most_entries = 5e8;     // of a factor: 4 GB
constexpr std::int32_t most_losses = 6;  // then every 2⁶th factor is an occasion to try iterations

}  // namespace

AdaptiveSolver::AdaptiveSolver(const BlockPattern& pattern, const Unknowns& unknowns)
    : pattern_(pattern), unknowns_(unknowns), direct_(pattern, unknowns) {}

CgSolver& AdaptiveSolver::cg() {
    if (!cg_) {
        cg_ = std::make_unique<CgSolver>(pattern_, unknowns_);
        if (interruption_) cg_->set_interruption(*interruption_);
    }
    // As much as a new factor costs is the most that iterations may.
    const double iteration = cg_iteration_cost(pattern_.block_count(), pattern_.node_count());
    cg_->set_limit(choice_.known ? 50 + static_cast<int>(std::min(1e6, choice_.fresh_cost / iteration)) : first_look);
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
    choice_.direct_cost = choice_.fresh_cost = std::numeric_limits<double>::infinity();
    if (direct_.direct().structure().entries > most_entries) return;
    choice_.fresh_cost = (direct_.break_even() + 1.0) * direct_.iteration_cost();
    choice_.direct_cost = std::min(usual_reuse * direct_.iteration_cost(), choice_.fresh_cost);
}

bool AdaptiveSolver::factorize(const BlockMatrix& h, double shift) {
    h_ = &h;
    shift_ = shift;
    if (choice_.direct != 0 && direct_.needs_factor() && --choice_.patience < 0) choice_.direct = 0;
    return choice_.direct != 0 ? direct_.factorize(h, shift) : cg().factorize(h, shift);
}

bool AdaptiveSolver::solve(const std::vector<double>& r, std::vector<double>& p) {
    return solve_roughly(r, p) && refine(r, p);
}

bool AdaptiveSolver::solve_roughly(const std::vector<double>& r, std::vector<double>& p) {
    directly_ = choice_.direct != 0;
    return directly_ ? settle(direct_.solve_roughly(r, p)) : weigh(cg().solve_roughly(r, p), rough_reduction, r, p);
}

bool AdaptiveSolver::refine(const std::vector<double>& r, std::vector<double>& p) {
    return directly_ ? settle(direct_.refine(r, p)) : weigh(cg().refine(r, p), full_reduction, r, p);
}

bool AdaptiveSolver::weigh(bool found, double reduction, const std::vector<double>& r, std::vector<double>& p) {
    const bool many = cg_->iteration_count() > few_iterations;
    if (many || !found) look_at_factors();
    // Only now it is known how many iterations are worth while.
    if (!found && cg_->out_of_turns() && cg_->iteration_count() <= first_look) found = cg().go_on(reduction, p);
    // Not positive definite, it seems; but rounding can make it seem so. Seen twice in a row, a factor has to tell.
    doubts_ = found ? 0 : doubts_ + 1;
    if (cg_->saw_indefinite() && doubts_ == 1) return false;
    const double blocks = pattern_.block_count(), nodes = pattern_.node_count();
    const double cost = cg_setup_cost(blocks, nodes) + cg_->iteration_count() * cg_iteration_cost(blocks, nodes);
    const bool lost = choice_.known && (cost > choice_.direct_cost || !found);
    choice_.direct = lost;
    if (lost) choice_.patience = 1 << choice_.losses;
    choice_.losses = lost ? std::min(most_losses, choice_.losses + 1) : 0;
    if (found) return true;
    doubts_ = 0;
    directly_ = true;
    return direct_.factorize(*h_, shift_) && settle(direct_.solve_roughly(r, p));
}

bool AdaptiveSolver::settle(bool found) {
    if (direct_.solution_count() >= enough_solutions)
        choice_.direct_cost = direct_.average_cost() * direct_.iteration_cost();
    return found;
}

void AdaptiveSolver::learn_from(const LinearSolver& earlier) {
    const auto* other = dynamic_cast<const AdaptiveSolver*>(&earlier);
    if (!other) return;
    choice_ = other->choice_;
    direct_.learn_from(other->direct_);
}

std::vector<std::byte> AdaptiveSolver::save() const {
    std::vector<std::byte> bytes = direct_.save();
    const auto view = std::as_bytes(std::span(&choice_, 1));
    bytes.insert(bytes.begin(), view.begin(), view.end());
    return bytes;
}

void AdaptiveSolver::restore(std::span<const std::byte> saved) {
    if (saved.size() < sizeof(Choice)) refuse_memory_of_another_scene();
    std::memcpy(&choice_, saved.data(), sizeof(Choice));
    choice_.losses = std::clamp<std::int32_t>(choice_.losses, 0, most_losses);
    direct_.restore(saved.subspan(sizeof(Choice)));
}

}  // namespace talweg
