#include "talweg/solve/cg_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "talweg/math/parallel.hpp"
#include "talweg/solve/cost_units.hpp"
#include "talweg/solve/multilevel/hierarchy.hpp"

namespace talweg {

namespace {

constexpr double least_digits = 1e-3, least_price = 2.0;

}  // namespace

CgSolver::CgSolver(const BlockPattern& pattern, const Unknowns& unknowns, bool with_levels)
    : pattern_(pattern), unknowns_(unknowns), limit_(50 + 10 * unknowns.count()), with_levels_(with_levels) {
    parallel_each(0, 2, [&](int which) {
        if (which == 0)
            matrix_ = std::make_unique<BlockProduct>(pattern_, unknowns_);
        else
            preconditioner_ = std::make_unique<IncompleteCholesky>(pattern_);
    });
}

CgSolver::~CgSolver() = default;

bool CgSolver::factorize(const BlockMatrix& h, double shift) {
    matrix_->set(h, shift);
    made_ = fresh_ = false;
    const bool definite = preconditioner_->factorize(*matrix_);
    spent_ += preconditioner_->attempts() * cg_setup_cost(pattern_.block_count(), pattern_.node_count());
    if (!definite) return false;
    return !with_levels_ || !needs_levels() || renew_levels();
}

bool CgSolver::needs_levels() const { return !hierarchy_ || !hierarchy_->definite() || life_.matrices.due(); }

bool CgSolver::make_levels() {
    static const Nodes nowhere;
    static const std::vector<NodeKind> all_places;
    ++setups_;
    hierarchy_ = nullptr;  // before the next one takes its memory
    if (!rows_) rows_ = std::make_unique<const FullRows>(pattern_);
    hierarchy_ = std::make_shared<Hierarchy>(
        *matrix_, *rows_, rigid_modes(places_ ? *places_ : nowhere, kinds_ ? *kinds_ : all_places, unknowns_));
    spent_ += hierarchy_->setup_cost();
    life_ = {};
    life_.matrices.renew(price(hierarchy_->renewal_cost()));
    life_.motions.renew(price(hierarchy_->setup_cost() - hierarchy_->renewal_cost()));
    made_ = fresh_ = hierarchy_->definite();
    if (!made_) hierarchy_ = nullptr;  // its motions are those of a matrix that leads nowhere
    return made_;
}

/// Of the matrix at hand: by the motions of regions that there are, unless these are stale as well.
bool CgSolver::renew_levels() {
    if (!hierarchy_ || life_.motions.due()) return make_levels();
    ++renewals_;
    if (!rows_) rows_ = std::make_unique<const FullRows>(pattern_);
    hierarchy_->renew(*matrix_, *rows_);
    spent_ += hierarchy_->renewal_cost();
    life_.matrices.renew(price(hierarchy_->renewal_cost()));
    return fresh_ = hierarchy_->definite();
}

void CgSolver::use_levels(bool wanted) {
    with_levels_ = wanted;
    if (!wanted) hierarchy_ = nullptr;
}

/// In iterations. (Without levels nothing costs anything, but looking for them does.)
double CgSolver::price(double cost) const { return std::max(least_price, cost / iteration_cost()); }

double CgSolver::iteration_cost() const {
    return cg_iteration_cost(pattern_.block_count(), pattern_.node_count()) +
           (hierarchy_ ? hierarchy_->cycle_cost() : 0.0);
}

/// z ≈ H⁻¹ r; rᵀ z. Smoothing and the motion of regions take the same residual and are found side by side.
double CgSolver::precondition(const Nodes& r, Nodes& z) {
    if (hierarchy_ && !plain_) {
        parallel_each(0, 2, [&](int which) {
            if (which == 0)
                hierarchy_->find_correction(r);
            else
                preconditioner_->solve(r, z);
        });
        return hierarchy_->add_correction(r, z);
    }
    if (plain_) {
        z.resize(r.size());
        for (std::size_t i = 0; i < r.size(); ++i) z[i] = blocks_[i] * r[i];
    } else {
        preconditioner_->solve(r, z);
    }
    return inner_product(r, z);
}

Iterations CgSolver::iterate(double reduction, int limit) {
    const Iterations done = cg_.go_on([&](const Nodes& d, Nodes& hd) { return matrix_->multiply_along(d, hd); },
                                      [&](const Nodes& r, Nodes& z) { return precondition(r, z); }, reduction, limit);
    const int more = done.count - std::exchange(iterations_, done.count);
    spent_ += more * iteration_cost();
    const double digits = cg_.digits() - std::exchange(digits_, cg_.digits());
    // Levels are not to blame for a matrix that is not positive definite, and one that fresh ones do not lead to an end
    // says nothing of others.
    if (!done.indefinite && (done.found || !fresh_)) {
        life_.matrices.enter(more, digits, fresh_);
        // Of the motions no more is known than what levels cost that are renewed by them.
        life_.motions.enter(made_ ? more : life_.matrices.fresh_pace() * digits, digits, made_);
    }
    return done;
}

bool CgSolver::levels_slow(double reduction) const {
    return life_.matrices.due_before(-std::log10(reduction) - digits_, iterations_ / std::max(digits_, least_digits));
}

bool CgSolver::bring_down(double reduction, std::vector<double>& p) {
    Iterations done;
    bool levels_indefinite = false;
    for (;;) {
        const bool may_renew = hierarchy_ && hierarchy_->level_count() > 1 && !plain_ && !fresh_;
        const int look = may_renew ? 1 + static_cast<int>(price(hierarchy_->renewal_cost())) : limit_;
        const int turns = std::min(limit_, iterations_ + std::min(look, limit_));
        done = iterate(reduction, turns);
        if (done.found || done.indefinite || done.count < turns || turns == limit_) break;
        if (!levels_slow(reduction)) continue;
        levels_indefinite = !renew_levels();
        if (levels_indefinite) break;
        begin_again();
    }
    indefinite_ = done.indefinite || levels_indefinite;
    beyond_doubt_ = levels_indefinite || (indefinite_ && matrix_->curves_downwards(cg_.direction(), done.curvature));
    out_of_turns_ = !done.found && !indefinite_ && done.count == limit_;
    unknowns_.gather(cg_.x, p);
    return done.found && is_finite(p);
}

bool CgSolver::solve(const std::vector<double>& r, std::vector<double>& p) {
    return solve_roughly(r, p) && refine(r, p);
}

bool CgSolver::solve_roughly(const std::vector<double>& r, std::vector<double>& p, const Enough& enough) {
    plain_ = false;
    const auto attempt = [&] {
        start(r);
        return bring_down(enough ? first_reduction : rough_reduction, p) && (!enough || bring_down(enough(p), p));
    };
    if (attempt()) return true;
    // Motions of an earlier matrix may mislead; those of this one do not.
    if (!indefinite_ && hierarchy_ && !made_ && make_levels() && attempt()) return true;
    return solve_plainly(r, rough_reduction, p);
}

bool CgSolver::go_on(std::vector<double>& p, const Enough& enough) {
    return bring_down(enough ? first_reduction : rough_reduction, p) && (!enough || bring_down(enough(p), p));
}

bool CgSolver::refine(const std::vector<double>& r, std::vector<double>& p) {
    return bring_down(full_reduction, p) || solve_plainly(r, full_reduction, p);
}

void CgSolver::start(const std::vector<double>& r) {
    iterations_ = 0;
    digits_ = 0.0;
    if (fresh_) life_.matrices.begin_fresh();
    if (made_) life_.motions.begin_fresh();
    given_ = r;
    unknowns_.spread(r, cg_.r);
    cg_.begin([&](const Nodes& residual, Nodes& z) { return precondition(residual, z); });
}

/// From where it is, with the levels that there are now.
void CgSolver::begin_again() {
    Nodes right;
    unknowns_.spread(given_, right);
    cg_.begin_again([&](const Nodes& residual, Nodes& z) { return precondition(residual, z); }, right);
    digits_ = cg_.digits();
}

bool CgSolver::solve_again(const std::vector<double>& r, double reduction, std::vector<double>& p) {
    unknowns_.spread(r, cg_.r);
    const Iterations done =
        cg_.solve([&](const Nodes& d, Nodes& hd) { return matrix_->multiply_along(d, hd); },
                  [&](const Nodes& residual, Nodes& z) { return precondition(residual, z); }, reduction, limit_);
    spent_ += done.count * iteration_cost();
    unknowns_.gather(cg_.x, p);
    return done.found && is_finite(p);
}

bool CgSolver::solve_plainly(const std::vector<double>& r, double reduction, std::vector<double>& p) {
    if (!alone_ || plain_ || beyond_doubt_ ||
        !std::all_of(r.begin(), r.end(), [](double value) { return std::isfinite(value); }))
        return false;
    plain_ = true;
    const BlockMatrix& h = matrix_->matrix();
    blocks_.resize(h.pattern->node_count());
    for (int i = 0; i < h.pattern->node_count(); ++i) {
        Mat3 block = h.values[h.pattern->diagonal(i)];
        const Vec3 shift = matrix_->shift(i);
        for (int a = 0; a < 3; ++a) {
            block(a, a) += shift[a];
            if (unknowns_(i, a) >= 0) continue;
            for (int b = 0; b < 3; ++b) block(a, b) = block(b, a) = 0.0;
            block(a, a) = 1.0;
        }
        blocks_[i] = inverse(block);
    }
    start(r);
    return bring_down(reduction, p);
}

void CgSolver::learn_from(const LinearSolver& earlier) {
    const auto* other = dynamic_cast<const CgSolver*>(&earlier);
    if (!other || !other->hierarchy_) return;
    with_levels_ = other->with_levels_;
    hierarchy_ = other->hierarchy_;
    hierarchy_->forget_pattern();
    life_ = other->life_;
}

std::vector<std::byte> CgSolver::save() const {
    if (!hierarchy_) return {};
    std::vector<std::byte> bytes = hierarchy_->save();
    const auto view = std::as_bytes(std::span(&life_, 1));
    bytes.insert(bytes.begin(), view.begin(), view.end());
    return bytes;
}

void CgSolver::restore(std::span<const std::byte> saved) {
    if (saved.empty()) return;
    if (saved.size() < sizeof(Life)) refuse_memory_of_another_scene();
    std::memcpy(&life_, saved.data(), sizeof(Life));
    hierarchy_ = std::make_shared<Hierarchy>(saved.subspan(sizeof(Life)), unknowns_.node_count());
}

}  // namespace talweg
