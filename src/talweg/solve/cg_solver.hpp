/// Conjugate gradients with an incomplete block factorisation: memory and time per iteration grow with the mesh alone,
/// and large systems are solved fastest this way.
///
/// Where a body is nearly incompressible, blocks stand in for so many pivots that the incomplete factor misleads, and
/// the iteration fails although the matrix is definite. Used on its own it then begins anew with the blocks of the
/// diagonal, which take more iterations and mislead never.
///
/// With levels (solve/multilevel) iterations hardly grow with the mesh, and each costs less than twice as much. Coarse
/// matrices of an earlier matrix serve until they are stale (solve/staleness.hpp), which may be seen in the middle of a
/// solution; then they are made anew by the same motions of regions, and these as well when they are stale. All is
/// counted, so that runs repeat. The smoother of the finest level is always that of the matrix itself.
#pragma once
#include "talweg/solve/conjugate_gradients.hpp"
#include "talweg/solve/incomplete_cholesky.hpp"
#include "talweg/solve/linear_solver.hpp"
#include "talweg/solve/staleness.hpp"

namespace talweg {

class Hierarchy;  // multilevel/hierarchy.hpp
struct FullRows;  // multilevel/full_rows.hpp

class CgSolver final : public LinearSolver {
public:
    CgSolver(const BlockPattern& pattern, const Unknowns& unknowns, bool with_levels = false);
    ~CgSolver() override;
    std::string_view name() const override { return with_levels_ ? "multilevel" : "cg"; }
    bool factorize(const BlockMatrix& h, double shift) override;
    bool solve(const std::vector<double>& r, std::vector<double>& p) override;
    bool solve_roughly(const std::vector<double>& r, std::vector<double>& p, const Enough& enough = {}) override;
    bool refine(const std::vector<double>& r, std::vector<double>& p) override;
    bool solve_again(const std::vector<double>& r, double reduction, std::vector<double>& p) override;
    /// Takes up a solve that ran out of turns, with a new limit.
    bool go_on(std::vector<double>& p, const Enough& enough);
    void set_places(const Nodes& c, const std::vector<NodeKind>& kinds) override { places_ = &c, kinds_ = &kinds; }
    void set_interruption(const Interruption& interruption) override { cg_.interruption = &interruption; }
    void learn_from(const LinearSolver& earlier) override;
    std::vector<std::byte> save() const override;
    void restore(std::span<const std::byte> saved) override;

    /// Iterations of the last solve, and whether it ended because there were too many.
    int iteration_count() const { return iterations_; }
    bool out_of_turns() const { return out_of_turns_; }
    /// Whether it ended because the matrix seemed not to be positive definite.
    bool saw_indefinite() const { return indefinite_; }
    /// Whether rounding cannot have made it seem so.
    bool beyond_doubt() const { return beyond_doubt_; }
    /// Somebody else takes over after so many, or after a failure.
    void set_limit(int iterations) {
        limit_ = iterations;
        alone_ = false;
    }

    /// With levels, or without, from the next matrix on.
    void use_levels(bool wanted);
    bool with_levels() const { return with_levels_; }
    /// Null: none were made yet.
    const Hierarchy* hierarchy() const { return hierarchy_.get(); }
    int setup_count() const { return setups_; }
    int renewal_count() const { return renewals_; }
    /// Whether levels are made or renewed with the next matrix.
    bool needs_levels() const;
    /// Of an iteration, in units of solve/cost_units.hpp; and of everything that was done for directions so far.
    double iteration_cost() const;
    double spent() const { return spent_; }

private:
    struct Life {
        Staleness matrices;  // of coarse levels,
        Staleness motions;   // and of those of regions that these are made by
    };
    double price(double cost) const;
    bool make_levels();
    bool renew_levels();
    /// Whether levels of an earlier matrix are so slow that renewing them is hoped to cost less.
    bool levels_slow(double reduction) const;
    double precondition(const Nodes& r, Nodes& z);
    Iterations iterate(double reduction, int limit);
    bool bring_down(double reduction, std::vector<double>& p);
    void start(const std::vector<double>& r);
    void begin_again();
    bool solve_plainly(const std::vector<double>& r, double reduction, std::vector<double>& p);

    const BlockPattern& pattern_;
    Unknowns unknowns_;
    std::unique_ptr<BlockProduct> matrix_;
    std::unique_ptr<IncompleteCholesky> preconditioner_;
    ConjugateGradients cg_;
    int limit_, iterations_ = 0;
    double digits_ = 0.0;  // of the last solve, as its iterations
    bool out_of_turns_ = false, indefinite_ = false, beyond_doubt_ = false;
    bool alone_ = true, plain_ = false;  // plain: by the blocks of the diagonal, whose inverses are
    std::vector<Mat3> blocks_;
    bool with_levels_;
    bool made_ = false, fresh_ = false;  // levels were made of this very matrix; or at least renewed
    std::shared_ptr<Hierarchy> hierarchy_;
    std::unique_ptr<const FullRows> rows_;  // of the pattern, from the first levels on
    Life life_;                             // of the levels in use
    int setups_ = 0, renewals_ = 0;
    std::vector<double> given_;  // the right side of the solve at hand
    double spent_ = 0.0;
    const Nodes* places_ = nullptr;  // of the caller
    const std::vector<NodeKind>* kinds_ = nullptr;
};

}  // namespace talweg
