/// Dense counterparts of what the engine keeps sparse. Unknown 3·i + a is component a of node (or point) i.
#pragma once
#include <Eigen/Dense>

#include "talweg/assembly/block_matrix.hpp"
#include "talweg/solve/unknowns.hpp"

namespace talweg::testing {

inline Eigen::VectorXd dense(const std::vector<Vec3>& v) {
    Eigen::VectorXd out(3 * v.size());
    for (std::size_t i = 0; i < v.size(); ++i)
        for (int a = 0; a < 3; ++a) out[3 * i + a] = v[i][a];
    return out;
}

inline Eigen::MatrixXd dense(const BlockMatrix& m) {
    const BlockPattern& p = *m.pattern;
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(3 * p.node_count(), 3 * p.node_count());
    for (int i = 0; i < p.node_count(); ++i)
        for (int k = p.row_begin(i); k < p.row_end(i); ++k)
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b) {
                    out(3 * i + a, 3 * p.column(k) + b) = m.values[k](a, b);
                    if (p.column(k) != i) out(3 * p.column(k) + b, 3 * i + a) = m.values[k](a, b);
                }
    return out;
}

inline Eigen::MatrixXd dense_weights(const Model& model) {
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(3 * model.point_count(), 3 * model.node_count());
    for (int i = 0; i < model.point_count(); ++i)
        for (const NodeWeight& w : model.map.row(i))
            for (int a = 0; a < 3; ++a) out(3 * i + a, 3 * w.node + a) += w.weight;
    return out;
}

inline Eigen::MatrixXd dense_mass(const Model& model) {
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(3 * model.node_count(), 3 * model.node_count());
    for (int i = 0; i < model.node_count(); ++i)
        for (int a = 0; a < 3; ++a) out(3 * i + a, 3 * i + a) = model.mass.diagonal[i];
    for (const auto& [i, j, mass] : model.mass.couplings)
        for (int a = 0; a < 3; ++a) {
            out(3 * i + a, 3 * j + a) += mass;
            out(3 * j + a, 3 * i + a) += mass;
        }
    return out;
}

/// Rows and columns of the free components.
inline Eigen::MatrixXd free_part(const Eigen::MatrixXd& m, const Unknowns& unknowns) {
    Eigen::MatrixXd out(unknowns.count(), unknowns.count());
    for (int i = 0; i < m.rows(); ++i)
        for (int j = 0; j < m.cols(); ++j) {
            const int row = unknowns(i / 3, i % 3), column = unknowns(j / 3, j % 3);
            if (row >= 0 && column >= 0) out(row, column) = m(i, j);
        }
    return out;
}

}  // namespace talweg::testing
