#ifdef TALWEG_WITH_CHOLMOD
#include "talweg/solve/reusing_solver.hpp"

#include <cstring>
#include <utility>

#include "talweg/math/error.hpp"

namespace talweg {

bool ReusingSolver::factorize(const BlockMatrix& h, double shift) {
    matrix_.set(h, shift);
    shift_ = shift;
    if (needs_factor()) return make_factor();
    account_.factor = Factor::kept;
    return true;
}

bool ReusingSolver::make_factor() {
    ++factorizations_;
    const bool made = direct_.factorize(matrix_.matrix(), shift_);
    account_.factor = made ? Factor::fresh : Factor::none;
    account_.solutions = 0;
    account_.spent = 0.0;
    enter(0, direct_.break_even());
    return made;
}

void ReusingSolver::enter(int solutions, double cost) {
    account_.solutions += solutions;
    account_.spent += cost;
    account_.all_solutions += solutions;
    account_.all_spent += cost;
}

bool ReusingSolver::solve(const std::vector<double>& r, std::vector<double>& p) {
    return solve_roughly(r, p) && refine(r, p);
}

bool ReusingSolver::solve_roughly(const std::vector<double>& r, std::vector<double>& p) {
    iterations_ = 0;
    iterating_ = account_.factor == Factor::kept;
    enter(1, 0.0);
    if (!iterating_) return solve_directly(r, p);
    unknowns_.spread(r, cg_.r);
    return iterate([&](const auto& h, const auto& m, int most) { return cg_.solve(h, m, rough_reduction, most); }, r,
                   p);
}

bool ReusingSolver::refine(const std::vector<double>& r, std::vector<double>& p) {
    return !iterating_ ||
           iterate([&](const auto& h, const auto& m, int most) { return cg_.go_on(h, m, full_reduction, most); }, r, p);
}

bool ReusingSolver::solve_directly(const std::vector<double>& r, std::vector<double>& p) {
    enter(0, 1.0);
    return account_.factor == Factor::fresh && direct_.solve(r, p);
}

template <class Solve>
bool ReusingSolver::iterate(const Solve& solve, const std::vector<double>& r, std::vector<double>& p) {
    bool solvable = true;
    const auto multiply = [&](const Nodes& d, Nodes& hd) { matrix_.multiply(d, hd); };
    const auto precondition = [&](const Nodes& residual, Nodes& z) {
        unknowns_.gather(residual, gathered_);
        solvable = direct_.solve(gathered_, solved_) && solvable;
        unknowns_.spread(solved_, z);
    };
    const Iterations done = solve(multiply, precondition, static_cast<int>(direct_.break_even()));
    enter(0, done.count - std::exchange(iterations_, done.count));
    if (done.count * account_.solutions > account_.spent) account_.factor = Factor::worn;
    unknowns_.gather(cg_.x, p);
    if (done.found && solvable && is_finite(p)) return true;
    iterating_ = false;
    if (done.indefinite || !make_factor()) return false;  // a factor of what is not positive definite does not exist
    enter(1, 0.0);
    return solve_directly(r, p);
}

std::vector<std::byte> ReusingSolver::save() const {
    if (account_.factor == Factor::none) return {};
    const std::vector<double>& values = direct_.factorized_values();
    std::vector<std::byte> bytes(sizeof(Account) + values.size() * sizeof(double));
    std::memcpy(bytes.data(), &account_, sizeof(Account));
    std::memcpy(bytes.data() + sizeof(Account), values.data(), values.size() * sizeof(double));
    return bytes;
}

void ReusingSolver::restore(std::span<const std::byte> saved) {
    if (saved.empty()) return;
    std::vector<double> values(direct_.factorized_values().size());
    if (saved.size() != sizeof(Account) + values.size() * sizeof(double))
        throw Error("the checkpoint holds a linear system of another size; start the run anew with --overwrite");
    std::memcpy(&account_, saved.data(), sizeof(Account));
    std::memcpy(values.data(), saved.data() + sizeof(Account), values.size() * sizeof(double));
    if (!direct_.factorize_values(std::move(values))) account_ = {};
}

}  // namespace talweg
#endif
