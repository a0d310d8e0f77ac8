#include "talweg/solve/constraint_rows.hpp"

#include <algorithm>
#include <cmath>

namespace talweg {

namespace {

/// Of the largest a row has of its own, beside those kept before it: less says nothing new.
constexpr double new_enough = 1e-11;

}  // namespace

ConstraintRows::ConstraintRows(const Constraints& constraints, const Unknowns& unknowns,
                               const std::vector<double>& mass)
    : unknowns_(unknowns), node_weight_(mass.size()), weight_(unknowns.count()), all_rows_(constraints.row_count()) {
    double heaviest = 0.0;
    for (const double m : mass) heaviest = std::max(heaviest, m);
    for (int i = 0; i < unknowns.node_count(); ++i) {
        node_weight_[i] = heaviest / std::max(mass[i], 1e-9 * heaviest);
        for (int a = 0; a < 3; ++a)
            if (const int k = unknowns(i, a); k >= 0) weight_[k] = node_weight_[i];
    }
    axes_ = shared_axes(constraints);
    if (shared())
        find_shared(constraints);
    else
        find_rows(constraints);
    find_singles(constraints);
}

/// Different components have nothing in common, so L is diagonal and A has one number in each row, too.
void ConstraintRows::find_singles(const Constraints& constraints) {
    if (constraints.parts.size() != std::size_t(all_rows_)) return;
    std::vector<Single> of_row(all_rows_);
    for (const Constraints::Part& part : constraints.parts) {
        const auto stencil = constraints.stencils.row(part.stencil);
        if (stencil.size() != 1) return;
        Single& single = of_row[part.row];
        single = {stencil[0].node, -1, 0.0};
        for (int a = 0; a < 3; ++a)
            if (part.direction[a] != 0.0) {
                if (single.axis >= 0) return;
                single.axis = a;
                single.number = stencil[0].weight * part.direction[a];
            }
    }
    for (int k = 0; k < count(); ++k) {
        singles_.push_back(of_row[kept_[k]]);
        singles_.back().number /= lower_(k / axes_, k / axes_);
    }
}

/// Three, or two of planar scenes, where rows come stencil by stencil, one for each axis, and nodes are free along all
/// of these or held; otherwise one.
int ConstraintRows::shared_axes(const Constraints& constraints) const {
    const int rows = all_rows_, stencils = constraints.stencils.point_count();
    const int axes = stencils > 0 ? rows / stencils : 0;
    if (axes < 2 || axes * stencils != rows || constraints.parts.size() != std::size_t(rows)) return 1;
    for (int r = 0; r < rows; ++r) {
        const Constraints::Part& part = constraints.parts[r];
        Vec3 axis = Vec3::zero();
        axis[r % axes] = 1.0;
        if (part.row != r || part.stencil != r / axes || part.direction != axis) return 1;
    }
    for (int s = 0; s < stencils; ++s)
        for (const auto& [node, weight] : constraints.stencils.row(s)) {
            int free = 0;
            for (int a = 0; a < 3; ++a) free |= unknowns_(node, a) >= 0 ? 1 << a : 0;
            if (free != 0 && free != (1 << axes) - 1) return 1;
        }
    return axes;
}

/// Rows one after another, each held against those kept so far by a Cholesky factor of their products that grows:
/// those kept are returned, and L is.
std::vector<int> ConstraintRows::choose(const Eigen::MatrixXd& gram) {
    const int rows = static_cast<int>(gram.rows());
    std::vector<int> kept;
    Eigen::MatrixXd l = Eigen::MatrixXd::Zero(rows, rows);
    std::vector<LeftOut> left_out;
    for (int row = 0; row < rows; ++row) {
        const int n = static_cast<int>(kept.size());
        Eigen::VectorXd beside(n);
        for (int k = 0; k < n; ++k) beside[k] = gram(kept[k], row);
        const auto lower = l.topLeftCorner(n, n).triangularView<Eigen::Lower>();
        const Eigen::VectorXd along = lower.solve(beside);
        const double own = gram(row, row) - along.squaredNorm();
        if (own > new_enough * gram(row, row) && own > 0.0) {
            l.row(n).head(n) = along.transpose();
            l(n, n) = std::sqrt(own);
            kept.push_back(row);
        } else {
            left_out.push_back({row, lower.transpose().solve(along)});
        }
    }
    const auto n = static_cast<Eigen::Index>(kept.size());
    for (const LeftOut& left : left_out)
        for (int a = 0; a < axes_; ++a) {
            Eigen::VectorXd of_kept = Eigen::VectorXd::Zero(n * axes_);  // of all that are kept in the end
            for (Eigen::Index k = 0; k < left.of_kept.size(); ++k) of_kept[k * axes_ + a] = left.of_kept[k];
            left_out_.push_back({left.row * axes_ + a, std::move(of_kept)});
        }
    for (const int row : kept)
        for (int a = 0; a < axes_; ++a) kept_.push_back(row * axes_ + a);
    lower_ = l.topLeftCorner(n, n);
    return kept;
}

void ConstraintRows::find_shared(const Constraints& constraints) {
    const int stencils = constraints.stencils.point_count();
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(stencils, unknowns_.node_count());
    fewest_nodes_ = constraints.stencils.row(0).size();
    for (int s = 0; s < stencils; ++s) {
        const auto row = constraints.stencils.row(s);
        fewest_nodes_ = std::min(fewest_nodes_, row.size());
        for (const auto& [node, weight] : row)
            if (unknowns_(node, 0) >= 0)
                all(s, node) += weight;
            else
                held_.push_back({s * axes_, node, weight});
    }
    const Eigen::Map<const Eigen::VectorXd> weights(node_weight_.data(), all.cols());
    const auto products = [&](const Eigen::MatrixXd& rows) {
        const Eigen::MatrixXd weighted = rows * weights.asDiagonal();
        return Eigen::MatrixXd(weighted * rows.transpose());
    };
    const std::vector<int> kept = choose(products(all));
    Eigen::MatrixXd rows(static_cast<Eigen::Index>(kept.size()), all.cols());
    for (std::size_t k = 0; k < kept.size(); ++k) rows.row(static_cast<Eigen::Index>(k)) = all.row(kept[k]);
    lower_.triangularView<Eigen::Lower>().solveInPlace(rows);
    // Again, for what rounding left where rows were nearly alike (Cholesky QR twice: Yamamoto et al., ETNA 44, 2015).
    const Eigen::LLT<Eigen::MatrixXd> again(products(rows));
    again.matrixL().solveInPlace(rows);
    lower_ = lower_ * Eigen::MatrixXd(again.matrixL());
    shared_ = SharedRows(rows);
    if (wide()) guiding_ = GuidingRows(rows);
}

void ConstraintRows::find_rows(const Constraints& constraints) {
    std::vector<Eigen::Triplet<double>> entries;
    for (const Constraints::Part& part : constraints.parts)
        for (const auto& [node, weight] : constraints.stencils.row(part.stencil))
            for (int a = 0; a < 3; ++a)
                if (const int k = unknowns_(node, a); k >= 0 && part.direction[a] != 0.0)
                    entries.emplace_back(part.row, k, weight * part.direction[a]);
    Sparse all(all_rows_, unknowns_.count());
    all.setFromTriplets(entries.begin(), entries.end());
    choose(all * weight_.asDiagonal() * Sparse(all).transpose());
    a_.resize(count(), unknowns_.count());
    std::vector<int> place(all_rows_, -1);
    for (int k = 0; k < count(); ++k) place[kept_[k]] = k;
    std::vector<Eigen::Triplet<double>> of_kept;
    for (const auto& entry : entries)
        if (place[entry.row()] >= 0) of_kept.emplace_back(place[entry.row()], entry.col(), entry.value());
    a_.setFromTriplets(of_kept.begin(), of_kept.end());
    Eigen::MatrixXd orthonormal = a_;
    lower_.triangularView<Eigen::Lower>().solveInPlace(orthonormal);
    a_ = orthonormal.sparseView();
    gram_.compute(Eigen::MatrixXd(a_ * weight_.asDiagonal() * Sparse(a_).transpose()));
}

Eigen::MatrixXd ConstraintRows::columns() const {
    if (!shared()) return Eigen::MatrixXd(a_.transpose());
    Eigen::MatrixXd made = Eigen::MatrixXd::Zero(unknowns_.count(), count());
    Eigen::VectorXd y = Eigen::VectorXd::Zero(count());
    Nodes row(unknowns_.node_count());
    for (int k = 0; k < count(); k += axes_) {  // of all axes at once: their components are not the same
        for (int a = 0; a < axes_; ++a) y[k + a] = 1.0;
        row.assign(row.size(), Vec3::zero());
        add_product(1.0, y, false, row);
        for (int i = 0; i < unknowns_.node_count(); ++i)
            for (int a = 0; a < axes_; ++a)
                if (const int at = unknowns_(i, a); at >= 0) made(at, k + a) = row[i][a];
        for (int a = 0; a < axes_; ++a) y[k + a] = 0.0;
    }
    return made;
}

Eigen::MatrixXd ConstraintRows::times(const Eigen::MatrixXd& of) const {
    if (shared()) return columns().transpose() * of;
    return a_ * of;
}

template <class Rows>
Eigen::VectorXd ConstraintRows::product(const Rows& rows, const Nodes& x, bool over_mass) const {
    Eigen::VectorXd y(count());
    Nodes u;
    rows.times(x, over_mass ? node_weight_.data() : nullptr, u);
    for (int k = 0; k < count(); ++k) y[k] = u[k / axes_][k % axes_];
    return y;
}

template <class Rows>
void ConstraintRows::add_product(const Rows& rows, double factor, const Eigen::VectorXd& y, bool over_mass,
                                 Nodes& x) const {
    Nodes u(rows.row_count(), Vec3::zero());
    for (int k = 0; k < count(); ++k) u[k / axes_][k % axes_] = y[k];
    rows.add_transposed(factor, u, over_mass ? node_weight_.data() : nullptr, x);
}

Eigen::VectorXd ConstraintRows::product(const Nodes& x, bool over_mass) const {
    if (shared()) return product(shared_, x, over_mass);
    Eigen::VectorXd y(count());
    std::vector<double> free;
    unknowns_.gather(x, free);
    const Eigen::Map<Eigen::VectorXd> of(free.data(), static_cast<Eigen::Index>(free.size()));
    if (over_mass)
        y.noalias() = a_ * weight_.cwiseProduct(of);
    else
        y.noalias() = a_ * of;
    return y;
}

void ConstraintRows::add_product(double factor, const Eigen::VectorXd& y, bool over_mass, Nodes& x) const {
    if (shared()) return add_product(shared_, factor, y, over_mass, x);
    Eigen::VectorXd sum = factor * (a_.transpose() * y);
    if (over_mass) sum = weight_.cwiseProduct(sum);
    for (int i = 0; i < unknowns_.node_count(); ++i)
        for (int a = 0; a < 3; ++a)
            if (const int k = unknowns_(i, a); k >= 0) x[i][a] += sum[k];
}

/// (A m⁻¹ Aᵀ)⁻¹ y: of shared rows that is 1, but for the last digits.
Eigen::VectorXd ConstraintRows::gram_solution(const Eigen::VectorXd& y) const {
    return shared() ? y : Eigen::VectorXd(gram_.solve(y));
}

Eigen::VectorXd ConstraintRows::times(const Nodes& p) const { return product(p, false); }

void ConstraintRows::take(const Eigen::VectorXd& y, Nodes& f) const { add_product(-1.0, y, false, f); }

Eigen::VectorXd ConstraintRows::take_all(Nodes& f) const {
    const Eigen::VectorXd y = nearest(f);
    add_product(-1.0, y, false, f);
    return y;
}

Eigen::VectorXd ConstraintRows::nearest(const Nodes& f) const { return gram_solution(product(f, true)); }

void ConstraintRows::meet(const Eigen::VectorXd& q, Nodes& p) const {
    const int rounds =
        wide() ? 1 : 2;  // again, for what rounding left, where rows are not orthonormal to the last digit
    for (int round = 0; round < rounds; ++round) add_product(1.0, gram_solution(q - product(p, false)), true, p);
}

Eigen::VectorXd ConstraintRows::take_roughly(Nodes& f) const {
    const Eigen::VectorXd y = product(guiding_, f, true);
    add_product(guiding_, -1.0, y, false, f);
    return y;
}

void ConstraintRows::give_roughly(const Eigen::VectorXd& y, Nodes& f) const { add_product(guiding_, 1.0, y, false, f); }

void ConstraintRows::keep_roughly(Nodes& p) const { add_product(guiding_, -1.0, product(guiding_, p, false), true, p); }

std::vector<double> ConstraintRows::multipliers(const Nodes& g) const { return spread(-nearest(g)); }

Eigen::VectorXd ConstraintRows::picked(const std::vector<double>& all) const {
    Eigen::VectorXd values(count());
    for (int k = 0; k < count(); ++k) values[k] = all[kept_[k]];
    return values;
}

Eigen::VectorXd ConstraintRows::of_kept(const std::vector<double>& all) const {
    Eigen::VectorXd values = picked(all);
    Eigen::Map<ByAxis> by_axis(values.data(), lower_.rows(), axes_);
    lower_.triangularView<Eigen::Lower>().solveInPlace(by_axis);
    return values;
}

std::vector<double> ConstraintRows::spread(const Eigen::VectorXd& of_kept) const {
    std::vector<double> all(all_rows_, 0.0);
    Eigen::VectorXd values = of_kept;
    Eigen::Map<ByAxis> by_axis(values.data(), lower_.rows(), axes_);
    lower_.transpose().triangularView<Eigen::Upper>().solveInPlace(by_axis);
    for (int k = 0; k < count(); ++k) all[kept_[k]] = values[k];
    return all;
}

void ConstraintRows::add_forces(const Constraints& constraints, const Eigen::VectorXd& y, Nodes& f) const {
    if (!wide()) return constraints.add_forces(spread(y), f);
    add_product(1.0, y, false, f);
    if (held_.empty()) return;
    const std::vector<double> multipliers = spread(y);
    for (const Held& held : held_)
        for (int a = 0; a < axes_; ++a) f[held.node][a] += held.weight * multipliers[held.row + a];
}

}  // namespace talweg
