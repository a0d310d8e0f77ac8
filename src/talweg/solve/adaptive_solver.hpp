/// Three ways to a solution, and for every system the one that has proved cheapest: conjugate gradients with an
/// incomplete factorisation, the same with levels of regions in large systems, or Cholesky factors that are kept while
/// they pay.
///
/// Where inertia dominates, a few iterations beat everything; where stiffness does, levels, or factors where the mesh
/// is a sheet or small. Costs are counted (solve/cost_units.hpp) and never timed, so that runs repeat. Of a way in use
/// its cost is known; of the others what it was when they were last used, believed a little less with every system, or
/// a hopeful guess. What systems have cost more than they would have cost another way is summed up, and once it comes
/// to as much as trying that way can lose, it is tried: whoever rents skis until the rent comes to their price never
/// pays more than twice what was necessary. A trial that loses doubles the price of the next. Nothing is analysed for
/// factors before iterations have grown many. The first system is iterated, very large ones with levels. Where these
/// meet a direction along which H curves downwards, by more than rounding could make it, nobody else is asked.
#pragma once
#include "talweg/solve/cg_solver.hpp"
#include "talweg/solve/reusing_solver.hpp"

namespace talweg {

class AdaptiveSolver final : public LinearSolver {
public:
    AdaptiveSolver(const BlockPattern& pattern, const Unknowns& unknowns);

    /// Of the solver that the next system goes to.
    std::string_view name() const override {
        return choice_.way == factors ? direct_.name() : choice_.way == levels ? "multilevel" : "cg";
    }
    bool factorize(const BlockMatrix& h, double shift) override;
    bool solve(const std::vector<double>& r, std::vector<double>& p) override;
    bool solve_roughly(const std::vector<double>& r, std::vector<double>& p, const Enough& enough = {}) override;
    bool refine(const std::vector<double>& r, std::vector<double>& p) override;
    bool solve_again(const std::vector<double>& r, double reduction, std::vector<double>& p) override;
    void set_places(const Nodes& c, const std::vector<NodeKind>& kinds) override { places_ = &c, kinds_ = &kinds; }
    void set_interruption(const Interruption& interruption) override;
    int analysis_count() const override { return direct_.analysis_count(); }
    /// On directions so far, in units of solve/cost_units.hpp.
    double spent() const { return spent_; }
    void learn_from(const LinearSolver& earlier) override;

    std::vector<std::byte> save() const override;
    void restore(std::span<const std::byte> saved) override;

private:
    enum Way : std::int32_t { iterations, levels, factors, none };
    struct Experience {           // of a way
        double cost = 0.0;        // of a system: seen, or a guess
        double regret = 0.0;      // what systems have cost more than they would have this way
        std::int32_t seen = 0;    // 1: it was used
        std::int32_t losses = 0;  // trials in a row that were no gain
    };
    struct Choice {
        Experience of[3];
        double fresh_cost = 0.0;  // of a solution by a new factor
        double spent = 0.0;       // on systems since the way was last judged, and their number
        std::int32_t systems = 0;
        std::int32_t way = iterations;
        std::int32_t before = none;  // while another is tried
        std::int32_t known = 0;      // 1: what factors cost is, 0: nothing was analysed yet
        std::int32_t doubts = 0;     // systems in a row that seemed indefinite to iterations, but not beyond doubt
        std::int32_t late = 0;       // such in a row whose directions were to be refined
    };
    CgSolver& cg();
    bool is_open(int way) const;
    /// What trying a way can lose, by what systems cost now.
    double price(int way, double cost) const;
    double iterations_at_most() const;
    bool prepare();
    bool attempt(const std::vector<double>& r, std::vector<double>& p, const Enough& enough);
    bool attempt_iterations(const std::vector<double>& r, std::vector<double>& p, const Enough& enough);
    void look_at_factors();
    /// Runs a part of a solution and enters what it cost the way that it goes.
    template <class Part>
    bool charge(const Part& part);
    bool believed(std::int32_t& in_a_row) const;
    bool factors_take_over();
    void give_up();
    void hand_over(Way way);
    void judge();

    const BlockPattern& pattern_;
    Unknowns unknowns_;
    std::unique_ptr<CgSolver> cg_;  // made when first needed
    ReusingSolver direct_;
    const Interruption* interruption_ = nullptr;
    const Nodes* places_ = nullptr;  // of the caller
    const std::vector<NodeKind>* kinds_ = nullptr;
    const BlockMatrix* h_ = nullptr;  // of the caller
    double shift_ = 0.0;
    double plain_iteration_;          // what one costs
    std::int32_t last_ = iterations;  // the way that the matrix was last prepared for
    double spent_ = 0.0;
    Choice choice_;
};

}  // namespace talweg
