/// Symmetric matrix of 3×3 blocks over nodes: upper triangle, row by row. The pattern is made once and shared.
#pragma once
#include <array>
#include <memory>
#include <span>

#include "talweg/model/model.hpp"

namespace talweg {

class BlockPattern {
public:
    /// The pattern of M + Wᵀ H W for a model: every pair of nodes that an element or the mass couples.
    explicit BlockPattern(const Model& model);
    /// A pattern with more pairs of nodes (i, j), i < j, sorted and without repetition.
    BlockPattern(const BlockPattern& base, const std::vector<std::array<int, 2>>& more);
    /// One given by its rows: block k is in column columns[k], row i has those from offsets[i] on. In every row columns
    /// ascend from the diagonal.
    BlockPattern(std::vector<int> offsets, std::vector<int> columns)
        : offsets_(std::move(offsets)), columns_(std::move(columns)) {}

    int node_count() const { return static_cast<int>(offsets_.size()) - 1; }
    int block_count() const { return static_cast<int>(columns_.size()); }
    int row_begin(int row) const { return offsets_[row]; }
    int row_end(int row) const { return offsets_[row + 1]; }
    int column(int block) const { return columns_[block]; }
    int diagonal(int row) const { return offsets_[row]; }  // columns ascend, so it comes first

    /// Index of block (row, column), row ≤ column; −1 when it is not in the pattern.
    int find(int row, int column) const;
    bool contains(int row, int column) const { return find(row, column) >= 0; }
    /// Where each block of this pattern is in a larger one.
    std::vector<int> places_in(const BlockPattern& larger) const;
    bool operator==(const BlockPattern&) const = default;

private:
    std::vector<int> offsets_, columns_;
};

class NeighbourProduct;  // neighbour_product.hpp

struct BlockMatrix {
    std::shared_ptr<const BlockPattern> pattern;
    std::vector<Mat3> values;
    std::shared_ptr<const NeighbourProduct> beyond = {};  // what is not in the blocks; none: nothing
};

/// y = A x
void multiply(const BlockMatrix& a, const Nodes& x, Nodes& y);

}  // namespace talweg
