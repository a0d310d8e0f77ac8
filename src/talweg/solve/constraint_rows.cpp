#include <algorithm>
#include <cmath>

#include "talweg/solve/constrained_solver.hpp"

namespace talweg {

namespace {

/// Of the largest a row has of its own, beside those kept before it: less says nothing new.
constexpr double new_enough = 1e-11;

}  // namespace

ConstraintRows::ConstraintRows(const Constraints& constraints, const Unknowns& unknowns,
                               const std::vector<double>& mass)
    : unknowns_(unknowns), weight_(unknowns.count()), all_rows_(constraints.row_count()) {
    double heaviest = 0.0;
    for (const double m : mass) heaviest = std::max(heaviest, m);
    for (int i = 0; i < unknowns.node_count(); ++i)
        for (int a = 0; a < 3; ++a)
            if (const int k = unknowns(i, a); k >= 0) weight_[k] = heaviest / std::max(mass[i], 1e-9 * heaviest);
    find_rows(constraints);
}

/// Rows one after another, each held against those kept so far by a Cholesky factor of their products that grows.
void ConstraintRows::find_rows(const Constraints& constraints) {
    using Sparse = Eigen::SparseMatrix<double, Eigen::RowMajor>;
    std::vector<Eigen::Triplet<double>> entries;
    for (const Constraints::Part& part : constraints.parts)
        for (const auto& [node, weight] : constraints.stencils.row(part.stencil))
            for (int a = 0; a < 3; ++a)
                if (const int k = unknowns_(node, a); k >= 0 && part.direction[a] != 0.0)
                    entries.emplace_back(part.row, k, weight * part.direction[a]);
    Sparse all(all_rows_, unknowns_.count());
    all.setFromTriplets(entries.begin(), entries.end());
    const Eigen::MatrixXd gram = all * weight_.asDiagonal() * Sparse(all).transpose();
    Eigen::MatrixXd l = Eigen::MatrixXd::Zero(all_rows_, all_rows_);
    for (int row = 0; row < all_rows_; ++row) {
        const int n = static_cast<int>(kept_.size());
        Eigen::VectorXd beside(n);
        for (int k = 0; k < n; ++k) beside[k] = gram(kept_[k], row);
        const auto lower = l.topLeftCorner(n, n).triangularView<Eigen::Lower>();
        const Eigen::VectorXd along = lower.solve(beside);
        const double own = gram(row, row) - along.squaredNorm();
        if (own > new_enough * gram(row, row) && own > 0.0) {
            l.row(n).head(n) = along.transpose();
            l(n, n) = std::sqrt(own);
            kept_.push_back(row);
        } else {
            left_out_.push_back({row, lower.transpose().solve(along)});
        }
    }
    for (LeftOut& row : left_out_) {  // of all that are kept in the end
        const auto n = row.of_kept.size();
        row.of_kept.conservativeResize(static_cast<Eigen::Index>(kept_.size()));
        row.of_kept.tail(row.of_kept.size() - n).setZero();
    }
    a_.resize(static_cast<Eigen::Index>(kept_.size()), unknowns_.count());
    std::vector<int> place(all_rows_, -1);
    for (std::size_t k = 0; k < kept_.size(); ++k) place[kept_[k]] = static_cast<int>(k);
    std::vector<Eigen::Triplet<double>> of_kept;
    for (const auto& entry : entries)
        if (place[entry.row()] >= 0) of_kept.emplace_back(place[entry.row()], entry.col(), entry.value());
    a_.setFromTriplets(of_kept.begin(), of_kept.end());
    lower_ = l.topLeftCorner(a_.rows(), a_.rows());
    Eigen::MatrixXd orthonormal = a_;
    lower_.triangularView<Eigen::Lower>().solveInPlace(orthonormal);
    a_ = orthonormal.sparseView();
    gram_.compute(Eigen::MatrixXd(a_ * weight_.asDiagonal() * Sparse(a_).transpose()));
}

void ConstraintRows::meet(const Eigen::VectorXd& q, Nodes& p) const {
    std::vector<double> free;
    unknowns_.gather(p, free);
    Eigen::Map<Eigen::VectorXd> x(free.data(), static_cast<Eigen::Index>(free.size()));
    for (int round = 0; round < 2; ++round)  // again, for what rounding left
        x += weight_.cwiseProduct(a_.transpose() * gram_.solve(q - a_ * x));
    for (std::size_t i = 0; i < p.size(); ++i)
        for (int a = 0; a < 3; ++a)
            if (const int k = unknowns_(static_cast<int>(i), a); k >= 0) p[i][a] = free[k];
}

std::vector<double> ConstraintRows::multipliers(const Nodes& g) const {
    std::vector<double> free;
    unknowns_.gather(g, free);
    const Eigen::Map<Eigen::VectorXd> x(free.data(), static_cast<Eigen::Index>(free.size()));
    return spread(-gram_.solve(a_ * weight_.cwiseProduct(x)));
}

Eigen::VectorXd ConstraintRows::of_kept(const std::vector<double>& all) const {
    return lower_.triangularView<Eigen::Lower>().solve(picked(all));
}

Eigen::VectorXd ConstraintRows::picked(const std::vector<double>& all) const {
    Eigen::VectorXd values(static_cast<Eigen::Index>(kept_.size()));
    for (std::size_t k = 0; k < kept_.size(); ++k) values[static_cast<Eigen::Index>(k)] = all[kept_[k]];
    return values;
}

std::vector<double> ConstraintRows::spread(const Eigen::VectorXd& of_kept) const {
    std::vector<double> all(all_rows_, 0.0);
    const Eigen::VectorXd values = lower_.transpose().triangularView<Eigen::Upper>().solve(of_kept);
    for (std::size_t k = 0; k < kept_.size(); ++k) all[kept_[k]] = values[static_cast<Eigen::Index>(k)];
    return all;
}

}  // namespace talweg
