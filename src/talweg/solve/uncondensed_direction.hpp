/// Newton's directions of reduced bodies without a matrix: most of what a system of theirs costs is Wᵀ K W and its
/// factor M (assembly/dense_rows.hpp), and both hardly change from one direction of a descent to the next. So conjugate
/// gradients solve H p = −g by products with H alone, preconditioned by the M that the descent has come by.
///
/// How many iterations are worth their while is counted, so that runs repeat: where the first ones bring little, M is
/// too old, and a system is to be assembled.
#pragma once
#include "talweg/solve/conjugate_gradients.hpp"
#include "talweg/solve/free_system.hpp"

namespace talweg {

class UncondensedDirection {
public:
    /// Whether the last matrix of these unknowns has left a factor for systems as the assembler makes them now.
    static bool possible(const Assembler& assembler, const FreeSystem& unknowns);

    /// Of a system that was assembled without dense products, at a place where the gradient is `gradient`: p to about a
    /// hundredth. All must stay. False: M does not serve, or H does not curve upwards.
    bool begin(const Assembler& assembler, const System& system, FreeSystem& unknowns, const Interruption& interruption,
               Nodes& p);
    /// Brings the residual down to such a part of what it was.
    bool go_on(double reduction, Nodes& p);
    /// What constraints exert there, −(g + H p) where rows are about one component each; zero elsewhere.
    void constraint_forces(const Nodes& gradient, const Nodes& p, Nodes& forces);

private:
    void multiply(const Nodes& d, Nodes& hd);
    void precondition(const Nodes& r, Nodes& z);
    bool settle(const Iterations& done, Nodes& p);

    const Assembler* assembler_ = nullptr;
    const System* system_ = nullptr;
    FreeSystem* unknowns_ = nullptr;
    ConjugateGradients gradients_;
    bool solvable_ = true;
};

}  // namespace talweg
