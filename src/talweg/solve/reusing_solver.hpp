/// Cholesky factors that serve as long as they pay: a factor of an earlier iteration or step is a very good
/// preconditioner for the matrix of now, and an iteration with it costs a small part of a new factorisation.
///
/// When to factorise anew is counted, not timed, so that runs repeat: costs are in iterations with the factor, a
/// factorisation costs break_even() of them. A factor is worn when the last solution cost more than the average of all
/// since it was made, its making included: from there on keeping it would only raise that average. Where factors wear
/// out before they have paid, as when contacts come and go, the next systems are factorised at once: one, then two,
/// four, …
#pragma once
#include "talweg/solve/block_product.hpp"
#include "talweg/solve/cholesky_solver.hpp"
#include "talweg/solve/conjugate_gradients.hpp"
#include "talweg/solve/wear.hpp"

namespace talweg {

class ReusingSolver final : public LinearSolver {
public:
    ReusingSolver(const BlockPattern& pattern, const Unknowns& unknowns)
        : pattern_(pattern), unknowns_(unknowns), direct_(pattern, unknowns) {}

    std::string_view name() const override { return "reuse"; }
    bool factorize(const BlockMatrix& h, double shift) override;
    bool solve(const std::vector<double>& r, std::vector<double>& p) override;
    bool solve_roughly(const std::vector<double>& r, std::vector<double>& p, const Enough& enough = {}) override;
    bool refine(const std::vector<double>& r, std::vector<double>& p) override;
    bool solve_again(const std::vector<double>& r, double reduction, std::vector<double>& p) override;
    void set_interruption(const Interruption& interruption) override {
        cg_.interruption = &interruption;
        direct_.set_interruption(interruption);
    }
    int analysis_count() const override { return direct_.analysis_count(); }
    void learn_from(const LinearSolver& earlier) override;
    CholeskySolver& direct() { return direct_; }
    /// Whether the next system will be factorised.
    bool needs_factor() const {
        return account_.factor == Factor::none || account_.factor == Factor::worn || account_.at_once > 0;
    }
    int factorization_count() const { return factorizations_; }
    /// What an iteration with a factor costs, in units of solve/cost_units.hpp; and so many make a factor.
    double iteration_cost();
    double break_even();
    /// On all solutions so far, in iterations; the making of factors counts.
    double spent() const { return spent_; }

    std::vector<std::byte> save() const override;
    void restore(std::span<const std::byte> saved) override;

private:
    enum class Factor : int { none, fresh, kept, worn };  // fresh: of the very matrix that was taken last
    struct Account {
        Factor factor = Factor::none;
        int solutions = 0;            // with this factor
        Wear wear;                    // of it
        double shift = 0.0;           // of the matrix that was factorised
        int losses = 0, at_once = 0;  // factors in a row that did not pay; systems to factorise at once
    };
    void begin_solution();
    void enter(double iterations, double digits);
    void wear_out();
    bool make_factor();
    bool bring_down(double reduction, const std::vector<double>& r, std::vector<double>& p);
    bool solve_directly(const std::vector<double>& r, std::vector<double>& p);
    bool precondition(const Nodes& r, Nodes& z);
    template <class Solve>
    bool iterate(const Solve& solve, const std::vector<double>& r, std::vector<double>& p);

    const BlockPattern& pattern_;
    Unknowns unknowns_;
    std::unique_ptr<BlockProduct> matrix_;  // none before the first system: `auto` may never come here
    double shift_ = 0.0;
    CholeskySolver direct_;
    Account account_;
    std::vector<Mat3> factorized_;  // the matrix that the factor is of
    ConjugateGradients cg_;
    bool iterating_ = false;  // the last solution came from iterations, so many:
    int iterations_ = 0;
    double digits_ = 0.0;
    std::vector<double> gathered_, solved_;
    int factorizations_ = 0;
    double spent_ = 0.0;
};

}  // namespace talweg
