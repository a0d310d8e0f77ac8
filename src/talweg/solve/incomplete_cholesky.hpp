/// Incomplete block factorisation without fill, a preconditioner for conjugate gradients.
///
///     H ≈ (D + U)ᵀ D⁻¹ (D + U),   U within the pattern of H, D of 3×3 blocks
///
/// Meijerink and van der Vorst, Math. Comp. 31, 1977, in blocks. Where a pivot does not come out positive definite, as
/// can happen in elasticity, all of it is made anew of H with a stronger diagonal (Manteuffel, Math. Comp. 34, 1980):
/// blocks that stand in for single pivots leave a product that is positive definite but grows along the elimination
/// beyond all measure. At the last strength they do stand in, so that there is always a product. U is
/// kept in single precision, for it only guides; and twice, by rows and by columns, so that both sweeps of a solution
/// sum along a row. Nodes are eliminated in the order of Cuthill and McKee; of large systems in stages of parts that no
/// coupling joins, side by side.
#pragma once
#include <memory>

#include "talweg/math/block_columns.hpp"
#include "talweg/solve/block_product.hpp"
#include "talweg/solve/elimination_stages.hpp"

namespace talweg {

class IncompleteCholesky {
public:
    explicit IncompleteCholesky(const BlockPattern& pattern);

    /// False when a diagonal block of the matrix is not positive definite.
    bool factorize(const BlockProduct& matrix);
    /// z = M⁻¹ r; both vanish at prescribed components.
    void solve(const Nodes& r, Nodes& z);
    /// How often the last one was begun.
    int attempts() const { return attempts_; }

private:
    using Block = Matrix<float, 3, 3>;
    struct Upper {
        int column, block;  // place of its column in the order; and of its values in the pattern,
        bool transposed;    // where rows and columns may be exchanged
        Upper() {}          // nothing, as below
        Upper(int in_column, int of_block, bool turned) : column(in_column), block(of_block), transposed(turned) {}
    };
    BlockColumns take_block(int node, const Upper& from, const BlockProduct& matrix) const;
    IncompleteCholesky(const BlockPattern& pattern, const NodeGraph& graph);
    bool take_diagonal(int begin, int end, const BlockProduct& matrix, double strength);
    /// Rows of U are taken from the matrix when their turn comes. False: a pivot came out as good as none.
    bool factorize_piece(int begin, int end, const BlockProduct& matrix, bool at_any_rate);
    /// Down and up; far: the factor is fetched from memory.
    template <bool far>
    void sweep(const Nodes& r, Nodes& z);

    const BlockPattern& pattern_;
    // Everything is by places in the order of stages, and lists that are as long as rows are in memory that is first
    // touched where it is filled.
    EliminationStages stages_;
    std::vector<int> upper_begins_, lower_begins_;  // rows of U, and of Uᵀ
    std::vector<Upper> blocks_;
    std::unique_ptr<int[]> upper_columns_;  // theirs, and nothing else, for loops that are gone through often
    std::unique_ptr<Block[]> upper_;        // their values
    std::unique_ptr<int[]> lower_columns_, lower_blocks_;  // of Uᵀ; and where its blocks are in U
    std::unique_ptr<Block[]> lower_;
    std::unique_ptr<Mat3[]> inverse_;   // D⁻¹
    std::unique_ptr<Mat3[]> diagonal_;  // D, while factorising
    Nodes ordered_;                     // while solving
    int attempts_ = 0;
};

}  // namespace talweg
