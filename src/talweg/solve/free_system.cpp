#include "talweg/solve/free_system.hpp"

#include "talweg/math/stopwatch.hpp"
#include "talweg/solve/constrained_solver.hpp"

namespace talweg {

FreeSystem::FreeSystem(const Model& model, const std::vector<Axes>& held, std::string_view solver,
                       Interruption interruption, double& seconds, const FreeSystem* like)
    : model_(model), unknowns_(held), wanted_(solver), interruption_(std::move(interruption)), seconds_(seconds) {
    if (!model.constraints) return;
    // Fewer are held than without scripts, or the same.
    const bool alike = like && like->unknowns_.count() == unknowns_.count();
    constrained_ = std::make_unique<ConstrainedSolver>(
        unknowns_,
        alike ? like->constrained_->shared_rows()
              : std::make_shared<const ConstraintRows>(*model.constraints, unknowns_, model.mass.diagonal),
        solver);
    constrained_->set_interruption(interruption_);
}

FreeSystem::~FreeSystem() = default;

LinearSolver& FreeSystem::solver(const std::shared_ptr<const BlockPattern>& pattern) {
    if (!solver_ || pattern_ != pattern) {
        std::unique_ptr<LinearSolver> next = make_linear_solver(wanted_, *pattern, unknowns_);
        if (solver_) next->learn_from(*solver_);
        solver_ = std::move(next);  // before the pattern that the last one knew
        pattern_ = pattern;
        factorized_ = false;
        solver_->set_interruption(interruption_);
    }
    return *solver_;
}

void FreeSystem::prepare(const std::shared_ptr<const BlockPattern>& pattern) {
    const Stopwatch watch(seconds_);
    solver(pattern);
}

bool FreeSystem::solve(const BlockMatrix& hessian, double shift, const Nodes& gradient, Nodes& p) {
    return solve_roughly(hessian, shift, gradient, p) && refine(p);
}

bool FreeSystem::solve_roughly(const BlockMatrix& hessian, double shift, const Nodes& gradient, Nodes& p,
                               const Enough& enough) {
    const Stopwatch watch(seconds_);
    if (unknowns_.count() == 0) {
        p.assign(unknowns_.node_count(), Vec3::zero());
        return true;
    }
    if (constrained_) {
        constrained_->take(hessian, shift);
        return constrained_->solve_roughly(gradient, nullptr, p);
    }
    unknowns_.gather(gradient, right_, -1.0);
    LinearSolver& linear = solver(hessian.pattern);
    if (!places_.empty()) linear.set_places(places_, model_.node_kinds);
    factorized_ = linear.factorize(hessian, shift);
    const auto enough_of = [&](const std::vector<double>& solution) {
        unknowns_.spread(solution, p);
        return enough(p);
    };
    if (!factorized_ || !linear.solve_roughly(right_, solution_, enough ? enough_of : LinearSolver::Enough()))
        return false;
    unknowns_.spread(solution_, p);
    return true;
}

bool FreeSystem::keeps_factor(const std::shared_ptr<const BlockPattern>& pattern) const {
    if (constrained_) return constrained_->keeps_factor(pattern);
    return factorized_ && pattern_ == pattern && solver_->name() == "cholesky";
}

void FreeSystem::leave_free(Nodes& v) const {
    for (int i = 0; i < unknowns_.node_count(); ++i)
        for (int a = 0; a < 3; ++a)
            if (unknowns_(i, a) < 0) v[i][a] = 0.0;
    if (!constrained_) return;
    for (const auto& single : constrained_->rows().singles()) v[single.node][single.axis] = 0.0;
}

bool FreeSystem::solve_again(const std::shared_ptr<const BlockPattern>& pattern, const Nodes& gradient, Nodes& p) {
    const Stopwatch watch(seconds_);
    if (constrained_) return constrained_->solve_again(pattern, gradient, p);
    if (!keeps_factor(pattern)) return false;
    unknowns_.gather(gradient, right_, -1.0);
    if (!solver_->solve(right_, solution_)) return false;
    unknowns_.spread(solution_, p);
    return true;
}

bool FreeSystem::solve_with_last(const std::shared_ptr<const BlockPattern>& pattern, const Nodes& gradient,
                                 double reduction, Nodes& p) {
    const Stopwatch watch(seconds_);
    if (constrained_ || !factorized_ || pattern_ != pattern) return false;
    unknowns_.gather(gradient, right_, -1.0);
    if (!solver_->solve_again(right_, reduction, solution_)) return false;
    unknowns_.spread(solution_, p);
    return true;
}

bool FreeSystem::refine(Nodes& p) {
    const Stopwatch watch(seconds_);
    if (unknowns_.count() == 0) return true;
    if (constrained_) return constrained_->refine(p);
    if (!solver_->refine(right_, solution_)) return false;
    unknowns_.spread(solution_, p);
    return true;
}

bool FreeSystem::solve_following(const System& system, const Nodes& move, const std::vector<double>& rows, Nodes& p) {
    multiply(system.hessian, move, following_);
    for (std::size_t i = 0; i < move.size(); ++i) following_[i] += system.gradient[i];
    if (constrained_) {
        const Eigen::VectorXd gained = constrained_->rows().of_kept(rows);
        constrained_->take(system.hessian, 0.0);
        if (!constrained_->solve_roughly(following_, &gained, p) || !constrained_->refine(p)) return false;
    } else if (!solve(system.hessian, 0.0, following_, p)) {
        return false;
    }
    for (std::size_t i = 0; i < move.size(); ++i) p[i] += move[i];
    return true;
}

std::vector<std::byte> FreeSystem::save(const std::shared_ptr<const BlockPattern>& pattern) {
    if (constrained_) return constrained_->save();
    return solver_ ? solver(pattern).save() : std::vector<std::byte>();
}

void FreeSystem::restore(const std::shared_ptr<const BlockPattern>& pattern, std::span<const std::byte> saved) {
    if (saved.empty()) return;
    if (constrained_)
        constrained_->restore(pattern, saved);
    else
        solver(pattern).restore(saved);
}

}  // namespace talweg
