#ifdef TALWEG_WITH_CHOLMOD
#include "talweg/solve/reusing_solver.hpp"

#include <cstring>

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
    if (account_.factor == Factor::kept) {
        if (solve_iteratively(r, p)) return true;
        if (!make_factor()) return false;
    }
    enter(1, 1.0);
    return account_.factor == Factor::fresh && direct_.solve(r, p);
}

bool ReusingSolver::solve_iteratively(const std::vector<double>& r, std::vector<double>& p) {
    unknowns_.spread(r, vectors_.r);
    bool solvable = true;
    const auto precondition = [&](const Nodes& residual, Nodes& z) {
        unknowns_.gather(residual, gathered_);
        solvable = direct_.solve(gathered_, solved_) && solvable;
        unknowns_.spread(solved_, z);
    };
    const Iterations done = conjugate_gradients([&](const Nodes& d, Nodes& hd) { matrix_.multiply(d, hd); },
                                                precondition, static_cast<int>(direct_.break_even()), vectors_, x_);
    enter(1, done.count);
    if (done.count * account_.solutions > account_.spent) account_.factor = Factor::worn;
    unknowns_.gather(x_, p);
    return done.found && solvable && is_finite(p);
}

std::vector<std::byte> ReusingSolver::memory() const {
    if (account_.factor == Factor::none) return {};
    const std::vector<double>& values = direct_.factorized_values();
    std::vector<std::byte> bytes(sizeof(Account) + values.size() * sizeof(double));
    std::memcpy(bytes.data(), &account_, sizeof(Account));
    std::memcpy(bytes.data() + sizeof(Account), values.data(), values.size() * sizeof(double));
    return bytes;
}

void ReusingSolver::recall(std::span<const std::byte> memory) {
    if (memory.empty()) return;
    std::vector<double> values(direct_.factorized_values().size());
    if (memory.size() != sizeof(Account) + values.size() * sizeof(double))
        throw Error("the checkpoint holds a linear system of another size; start the run anew with --overwrite");
    std::memcpy(&account_, memory.data(), sizeof(Account));
    std::memcpy(values.data(), memory.data() + sizeof(Account), values.size() * sizeof(double));
    if (!direct_.factorize_values(std::move(values))) account_ = {};
}

}  // namespace talweg
#endif
