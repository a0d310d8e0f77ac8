/// One interface to all solvers of symmetric positive definite systems H p = r over the free components of the nodes.
#pragma once
#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "talweg/assembly/block_matrix.hpp"
#include "talweg/math/interruption.hpp"
#include "talweg/solve/unknowns.hpp"

namespace talweg {

class LinearSolver {
public:
    virtual ~LinearSolver() = default;
    virtual std::string_view name() const = 0;

    /// Takes new values of a matrix with the pattern given at the start, each diagonal entry enlarged by `shift` times
    /// about itself; the matrix must stay until solved with. False when it is seen not to be positive definite.
    virtual bool factorize(const BlockMatrix& h, double shift) = 0;
    /// Solves with the matrix last taken. False when no solution good enough was found.
    virtual bool solve(const std::vector<double>& r, std::vector<double>& p) = 0;
    /// Asked about a solution as soon as its size is seen: which part of the residual may be left in the end?
    using Enough = std::function<double(const std::vector<double>&)>;
    /// Solves only as far as a direction needs that is but one of several, where that is cheaper; and brings a solution
    /// found so, with the same r, to what solve() gives.
    virtual bool solve_roughly(const std::vector<double>& r, std::vector<double>& p, const Enough& /*enough*/ = {}) {
        return solve(r, p);
    }
    virtual bool refine(const std::vector<double>&, std::vector<double>&) { return true; }

    /// Solves once more with the matrix last taken, until such a part of the residual is left: a question beside
    /// the directions. The last direction can then not be refined.
    virtual bool solve_again(const std::vector<double>& r, double /*reduction*/, std::vector<double>& p) {
        return solve(r, p);
    }

    /// Where the nodes are, and what they are, when the next matrices are taken: solvers that think in motions of whole
    /// regions want to know. Both must stay until solved with.
    virtual void set_places(const Nodes& /*c*/, const std::vector<NodeKind>& /*kinds*/) {}

    /// Asked before every iteration and before every supernode of talweg's own factorisation; must stay as long as the
    /// solver. What is interrupted leaves the solver as good as before: it factorises and solves again.
    virtual void set_interruption(const Interruption&) {}

    /// How often the structure was analysed: at most once per pattern, for solvers that do that.
    virtual int analysis_count() const { return 0; }

    /// Takes over what a solver of an earlier pattern of the same nodes found out, where that helps.
    virtual void learn_from(const LinearSolver&) {}

    /// What later solutions depend on beside their own matrix: to be kept with a state, and given back to a new solver
    /// of the same pattern, so that a run which is interrupted goes on bitwise.
    virtual std::vector<std::byte> save() const { return {}; }
    virtual void restore(std::span<const std::byte>) {}
};

/// Unknowns from which on "auto" thinks of iterations: below, a factorisation costs less than what these have to look
/// after. From there on it depends on inertia and stiffness which are cheaper (docs/performance.md).
inline constexpr int iterations_from = 600;
/// Unknowns from which on "auto" takes levels of regions into account: smaller systems are solved before these pay.
inline constexpr int multilevel_from = 20000;

inline bool is_finite(const std::vector<double>& values) {
    const auto any_other = [&](int begin, int end) {
        const bool all =
            std::all_of(values.begin() + begin, values.begin() + end, [](double v) { return std::isfinite(v); });
        return all ? 0.0 : 1.0;
    };
    return parallel_max(static_cast<int>(values.size()), any_other) == 0.0;
}

[[noreturn]] void refuse_memory_of_another_scene();

/// "cholesky", "cholmod", "reuse", "ldlt", "cg", "multilevel", or "auto", which picks by size and by what proves
/// cheaper. Throws Error on another name, or one this build lacks.
std::unique_ptr<LinearSolver> make_linear_solver(std::string_view name, const BlockPattern& pattern,
                                                 const Unknowns& unknowns);

}  // namespace talweg
