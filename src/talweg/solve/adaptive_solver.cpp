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
constexpr int many_iterations = 48;      // without levels: so many cost more than a solution with them
constexpr std::int32_t most_losses = 6;  // then every 2⁶th factor is an occasion to try iterations

}  // namespace

AdaptiveSolver::AdaptiveSolver(const BlockPattern& pattern, const Unknowns& unknowns)
    : pattern_(pattern), unknowns_(unknowns), direct_(pattern, unknowns) {}

CgSolver& AdaptiveSolver::cg() {
    if (!cg_) {
        cg_ = std::make_unique<CgSolver>(pattern_, unknowns_);
        if (interruption_) cg_->set_interruption(*interruption_);
    }
    if (places_) cg_->set_places(*places_, *kinds_);
    // As much as a new factor costs is the most that iterations may.
    const double iteration = cg_->iteration_cost();
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
    if (!direct_.direct().fits()) return;
    choice_.fresh_cost = (direct_.break_even() + 1.0) * direct_.iteration_cost();
    choice_.direct_cost = std::min(usual_reuse * direct_.iteration_cost(), choice_.fresh_cost);
}

bool AdaptiveSolver::factorize(const BlockMatrix& h, double shift) {
    h_ = &h;
    shift_ = shift;
    if (choice_.direct != 0 && direct_.needs_factor() && --choice_.patience < 0) choice_.direct = 0;
    if (choice_.direct == 0 && choice_.levels != 0 && cg().needs_levels() && --choice_.plain_patience < 0)
        choice_.levels = 0;
    return choice_.direct != 0 ? direct_.factorize(h, shift) : prepare_iterations();
}

bool AdaptiveSolver::prepare_iterations() {
    cg().use_levels(choice_.levels != 0);
    return cg().factorize(*h_, shift_);
}

bool AdaptiveSolver::solve(const std::vector<double>& r, std::vector<double>& p) {
    return solve_roughly(r, p) && refine(r, p);
}

bool AdaptiveSolver::solve_roughly(const std::vector<double>& r, std::vector<double>& p) {
    directly_ = choice_.direct != 0;
    return directly_ ? settle(direct_.solve_roughly(r, p)) : weigh(iterate(r, p), rough_reduction, r, p);
}

/// Iterations; where they do not get far in a large system, at once anew with levels.
bool AdaptiveSolver::iterate(const std::vector<double>& r, std::vector<double>& p) {
    if (cg().solve_roughly(r, p)) return true;
    if (!levels_may_pay() || choice_.levels != 0 || choice_.level_patience > 0 || !cg_->out_of_turns()) return false;
    choose_levels(std::numeric_limits<double>::infinity());
    return choice_.levels != 0 && prepare_iterations() && cg().solve_roughly(r, p);
}

/// Of the next systems, by what this solution cost.
void AdaptiveSolver::choose_levels(double cost) {
    if (choice_.levels == 0) {
        choice_.plain_cost = cost;
        const bool many = cg_->iteration_count() > many_iterations;
        if (choice_.level_patience > 0) --choice_.level_patience;
        choice_.plain_losses = many ? std::min(most_losses, choice_.plain_losses + 1) : 0;
        if (!many || choice_.level_patience > 0) return;
        choice_.levels = 1;
        choice_.plain_patience = 1 << choice_.plain_losses;
    } else if (cg_->average_cost() > choice_.plain_cost && cg_->needs_levels()) {
        choice_.levels = 0;
        choice_.level_losses = std::min(most_losses, choice_.level_losses + 1);
        choice_.level_patience = 4 << choice_.level_losses;
    } else if (cg_->average_cost() < choice_.plain_cost) {
        choice_.level_losses = 0;
    }
}

bool AdaptiveSolver::refine(const std::vector<double>& r, std::vector<double>& p) {
    return directly_ ? settle(direct_.refine(r, p)) : weigh(cg().refine(r, p), full_reduction, r, p);
}

bool AdaptiveSolver::weigh(bool found, double reduction, const std::vector<double>& r, std::vector<double>& p) {
    const double blocks = pattern_.block_count(), nodes = pattern_.node_count();
    const double spent = cg_->iteration_count() * cg_->iteration_cost();
    const bool many = levels_may_pay() ? spent > first_look * cg_iteration_cost(blocks, nodes)
                                       : cg_->iteration_count() > few_iterations;
    if (many || !found) look_at_factors();
    // Only now it is known how many iterations are worth while.
    if (!found && cg_->out_of_turns() && cg_->iteration_count() <= first_look) found = cg().go_on(reduction, p);
    // Not positive definite, it seems; but rounding can make it seem so. Seen twice in a row, a factor has to tell.
    doubts_ = found ? 0 : doubts_ + 1;
    if (cg_->saw_indefinite() && doubts_ == 1) return false;
    const double cost = cg_setup_cost(blocks, nodes) + cg_->iteration_count() * cg_->iteration_cost();
    if (levels_may_pay() && found && reduction == rough_reduction) choose_levels(cost);
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
    if (choice_.levels == 0 || !other->cg_) return;
    cg().use_levels(true);
    cg().learn_from(*other->cg_);
}

std::vector<std::byte> AdaptiveSolver::save() const {
    const std::vector<std::byte> direct = direct_.save();
    const std::vector<std::byte> levels = cg_ && choice_.levels != 0 ? cg_->save() : std::vector<std::byte>();
    const std::uint64_t size = levels.size();
    std::vector<std::byte> bytes;
    for (const auto part : {std::as_bytes(std::span(&choice_, 1)), std::as_bytes(std::span(&size, 1)),
                            std::span<const std::byte>(levels), std::span<const std::byte>(direct)})
        bytes.insert(bytes.end(), part.begin(), part.end());
    return bytes;
}

void AdaptiveSolver::restore(std::span<const std::byte> saved) {
    std::uint64_t size = 0;
    constexpr std::size_t head = sizeof(Choice) + sizeof size;
    if (saved.size() >= head) std::memcpy(&size, saved.data() + sizeof(Choice), sizeof size);
    if (saved.size() < head || saved.size() - head < size) refuse_memory_of_another_scene();
    std::memcpy(&choice_, saved.data(), sizeof(Choice));
    for (std::int32_t* losses : {&choice_.losses, &choice_.level_losses, &choice_.plain_losses})
        *losses = std::clamp<std::int32_t>(*losses, 0, most_losses);
    if (size > 0) {
        cg().use_levels(true);
        cg().restore(saved.subspan(head, size));
    }
    direct_.restore(saved.subspan(head + size));
}

}  // namespace talweg
