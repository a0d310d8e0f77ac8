#ifdef TALWEG_WITH_CHOLMOD
#include "talweg/solve/adaptive_solver.hpp"

#include <cstring>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

constexpr double cg_setup = 10.0;       // iterations that an incomplete factorisation costs
constexpr double usual_reuse = 8.0;     // solutions with a factor that a solution costs, when it changes slowly
constexpr double enough_solutions = 8;  // to take their average for the cost to come

}  // namespace

AdaptiveSolver::AdaptiveSolver(const BlockPattern& pattern, const Unknowns& unknowns)
    : cg_(pattern, unknowns), direct_(pattern, unknowns) {
    // An iteration reads the matrix once, the incomplete factor, which is half as wide, twice, and a dozen vectors; a
    // solution with a factor reads that twice.
    const double matrix = double(sizeof(Mat3)) * pattern.block_count();
    cg_iteration_ = 2.0 * matrix + 12.0 * double(sizeof(Vec3)) * pattern.node_count();
    direct_solution_ = 16.0 * direct_.direct().entry_count() + matrix;
    const double fresh = direct_.direct().break_even() + 1.0;
    choice_ = {0, 0, std::min(usual_reuse, fresh) * direct_solution_};
    // As much as a new factor costs is the most that iterations may.
    cg_.set_limit(50 + static_cast<int>(std::min(1e6, fresh * direct_solution_ / cg_iteration_)));
}

bool AdaptiveSolver::factorize(const BlockMatrix& h, double shift) {
    h_ = &h;
    shift_ = shift;
    if (direct_.needs_factor() && choice_.tried == 0) choice_.direct = 0;
    return choice_.direct != 0 ? factorize_directly() : cg_.factorize(h, shift);
}

bool AdaptiveSolver::factorize_directly() {
    choice_.tried = 0;
    return direct_.factorize(*h_, shift_);
}

bool AdaptiveSolver::solve(const std::vector<double>& r, std::vector<double>& p) {
    return solve_roughly(r, p) && refine(r, p);
}

bool AdaptiveSolver::solve_roughly(const std::vector<double>& r, std::vector<double>& p) {
    directly_ = choice_.direct != 0;
    return directly_ ? settle(direct_.solve_roughly(r, p)) : weigh(cg_.solve_roughly(r, p), r, p);
}

bool AdaptiveSolver::refine(const std::vector<double>& r, std::vector<double>& p) {
    return directly_ ? settle(direct_.refine(r, p)) : weigh(cg_.refine(r, p), r, p);
}

bool AdaptiveSolver::weigh(bool found, const std::vector<double>& r, std::vector<double>& p) {
    // Not positive definite, it seems; but rounding can make it seem so. Seen twice in a row, a factor has to tell.
    doubts_ = found ? 0 : doubts_ + 1;
    if (cg_.saw_indefinite() && doubts_ == 1) return false;
    const double cost = (cg_setup + cg_.iteration_count()) * cg_iteration_;
    choice_.direct = cost > choice_.direct_cost || !found;
    choice_.tried = choice_.direct;
    if (found) return true;
    doubts_ = 0;
    directly_ = true;
    return factorize_directly() && settle(direct_.solve_roughly(r, p));
}

bool AdaptiveSolver::settle(bool found) {
    if (direct_.solution_count() >= enough_solutions) choice_.direct_cost = direct_.average_cost() * direct_solution_;
    return found;
}

std::vector<std::byte> AdaptiveSolver::save() const {
    std::vector<std::byte> bytes = direct_.save();
    const auto view = std::as_bytes(std::span(&choice_, 1));
    bytes.insert(bytes.begin(), view.begin(), view.end());
    return bytes;
}

void AdaptiveSolver::restore(std::span<const std::byte> saved) {
    if (saved.size() < sizeof(Choice)) throw Error("the memory of the solver is not of this scene");
    std::memcpy(&choice_, saved.data(), sizeof(Choice));
    direct_.restore(saved.subspan(sizeof(Choice)));
}

}  // namespace talweg
#endif
