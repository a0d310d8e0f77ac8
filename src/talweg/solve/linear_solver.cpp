#include "talweg/solve/linear_solver.hpp"

#include "talweg/math/error.hpp"
#include "talweg/solve/cg_solver.hpp"
#include "talweg/solve/ldlt_solver.hpp"
#ifdef TALWEG_WITH_CHOLMOD
#include "talweg/solve/cholmod_solver.hpp"
#endif

namespace talweg {

std::unique_ptr<LinearSolver> make_linear_solver(std::string_view name, const BlockPattern& pattern,
                                                 const Unknowns& unknowns) {
#ifdef TALWEG_WITH_CHOLMOD
    // Below this size CHOLMOD's own bookkeeping costs more than the factorisation (benchmark linear_solvers).
    constexpr int small = 600;
    if (name == "auto") name = unknowns.count() < small ? "ldlt" : "cholmod";
    if (name == "cholmod") return std::make_unique<CholmodSolver>(pattern, unknowns);
#else
    if (name == "auto") name = "ldlt";
    if (name == "cholmod")
        throw Error(
            "the linear solver \"cholmod\" is not in this build (TALWEG_CHOLMOD is off); use \"ldlt\" or \"cg\"");
#endif
    if (name == "ldlt") return std::make_unique<LdltSolver>(pattern, unknowns);
    if (name == "cg") return std::make_unique<CgSolver>(unknowns);
    throw Error("unknown linear solver \"" + std::string(name) + "\"; known: auto, cholmod, ldlt, cg");
}

}  // namespace talweg
