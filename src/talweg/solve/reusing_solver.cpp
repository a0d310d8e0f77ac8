#include "talweg/solve/reusing_solver.hpp"

#include <cmath>
#include <utility>

#include "talweg/solve/cost_units.hpp"
#include "talweg/solve/saved_factor.hpp"

namespace talweg {

namespace {

constexpr double worth_while = 0.9;  // of what new factors cost
constexpr int longest_row = 5;       // of losses: then 2⁵ systems are factorised at once

}  // namespace

bool ReusingSolver::factorize(const BlockMatrix& h, double shift) {
    if (!matrix_) matrix_ = std::make_unique<BlockProduct>(pattern_, unknowns_);
    matrix_->set(h, shift);
    shift_ = shift;
    if (!needs_factor()) {
        account_.factor = Factor::kept;
        return true;
    }
    if (account_.factor == Factor::fresh || account_.factor == Factor::kept) --account_.at_once;
    return make_factor();
}

bool ReusingSolver::make_factor() {
    ++factorizations_;
    account_.factor = Factor::none;  // should it be interrupted
    factorized_ = matrix_->matrix().values;
    const bool made = direct_.factorize(matrix_->matrix(), shift_);
    account_.shift = shift_;
    account_.factor = made ? Factor::fresh : Factor::none;
    account_.solutions = 0;
    account_.wear = Wear(break_even());
    spent_ += break_even();
    return made;
}

void ReusingSolver::wear_out() {
    account_.factor = Factor::worn;
    const bool paid = account_.wear.spent() < worth_while * (break_even() + 1.0) * account_.solutions;
    account_.losses = paid ? 0 : std::min(longest_row, account_.losses + 1);
    account_.at_once = paid ? 0 : 1 << account_.losses;
}

void ReusingSolver::begin_solution() {
    ++account_.solutions;
    account_.wear.begin_solution();
    iterations_ = 0;
    digits_ = 0.0;
}

void ReusingSolver::enter(double iterations, double digits) {
    account_.wear.enter(iterations, digits);
    spent_ += iterations;
}

bool ReusingSolver::solve(const std::vector<double>& r, std::vector<double>& p) {
    return solve_roughly(r, p) && refine(r, p);
}

bool ReusingSolver::solve_roughly(const std::vector<double>& r, std::vector<double>& p, const Enough& enough) {
    begin_solution();
    iterating_ = account_.factor == Factor::kept;
    if (!iterating_) return solve_directly(r, p);
    unknowns_.spread(r, cg_.r);
    const double first = enough ? first_reduction : rough_reduction;
    return iterate([&](const auto& h, const auto& m, int most) { return cg_.solve(h, m, first, most); }, r, p) &&
           (!enough || bring_down(enough(p), r, p));
}

bool ReusingSolver::refine(const std::vector<double>& r, std::vector<double>& p) {
    return bring_down(full_reduction, r, p);
}

bool ReusingSolver::bring_down(double reduction, const std::vector<double>& r, std::vector<double>& p) {
    return !iterating_ ||
           iterate([&](const auto& h, const auto& m, int most) { return cg_.go_on(h, m, reduction, most); }, r, p);
}

bool ReusingSolver::solve_again(const std::vector<double>& r, double reduction, std::vector<double>& p) {
    if (account_.factor == Factor::fresh) {
        spent_ += 1.0;
        return direct_.solve(r, p);
    }
    if (!iterating_) return false;  // the factor is of an earlier matrix, and has just not served
    bool solvable = true;
    unknowns_.spread(r, cg_.r);
    const Iterations done =
        cg_.solve([&](const Nodes& d, Nodes& hd) { return matrix_->multiply_along(d, hd); },
                  [&](const Nodes& residual, Nodes& z) { solvable = precondition(residual, z) && solvable; }, reduction,
                  static_cast<int>(break_even()) + 2);
    spent_ += done.count;
    unknowns_.gather(cg_.x, p);
    return done.found && solvable && is_finite(p);
}

bool ReusingSolver::precondition(const Nodes& r, Nodes& z) {
    unknowns_.gather(r, gathered_);
    const bool solvable = direct_.solve(gathered_, solved_);
    unknowns_.spread(solved_, z);
    return solvable;
}

bool ReusingSolver::solve_directly(const std::vector<double>& r, std::vector<double>& p) {
    enter(1.0, -std::log10(rough_reduction));
    return account_.factor == Factor::fresh && direct_.solve(r, p);
}

template <class Solve>
bool ReusingSolver::iterate(const Solve& solve, const std::vector<double>& r, std::vector<double>& p) {
    bool solvable = true;
    const auto multiply = [&](const Nodes& d, Nodes& hd) { return matrix_->multiply_along(d, hd); };
    const auto by_factor = [&](const Nodes& residual, Nodes& z) { solvable = precondition(residual, z) && solvable; };
    const Iterations done = solve(multiply, by_factor, static_cast<int>(break_even()) + 2);
    const int more = done.count - std::exchange(iterations_, done.count);
    enter(more, cg_.digits() - std::exchange(digits_, cg_.digits()));
    if (account_.wear.worn()) wear_out();
    unknowns_.gather(cg_.x, p);
    if (done.found && solvable && is_finite(p)) return true;
    iterating_ = false;
    if (done.indefinite || !make_factor()) return false;  // a factor of what is not positive definite does not exist
    begin_solution();
    return solve_directly(r, p);
}

double ReusingSolver::iteration_cost() {
    return direct_.solution_cost() + product_cost(pattern_.block_count(), pattern_.node_count());
}

double ReusingSolver::break_even() {
    return factorisation_cost(direct_.structure().flops, direct_.structure().entries) / iteration_cost();
}

void ReusingSolver::learn_from(const LinearSolver& earlier) {
    const auto* other = dynamic_cast<const ReusingSolver*>(&earlier);
    if (!other) return;
    direct_.learn_from(other->direct_);
    account_.losses = other->account_.losses;
    account_.at_once = other->account_.at_once;
}

std::vector<std::byte> ReusingSolver::save() const {
    const std::vector<std::byte> order = direct_.save();
    if (order.empty()) return {};
    const bool kept = account_.factor != Factor::none;
    return save_factor(account_, order, kept ? std::span<const Mat3>(factorized_) : std::span<const Mat3>());
}

void ReusingSolver::restore(std::span<const std::byte> saved) {
    if (saved.empty()) return;
    SavedFactor<Account> read = read_factor<Account>(saved, pattern_.block_count());
    account_ = read.account;
    direct_.restore(read.order);
    if (read.values.empty()) return;
    BlockMatrix earlier{{&pattern_, [](const BlockPattern*) {}}, std::move(read.values)};
    if (!direct_.factorize(earlier, account_.shift)) account_.factor = Factor::none;
    factorized_ = std::move(earlier.values);
}

}  // namespace talweg
