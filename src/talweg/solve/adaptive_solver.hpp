/// Conjugate gradients on their own, or Cholesky factors that are kept while they pay: whichever has proved cheaper for
/// this system.
///
/// Where inertia dominates, a few iterations with an incomplete factorisation beat any factor; where stiffness does, or
/// the mesh is a sheet whose factors are small, factors win. The costs of both are counted (solve/cost_units.hpp) and
/// never timed, so that runs repeat. Nothing is analysed for factors before iterations have grown many. Once factors
/// have won, iterations are tried again when a new factor is due, at first soon, then ever more seldom while they lose.
/// In large systems iterations that have grown many get levels of regions (solve/multilevel), as long as these cost
/// less than iterations did without; that is tried again in the same way.
#pragma once
#include "talweg/solve/cg_solver.hpp"
#include "talweg/solve/reusing_solver.hpp"

namespace talweg {

class AdaptiveSolver final : public LinearSolver {
public:
    AdaptiveSolver(const BlockPattern& pattern, const Unknowns& unknowns);

    /// Of the solver that the next system goes to.
    std::string_view name() const override {
        return choice_.direct != 0 ? direct_.name() : choice_.levels != 0 ? "multilevel" : "cg";
    }
    bool factorize(const BlockMatrix& h, double shift) override;
    bool solve(const std::vector<double>& r, std::vector<double>& p) override;
    bool solve_roughly(const std::vector<double>& r, std::vector<double>& p) override;
    bool refine(const std::vector<double>& r, std::vector<double>& p) override;
    bool solve_again(const std::vector<double>& r, double reduction, std::vector<double>& p) override {
        return directly_ ? direct_.solve_again(r, reduction, p) : cg().solve_again(r, reduction, p);
    }
    void set_places(const Nodes& c, const std::vector<NodeKind>& kinds) override { places_ = &c, kinds_ = &kinds; }
    void set_interruption(const Interruption& interruption) override;
    int analysis_count() const override { return direct_.analysis_count(); }
    void learn_from(const LinearSolver& earlier) override;

    std::vector<std::byte> save() const override;
    void restore(std::span<const std::byte> saved) override;

private:
    struct Choice {
        std::int32_t direct = 0;          // 1: factors, 0: conjugate gradients
        std::int32_t patience = 0;        // factors to be made before conjugate gradients are tried again
        std::int32_t losses = 0;          // of conjugate gradients in a row
        std::int32_t known = 0;           // 1: the costs below are, 0: nothing was analysed yet
        double direct_cost = 0.0;         // of a solution by factors, on average; a guess until there were some
        double fresh_cost = 0.0;          // of one by a new factor
        std::int32_t levels = 0;          // 1: iterations have levels
        std::int32_t level_patience = 0;  // systems to be solved without before they are tried again
        std::int32_t level_losses = 0;    // of levels in a row
        std::int32_t plain_patience = 0;  // levels to be made before iterations without are tried again
        std::int32_t plain_losses = 0;    // of those in a row
        std::int32_t unused = 0;          // no byte of a checkpoint is left to chance
        double plain_cost = 0.0;          // of the last solution without levels
    };
    CgSolver& cg();
    /// Whether this system is large enough for levels.
    bool levels_may_pay() const { return unknowns_.count() >= multilevel_from; }
    void choose_levels(double cost);
    bool prepare_iterations();
    bool iterate(const std::vector<double>& r, std::vector<double>& p);
    void look_at_factors();
    /// What conjugate gradients, or factors, cost so far: decides which of them the next system goes to.
    bool weigh(bool found, double reduction, const std::vector<double>& r, std::vector<double>& p);
    bool settle(bool found);

    const BlockPattern& pattern_;
    Unknowns unknowns_;
    std::unique_ptr<CgSolver> cg_;  // made when first needed
    ReusingSolver direct_;
    const Interruption* interruption_ = nullptr;
    const Nodes* places_ = nullptr;  // of the caller
    const std::vector<NodeKind>* kinds_ = nullptr;
    const BlockMatrix* h_ = nullptr;  // of the caller
    double shift_ = 0.0;
    bool directly_ = false;  // solved last
    int doubts_ = 0;         // failures of conjugate gradients in a row; none at the end of a step
    Choice choice_;
};

}  // namespace talweg
