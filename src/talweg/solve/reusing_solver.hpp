/// CHOLMOD whose factors serve as long as they pay: a factor of an earlier iteration or step is a very good
/// preconditioner for the matrix of now, and an iteration with it costs a small part of a new factorisation.
///
/// When to factorise anew is counted, not timed, so that runs repeat: costs are in solutions with the factor, a
/// factorisation costs break_even() of them. A factor is worn when the last solution cost more than the average of all
/// since it was made, its making included: from there on keeping it would only raise that average.
#pragma once
#include "talweg/solve/block_product.hpp"
#include "talweg/solve/cholmod_solver.hpp"
#include "talweg/solve/conjugate_gradients.hpp"

namespace talweg {

class ReusingSolver final : public LinearSolver {
public:
    ReusingSolver(const BlockPattern& pattern, const Unknowns& unknowns)
        : unknowns_(unknowns), matrix_(pattern, unknowns), direct_(pattern, unknowns) {}

    std::string_view name() const override { return "reuse"; }
    bool factorize(const BlockMatrix& h, double shift) override;
    bool solve(const std::vector<double>& r, std::vector<double>& p) override;
    bool solve_roughly(const std::vector<double>& r, std::vector<double>& p) override;
    bool refine(const std::vector<double>& r, std::vector<double>& p) override;
    void set_interruption(const Interruption& interruption) override { cg_.interruption = &interruption; }
    int analysis_count() const override { return direct_.analysis_count(); }
    const CholmodSolver& direct() const { return direct_; }
    /// Whether the next system will be factorised.
    bool needs_factor() const { return account_.factor == Factor::none || account_.factor == Factor::worn; }
    int factorization_count() const { return factorizations_; }
    /// All solutions so far, and what each of them cost on average, in solutions with a factor; their making counts.
    double solution_count() const { return account_.all_solutions; }
    double average_cost() const { return account_.all_spent / std::max(1.0, account_.all_solutions); }

    std::vector<std::byte> save() const override;
    void restore(std::span<const std::byte> saved) override;

private:
    enum class Factor : int { none, fresh, kept, worn };  // fresh: of the very matrix that was taken last
    struct Account {
        Factor factor = Factor::none;
        int solutions = 0;                            // with this factor
        double spent = 0.0;                           // on them and on the factor, in solutions with a factor
        double all_solutions = 0.0, all_spent = 0.0;  // with all factors so far
    };
    void enter(int solutions, double cost);
    bool make_factor();
    bool solve_directly(const std::vector<double>& r, std::vector<double>& p);
    template <class Solve>
    bool iterate(const Solve& solve, const std::vector<double>& r, std::vector<double>& p);

    Unknowns unknowns_;
    BlockProduct matrix_;
    double shift_ = 0.0;
    CholmodSolver direct_;
    Account account_;
    ConjugateGradients cg_;
    bool iterating_ = false;  // the last solution came from iterations, so many:
    int iterations_ = 0;
    std::vector<double> gathered_, solved_;
    int factorizations_ = 0;
};

}  // namespace talweg
