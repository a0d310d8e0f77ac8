/// Conjugate gradients on their own, or CHOLMOD with reused factors: whichever has proved cheaper for this system.
///
/// Where inertia dominates, a few iterations with an incomplete factorisation beat any factor; where stiffness does, or
/// the mesh is a sheet whose factors are small, factors win. The costs of both are counted in bytes that go through
/// memory, which both are bound by, and never timed, so that runs repeat. The choice is made anew whenever a factor is
/// worn: before the next one is made, iterations are tried again.
#pragma once
#include "talweg/solve/cg_solver.hpp"
#include "talweg/solve/reusing_solver.hpp"

namespace talweg {

class AdaptiveSolver final : public LinearSolver {
public:
    AdaptiveSolver(const BlockPattern& pattern, const Unknowns& unknowns);

    /// Of the solver that the next system goes to.
    std::string_view name() const override { return choice_.direct != 0 ? direct_.name() : cg_.name(); }
    bool factorize(const BlockMatrix& h, double shift) override;
    bool solve(const std::vector<double>& r, std::vector<double>& p) override;
    bool solve_roughly(const std::vector<double>& r, std::vector<double>& p) override;
    bool refine(const std::vector<double>& r, std::vector<double>& p) override;
    void set_interruption(const Interruption& interruption) override {
        cg_.set_interruption(interruption);
        direct_.set_interruption(interruption);
    }
    int analysis_count() const override { return direct_.analysis_count(); }

    std::vector<std::byte> save() const override;
    void restore(std::span<const std::byte> saved) override;

private:
    struct Choice {
        std::int32_t direct;  // 1: factors, 0: conjugate gradients
        std::int32_t tried;   // 1: conjugate gradients, since the last factor was made
        double direct_cost;   // bytes of a solution by factors, on average; a guess until there were some
    };
    bool factorize_directly();
    /// What conjugate gradients, or factors, cost so far: decides which of them the next system goes to.
    bool weigh(bool found, const std::vector<double>& r, std::vector<double>& p);
    bool settle(bool found);

    CgSolver cg_;
    ReusingSolver direct_;
    double cg_iteration_, direct_solution_;  // bytes
    const BlockMatrix* h_ = nullptr;         // of the caller
    double shift_ = 0.0;
    bool directly_ = false;  // solved last
    int doubts_ = 0;         // failures of conjugate gradients in a row; none at the end of a step
    Choice choice_;
};

}  // namespace talweg
