#include "talweg/solve/single_rows_solver.hpp"

namespace talweg {

namespace {

constexpr int dense_rows = 12;  // blocks of a node

Unknowns without(const Unknowns& all, const std::vector<ConstraintRows::Single>& singles) {
    std::vector<Axes> held(all.node_count(), 0);
    for (int i = 0; i < all.node_count(); ++i)
        for (int a = 0; a < 3; ++a)
            if (all(i, a) < 0) held[i] |= static_cast<Axes>(1 << a);
    for (const auto& single : singles) held[single.node] |= static_cast<Axes>(1 << single.axis);
    return Unknowns(held);
}

}  // namespace

SingleRowsSolver::SingleRowsSolver(const Unknowns& unknowns, const ConstraintRows& rows, std::string_view solver)
    : rows_(rows), all_(unknowns), others_(without(unknowns, rows.singles())), wanted_(solver) {}

void SingleRowsSolver::set_interruption(const Interruption& interruption) {
    interruption_ = &interruption;
    if (linear_) linear_->set_interruption(interruption);
}

void SingleRowsSolver::use(const std::shared_ptr<const BlockPattern>& pattern) {
    if (pattern_ == pattern) return;
    // Of reduced bodies every pair of functions is a block, and incomplete factors have all that complete ones have.
    const bool dense = pattern->block_count() > dense_rows * pattern->node_count();
    std::unique_ptr<LinearSolver> next =
        make_linear_solver(wanted_ == "auto" && dense ? "cholesky" : wanted_, *pattern, others_);
    if (linear_) next->learn_from(*linear_);
    linear_ = std::move(next);  // before the pattern that the last one knew
    if (interruption_) linear_->set_interruption(*interruption_);
    product_ = std::make_unique<BlockProduct>(*pattern, all_);
    pattern_ = pattern;
}

void SingleRowsSolver::take(const BlockMatrix& h, double shift) {
    use(h.pattern);
    product_->set(h, shift);
    factorized_ = others_.count() == 0 || linear_->factorize(h, shift);
}

bool SingleRowsSolver::solve_roughly(const Nodes& gradient, const Eigen::VectorXd& q, Nodes& p) {
    if (!factorized_) return false;
    gradient_ = gradient;
    moved_.assign(gradient.size(), Vec3::zero());
    for (Eigen::Index k = 0; k < q.size(); ++k) {
        const ConstraintRows::Single& single = rows_.singles()[static_cast<std::size_t>(k)];
        moved_[single.node][single.axis] = q[k] / single.number;
    }
    image_.assign(gradient.size(), Vec3::zero());
    if (!q.isZero(0.0)) product_->multiply(moved_, image_);
    for (std::size_t i = 0; i < image_.size(); ++i) image_[i] = -1.0 * (gradient[i] + image_[i]);
    others_.gather(image_, right_);
    solution_.clear();
    if (others_.count() > 0 && !linear_->solve_roughly(right_, solution_)) return false;
    finish(p);
    return true;
}

bool SingleRowsSolver::refine(Nodes& p) {
    if (others_.count() > 0 && !linear_->refine(right_, solution_)) return false;
    finish(p);
    return true;
}

bool SingleRowsSolver::solve_again(const std::shared_ptr<const BlockPattern>& pattern, const Nodes& gradient,
                                   Nodes& p) {
    if (!keeps_factor(pattern)) return false;
    others_.gather(gradient, right_);
    for (double& r : right_) r = -r;
    if (!linear_->solve(right_, solution_)) return false;
    others_.spread(solution_, p);
    return true;
}

void SingleRowsSolver::finish(Nodes& p) {
    others_.spread(solution_, p);
    for (std::size_t i = 0; i < p.size(); ++i) p[i] += moved_[i];
    product_->multiply(p, image_);
    const auto& singles = rows_.singles();
    lambda_.resize(static_cast<Eigen::Index>(singles.size()));
    for (std::size_t k = 0; k < singles.size(); ++k) {
        const auto& [node, axis, number] = singles[k];
        lambda_[static_cast<Eigen::Index>(k)] = -(gradient_[node][axis] + image_[node][axis]) / number;
    }
}

void SingleRowsSolver::restore(const std::shared_ptr<const BlockPattern>& pattern, std::span<const std::byte> saved) {
    use(pattern);
    linear_->restore(saved);
}

}  // namespace talweg
