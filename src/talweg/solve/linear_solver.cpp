#include "talweg/solve/linear_solver.hpp"

#include "talweg/math/error.hpp"
#include "talweg/solve/adaptive_solver.hpp"
#include "talweg/solve/cg_solver.hpp"
#include "talweg/solve/cholesky_solver.hpp"
#include "talweg/solve/ldlt_solver.hpp"
#include "talweg/solve/reusing_solver.hpp"
#ifdef TALWEG_WITH_CHOLMOD
#include "talweg/solve/cholmod_solver.hpp"
#endif

namespace talweg {

void refuse_memory_of_another_scene() {
    throw Error("the checkpoint holds a linear system of another size; start the run anew with --overwrite");
}

std::unique_ptr<LinearSolver> make_linear_solver(std::string_view name, const BlockPattern& pattern,
                                                 const Unknowns& unknowns) {
    if (name == "auto" && unknowns.count() >= iterations_from)
        return std::make_unique<AdaptiveSolver>(pattern, unknowns);
    if (name == "auto" || name == "cholesky") return std::make_unique<CholeskySolver>(pattern, unknowns);
    if (name == "reuse") return std::make_unique<ReusingSolver>(pattern, unknowns);
    if (name == "ldlt") return std::make_unique<LdltSolver>(pattern, unknowns);
    if (name == "cg") return std::make_unique<CgSolver>(pattern, unknowns);
    if (name == "multilevel") return std::make_unique<CgSolver>(pattern, unknowns, true);
#ifdef TALWEG_WITH_CHOLMOD
    if (name == "cholmod") return std::make_unique<CholmodSolver>(pattern, unknowns);
#else
    if (name == "cholmod")
        throw Error("the linear solver \"cholmod\" is not in this build (TALWEG_CHOLMOD is off); use \"cholesky\"");
#endif
    throw Error("unknown linear solver \"" + std::string(name) +
                "\"; known: auto, cholesky, reuse, cg, multilevel, cholmod, ldlt");
}

}  // namespace talweg
