#include "talweg/solve/constrained_solver.hpp"

#include <utility>

#include "talweg/solve/cost_units.hpp"
#include "talweg/solve/saved_factor.hpp"

namespace talweg {

namespace {

constexpr int most_iterations = 500;
constexpr double least_shift = 1e-8, largest_shift = 1.0;

}  // namespace

void ConstrainedSolver::use(const std::shared_ptr<const BlockPattern>& pattern) {
    if (pattern_ == pattern) return;
    auto next = std::make_unique<CholeskySolver>(*pattern, unknowns_);
    if (direct_) next->learn_from(*direct_);
    if (cg_.interruption) next->set_interruption(*cg_.interruption);
    direct_ = std::move(next);
    product_ = std::make_unique<BlockProduct>(*pattern, unknowns_);
    pattern_ = pattern;
    account_ = {};
}

void ConstrainedSolver::take(const BlockMatrix& h, double shift) {
    use(h.pattern);
    product_->set(h, shift);
    shift_ = shift;
    fresh_ = false;
}

bool ConstrainedSolver::factorize(const BlockMatrix& h, double shift) {
    if (!direct_->factorize(h, shift)) return false;
    const auto& a = rows_.matrix();
    y_ = Eigen::MatrixXd(a.transpose());
    direct_->solve_many(y_.data(), static_cast<int>(y_.cols()));
    const Eigen::MatrixXd s = a * y_;
    if (!s.allFinite()) return false;
    schur_.compute(0.5 * (s + s.transpose()));
    return schur_.info() == Eigen::Success;
}

/// A factor of the matrix in hand; shifted as little as makes it definite.
bool ConstrainedSolver::make_factor() {
    const double first = std::max(least_shift, 0.1 * account_.shift);  // such matrices resemble one another
    account_ = {};
    const BlockMatrix& h = product_->matrix();
    for (double shift = shift_; shift <= largest_shift; shift = std::max(first, 10.0 * shift)) {
        ++factorizations_;
        if (!factorize(h, shift)) continue;
        factorized_ = h.values;
        account_.shift = shift;
        account_.made = 1;
        fresh_ = true;
        const double of_solutions = direct_->solution_cost() * 0.5 * static_cast<double>(y_.cols());
        account_.spent = factorisation_cost(direct_->structure().flops, direct_->structure().entries) + of_solutions;
        return true;
    }
    return false;
}

/// z = M⁻¹ r − Y y; what the constraints can take is taken from the residual at once, so that it does not grow.
void ConstrainedSolver::precondition(Nodes& residual, Nodes& z) {
    const auto solved = [&] {
        unknowns_.gather(residual, gathered_);
        direct_->solve(gathered_, solved_);
        return Eigen::Map<Eigen::VectorXd>(solved_.data(), static_cast<Eigen::Index>(solved_.size()));
    };
    const auto& a = rows_.matrix();
    auto x = solved();
    const Eigen::VectorXd y = schur_.solve(a * x);
    lambda_ += y;
    x -= y_ * y;
    unknowns_.spread(solved_, z);
    const Eigen::VectorXd taken = a.transpose() * y;
    unknowns_.gather(residual, gathered_);
    Eigen::Map<Eigen::VectorXd>(gathered_.data(), taken.size()) -= taken;
    unknowns_.spread(gathered_, residual);
}

bool ConstrainedSolver::solve_roughly(const Nodes& gradient, const Eigen::VectorXd* q, Nodes& p) {
    if ((!account_.made || account_.worn) && !make_factor()) return false;
    gradient_ = gradient;
    const auto n = static_cast<Eigen::Index>(rows_.kept().size());
    q_ = q ? *q : Eigen::VectorXd::Zero(n);
    return iterate(
        [&](const auto& h, const auto& m) {
            counted_ = 0;
            lambda_ = Eigen::VectorXd::Zero(n);
            start_.assign(unknowns_.node_count(), Vec3::zero());
            rows_.meet(q_, start_);
            h(start_, cg_.r);
            for (std::size_t i = 0; i < start_.size(); ++i)
                for (int a = 0; a < 3; ++a)
                    cg_.r[i][a] = unknowns_(static_cast<int>(i), a) < 0 ? 0.0 : -gradient_[i][a] - cg_.r[i][a];
            return cg_.solve(h, m, rough_reduction, most_iterations);
        },
        p);
}

bool ConstrainedSolver::refine(Nodes& p) {
    return iterate([&](const auto& h, const auto& m) { return cg_.go_on(h, m, full_reduction, most_iterations); }, p);
}

template <class Solve>
bool ConstrainedSolver::iterate(const Solve& solve, Nodes& p) {
    const auto multiply = [&](const Nodes& d, Nodes& hd) { product_->multiply(d, hd); };
    const auto prepare = [&](Nodes& r, Nodes& z) { precondition(r, z); };
    const Iterations done = solve(multiply, prepare);
    const double each = direct_->solution_cost() + product_cost(pattern_->block_count(), pattern_->node_count()) +
                        4.0 * static_cast<double>(y_.size());
    const double cost = each * (done.count - std::exchange(counted_, done.count));
    account_.spent += cost;
    account_.solutions += 1.0;
    if (!fresh_ && cost * account_.solutions > account_.spent) account_.worn = 1;
    if (!done.found) {
        if (done.indefinite || fresh_ || !make_factor()) return false;
        const Eigen::VectorXd q = q_;
        const Nodes g = gradient_;
        return solve_roughly(g, &q, p) && refine(p);
    }
    p = start_;
    for (std::size_t i = 0; i < p.size(); ++i) p[i] += cg_.x[i];
    rows_.meet(q_, p);
    unknowns_.gather(p, gathered_);
    return is_finite(gathered_);
}

std::vector<std::byte> ConstrainedSolver::save() const {
    if (!direct_) return {};
    const std::vector<std::byte> order = direct_->save();
    return save_factor(account_, order, account_.made ? std::span<const Mat3>(factorized_) : std::span<const Mat3>());
}

void ConstrainedSolver::restore(const std::shared_ptr<const BlockPattern>& pattern, std::span<const std::byte> saved) {
    if (saved.empty()) return;
    use(pattern);
    SavedFactor<Account> read = read_factor<Account>(saved, pattern->block_count());
    account_ = read.account;
    direct_->restore(read.order);
    account_.made = 0;
    if (read.values.empty()) return;
    BlockMatrix earlier{pattern, std::move(read.values)};
    account_.made = factorize(earlier, account_.shift) ? 1 : 0;
    factorized_ = std::move(earlier.values);
}

}  // namespace talweg
