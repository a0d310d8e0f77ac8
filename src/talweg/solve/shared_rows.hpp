/// Rows of numbers over nodes that act on every axis alike, S ⊗ 1: what a rig asks of a body. Kept dense, where a row
/// has nodes at all, in the order in which products read it:
///
///     u_s = Σ_j S_sj x_j ,   x_j += w_j Σ_s S_sj u_s ,   x_j and u_s of three components.
///
/// One number read serves three axes, and nothing is read but these numbers: a third of what rows by axis would have,
/// a quarter of what sparse ones have. Sums over nodes are cut at fixed places and added in order. Where rows only
/// guide, as in a preconditioner, numbers of half the length do: reading is most of what such a product costs.
#pragma once
#include <Eigen/Core>
#include <vector>

#include "talweg/math/pack.hpp"
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
    static constexpr int tile = 32, at_once = 4;  // nodes, rows
    /// Rows one after another that have the same first and last node: by tile, then by row, then by node.
    struct Block {
        int first_node, node_count, first_row, rows;
        std::vector<Real> values;
        int tiles() const { return (node_count + tile - 1) / tile; }
        int padded_rows() const { return (rows + at_once - 1) / at_once * at_once; }
        std::size_t place(int of_tile, int row) const {
            return (std::size_t(of_tile) * std::size_t(padded_rows()) + std::size_t(row)) * tile;
        }
    };
    /// Adds tiles [begin, end) to sums, four for each row and axis.
    void sum(const Block& block, int begin, int end, const Nodes& x, const double* weights, Pack* sums) const;
    /// Adds tile t of Sᵀ u to x.
    void add(const Block& block, int t, const Nodes& u, const double* weights, Nodes& x) const;

    int row_count_ = 0;
    std::vector<Block> blocks_;
};

using SharedRows = BasicSharedRows<double>;
using GuidingRows = BasicSharedRows<float>;

}  // namespace talweg
