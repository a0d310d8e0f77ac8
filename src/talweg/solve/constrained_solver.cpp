#include "talweg/solve/constrained_solver.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "talweg/solve/cost_units.hpp"
#include "talweg/solve/saved_factor.hpp"

namespace talweg {

namespace {

constexpr int most_iterations = 500;
constexpr double least_shift = 1e-8, largest_shift = 1.0;
constexpr int few_constrained = 24;             // iterations without factors that cost less than looking at these
constexpr int before_a_look = 64;               // such iterations after which it is worth an analysis at the latest
constexpr double iterations_of_kept = 8.0;      // with a kept factor per solution, when it changes slowly
constexpr std::int32_t constrained_losses = 6;  // then every 2⁶th factor is an occasion to try iterations without

}  // namespace

ConstrainedSolver::ConstrainedSolver(const Unknowns& unknowns, std::shared_ptr<const ConstraintRows> rows,
                                     std::string_view solver)
    : unknowns_(unknowns),
      rows_(std::move(rows)),
      factors_(solver != "auto" && solver != "cg" && solver != "multilevel") {
    if (!rows_->singles().empty()) single_ = std::make_unique<SingleRowsSolver>(unknowns_, *rows_, solver);
}

void ConstrainedSolver::use(const std::shared_ptr<const BlockPattern>& pattern) {
    if (pattern_ == pattern) return;
    auto next = std::make_unique<CholeskySolver>(*pattern, unknowns_);
    if (direct_) next->learn_from(*direct_);
    if (cg_.interruption) next->set_interruption(*cg_.interruption);
    direct_ = std::move(next);
    product_ = std::make_unique<BlockProduct>(*pattern, unknowns_);
    incomplete_ = nullptr;
    pattern_ = pattern;
    forget_factor();
}

void ConstrainedSolver::forget_factor() {
    const Choice choice = account_.choice;
    account_ = {};
    account_.choice = choice;
}

void ConstrainedSolver::take(const BlockMatrix& h, double shift) {
    if (single_) return single_->take(h, shift);
    use(h.pattern);
    product_->set(h, shift);
    shift_ = shift;
    fresh_ = false;
}

bool ConstrainedSolver::factorize(const BlockMatrix& h, double shift) {
    if (!direct_->factorize(h, shift)) return false;
    y_ = rows_->columns();
    direct_->solve_many(y_.data(), static_cast<int>(y_.cols()));
    const Eigen::MatrixXd s = rows_->times(y_);
    if (!s.allFinite()) return false;
    schur_.compute(0.5 * (s + s.transpose()));
    return schur_.info() == Eigen::Success;
}

/// A factor of the matrix in hand; shifted as little as makes it definite.
bool ConstrainedSolver::make_factor() {
    const double first = std::max(least_shift, 0.1 * account_.shift);  // such matrices resemble one another
    forget_factor();
    const BlockMatrix& h = product_->matrix();
    for (double shift = shift_; shift <= largest_shift; shift = std::max(first, 10.0 * shift)) {
        ++factorizations_;
        if (!factorize(h, shift)) continue;
        factorized_ = h.values;
        account_.shift = shift;
        account_.made = 1;
        fresh_ = true;
        account_.spent = factor_cost();
        return true;
    }
    return false;
}

/// Of a factor with its Y, which four right sides at once make cheaper.
double ConstrainedSolver::factor_cost() {
    return factorisation_cost(direct_->structure().flops, direct_->structure().entries) +
           direct_->solution_cost() * 0.5 * rows_->count();
}

/// P is near to what H would have for rows that are smooth, as rigs' are; not for those of single nodes.
bool ConstrainedSolver::may_iterate() const {
    return !factors_ && rows_->wide() && unknowns_.count() >= iterations_from;
}

/// One without factors: product, incomplete factors, and four times Ã.
double ConstrainedSolver::iteration_cost() const {
    return cg_iteration_cost(pattern_->block_count(), pattern_->node_count()) +
           0.4 * rows_->count() * double(pattern_->node_count());
}

/// What constraints can take is taken from the residual at once, so that it does not grow.
void ConstrainedSolver::precondition(Nodes& residual, Nodes& z) {
    if (!directly_) {
        if (std::exchange(at_start_, false))
            taken_ = rows_->take_all(residual);
        else
            taken_roughly_ += rows_->take_roughly(residual);
        incomplete_->solve(residual, z);
        rows_->keep_roughly(z);
        return;
    }
    unknowns_.gather(residual, gathered_);
    direct_->solve(gathered_, solved_);
    unknowns_.spread(solved_, z);
    const Eigen::VectorXd y = schur_.solve(rows_->times(z));
    taken_ += y;
    Eigen::Map<Eigen::VectorXd>(solved_.data(), static_cast<Eigen::Index>(solved_.size())) -= y_ * y;
    unknowns_.spread(solved_, z);
    rows_->take(y, residual);
}

bool ConstrainedSolver::solve_roughly(const Nodes& gradient, const Eigen::VectorXd* q, Nodes& p) {
    if (single_) return single_->solve_roughly(gradient, q ? *q : Eigen::VectorXd::Zero(rows_->count()), p);
    gradient_ = gradient;
    q_ = q ? *q : Eigen::VectorXd::Zero(rows_->count());
    Choice& choice = account_.choice;
    if (choice.direct && (!account_.made || account_.worn) && --choice.patience < 0) choice.direct = 0;
    directly_ = choice.direct || !may_iterate();
    return directly_ ? solve_by_factor(p) : iterate_roughly(p);
}

bool ConstrainedSolver::refine(Nodes& p) {
    if (single_) return single_->refine(p);
    if (!directly_) {
        if (!weigh(go_on(full_reduction, most_iterations), p)) return false;
        if (!directly_) return true;
    }
    return settle(go_on(full_reduction, most_iterations), p);
}

bool ConstrainedSolver::iterate_roughly(Nodes& p) {
    if (!incomplete_) incomplete_ = std::make_unique<IncompleteCholesky>(*pattern_);
    if (!incomplete_->factorize(*product_)) return weigh({false, 0, true}, p);
    const Choice& choice = account_.choice;
    const auto limit = [&] {  // as much as a new factor costs is the most that iterations may
        return before_a_look +
               static_cast<int>(std::min(double(most_iterations), choice.fresh_cost / iteration_cost()));
    };
    Iterations done = begin(choice.known ? limit() : before_a_look);
    if (!done.found && !done.indefinite && !choice.known) {
        look_at_factors();
        done = go_on(rough_reduction, limit());
    }
    return weigh(done, p);
}

void ConstrainedSolver::look_at_factors() {
    Choice& choice = account_.choice;
    if (choice.known) return;
    choice.known = 1;
    choice.direct_cost = choice.fresh_cost = std::numeric_limits<double>::infinity();
    if (!direct_->fits(8.0 * unknowns_.count() * rows_->count())) return;
    choice.fresh_cost = factor_cost() + direct_->solution_cost();
    choice.direct_cost = std::min(iterations_of_kept * kept_iteration_cost(), choice.fresh_cost);
}

/// By what iterations cost it is decided what the next system goes to; where they failed, this one goes to a factor.
bool ConstrainedSolver::weigh(const Iterations& done, Nodes& p) {
    Choice& choice = account_.choice;
    if (!done.found || done.count > few_constrained) look_at_factors();
    // Not positive definite, it seems; but rounding can make it seem so. Seen twice in a row, a factor has to tell.
    doubts_ = done.found ? 0 : doubts_ + 1;
    if (done.indefinite && doubts_ == 1) return false;
    const double cost = cg_setup_cost(pattern_->block_count(), pattern_->node_count()) + done.count * iteration_cost();
    const bool lost = choice.known && (cost > choice.direct_cost || !done.found);
    choice.direct = lost;
    if (lost) choice.patience = 1 << choice.losses;
    choice.losses = lost ? std::min(constrained_losses, choice.losses + 1) : 0;
    if (done.found) return finish(p);
    doubts_ = 0;
    directly_ = true;
    return solve_by_factor(p);
}

bool ConstrainedSolver::solve_by_factor(Nodes& p) {
    if ((!account_.made || account_.worn) && !make_factor()) return false;
    return settle(begin(most_iterations), p);
}

/// What a solution by a factor cost; where it failed with an old one, it is made anew with a new one.
bool ConstrainedSolver::settle(const Iterations& done, Nodes& p) {
    const double cost = kept_iteration_cost() * (done.count - std::exchange(counted_, done.count));
    account_.spent += cost;
    account_.solutions += 1.0;
    if (!fresh_ && cost * account_.solutions > account_.spent) account_.worn = 1;
    if (account_.solutions >= iterations_of_kept) account_.choice.direct_cost = account_.spent / account_.solutions;
    if (done.found) return finish(p);
    if (done.indefinite || fresh_ || !make_factor()) return false;
    return settle(begin(most_iterations), p) && refine(p);
}

double ConstrainedSolver::kept_iteration_cost() {
    return direct_->solution_cost() + product_cost(pattern_->block_count(), pattern_->node_count()) +
           4.0 * double(unknowns_.count()) * rows_->count();
}

template <class Solve>
Iterations ConstrainedSolver::run(const Solve& solve) {
    return solve([&](const Nodes& d, Nodes& hd) { product_->multiply(d, hd); },
                 [&](Nodes& r, Nodes& z) { precondition(r, z); });
}

Iterations ConstrainedSolver::begin(int limit) {
    return run([&](const auto& h, const auto& m) {
        counted_ = 0;
        at_start_ = true;
        taken_ = taken_roughly_ = Eigen::VectorXd::Zero(rows_->count());
        start_.assign(unknowns_.node_count(), Vec3::zero());
        cg_.r.assign(start_.size(), Vec3::zero());
        if (!q_.isZero(0.0)) {
            rows_->meet(q_, start_);
            h(start_, cg_.r);
        }
        for (std::size_t i = 0; i < start_.size(); ++i)
            for (int a = 0; a < 3; ++a)
                cg_.r[i][a] = unknowns_(static_cast<int>(i), a) < 0 ? 0.0 : -gradient_[i][a] - cg_.r[i][a];
        return cg_.solve(h, m, rough_reduction, limit);
    });
}

Iterations ConstrainedSolver::go_on(double reduction, int limit) {
    return run([&](const auto& h, const auto& m) { return cg_.go_on(h, m, reduction, limit); });
}

bool ConstrainedSolver::finish(Nodes& p) {
    p = start_;
    for (std::size_t i = 0; i < p.size(); ++i) p[i] += cg_.x[i];
    rows_->meet(q_, p);
    lambda_ = taken_;
    if (!directly_) {  // A m⁻¹ (−g − H p), of which the residual is what has not been taken
        rest_ = cg_.r;
        rows_->give_roughly(taken_roughly_, rest_);
        lambda_ += rows_->nearest(rest_);
    }
    unknowns_.gather(p, gathered_);
    return is_finite(gathered_);
}

std::vector<std::byte> ConstrainedSolver::save() const {
    if (single_) return single_->save();
    if (!direct_) return {};
    const std::vector<std::byte> order = direct_->save();
    return save_factor(account_, order, account_.made ? std::span<const Mat3>(factorized_) : std::span<const Mat3>());
}

void ConstrainedSolver::restore(const std::shared_ptr<const BlockPattern>& pattern, std::span<const std::byte> saved) {
    if (saved.empty()) return;
    if (single_) return single_->restore(pattern, saved);
    use(pattern);
    SavedFactor<Account> read = read_factor<Account>(saved, pattern->block_count());
    account_ = read.account;
    account_.choice.losses = std::clamp<std::int32_t>(account_.choice.losses, 0, constrained_losses);
    direct_->restore(read.order);
    account_.made = 0;
    if (read.values.empty()) return;
    BlockMatrix earlier{pattern, std::move(read.values)};
    account_.made = factorize(earlier, account_.shift) ? 1 : 0;
    factorized_ = std::move(earlier.values);
}

}  // namespace talweg
