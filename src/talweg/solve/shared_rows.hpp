/// Rows of numbers over nodes that act on every axis alike, S ⊗ 1: what a rig asks of a body. Kept dense, where a row
/// has nodes at all, in the order in which products read it:
///
///     u_s = Σ_j S_sj x_j ,   x_j += w_j Σ_s S_sj u_s ,   x_j and u_s of three components.
///
/// One number read serves three axes, and nothing is read but these numbers: a third of what rows by axis would have,
/// a quarter of what sparse ones have. Sums over nodes are cut at fixed places and added in order. Where rows only guide,
/// as in a preconditioner, numbers of half the length do, and products may be rounded once with their sums: reading is
/// most of what such a product costs.
#pragma once
#include <Eigen/Core>
#include <vector>

#include "talweg/model/positions.hpp"

namespace talweg {

template <class Real>
class BasicSharedRows {
public:
    BasicSharedRows() = default;
    /// rows × nodes
    explicit BasicSharedRows(const Eigen::MatrixXd& rows);

    int row_count() const { return row_count_; }
    /// u = S (w x), u of three numbers per row; `weights` by node, or none.
    void times(const Nodes& x, const double* weights, Nodes& u) const;
    /// x += factor w Sᵀ u
    void add_transposed(double factor, const Nodes& u, const double* weights, Nodes& x) const;

private:
    static constexpr int panel = 8, tile = 64;  // rows, nodes: in this order they lie in memory
    /// Rows one after another that have the same first and last node.
    struct Block {
        int first_node, node_count, first_row, rows, panels;
        std::vector<Real> values;
        const Real* at(int in_tile, int in_panel) const {
            return values.data() + (std::ptrdiff_t(in_tile) * panels + in_panel) * tile * panel;
        }
    };
    void sum(const Block& block, int begin, int end, const Nodes& x, const double* weights, double* sums) const;

    int row_count_ = 0;
    std::vector<Block> blocks_;
};

using SharedRows = BasicSharedRows<double>;
using GuidingRows = BasicSharedRows<float>;

}  // namespace talweg
