#include "talweg/solve/linear_solver.hpp"

#include "talweg/math/error.hpp"
#include "talweg/solve/cg_solver.hpp"
#include "talweg/solve/ldlt_solver.hpp"
#ifdef TALWEG_WITH_CHOLMOD
#include "talweg/solve/adaptive_solver.hpp"
#endif

namespace talweg {

std::unique_ptr<LinearSolver> make_linear_solver(std::string_view name, const BlockPattern& pattern,
                                                 const Unknowns& unknowns) {
#ifdef TALWEG_WITH_CHOLMOD
    // Below `small` the bookkeeping of the others costs more than a simple factorisation. From there on it depends on
    // inertia and stiffness whether iterations or factors are cheaper; beyond `large` factors take gigabytes, and their
    // analysis is left out (docs/performance.md).
    constexpr int small = 600, large = 200000;
    const int size = unknowns.count();
    if (name == "auto" && size >= small && size < large) return std::make_unique<AdaptiveSolver>(pattern, unknowns);
    if (name == "auto") name = size < small ? "ldlt" : "cg";
    if (name == "cholmod") return std::make_unique<CholmodSolver>(pattern, unknowns);
    if (name == "reuse") return std::make_unique<ReusingSolver>(pattern, unknowns);
#else
    constexpr int large = 20000;
    if (name == "auto") name = unknowns.count() < large ? "ldlt" : "cg";
    if (name == "cholmod" || name == "reuse")
        throw Error("the linear solver \"" + std::string(name) +
                    "\" is not in this build (TALWEG_CHOLMOD is off); use \"ldlt\" or \"cg\"");
#endif
    if (name == "ldlt") return std::make_unique<LdltSolver>(pattern, unknowns);
    if (name == "cg") return std::make_unique<CgSolver>(pattern, unknowns);
    throw Error("unknown linear solver \"" + std::string(name) + "\"; known: auto, cholmod, reuse, ldlt, cg");
}

}  // namespace talweg
