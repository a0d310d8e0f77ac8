/// L Lᵀ of a symmetric positive definite block matrix, on all cores, with the same bits for any number of them.
///
/// A supernode takes the updates of all those below it in the tree, in their order, then is factorised as a dense
/// matrix (left-looking: Ng and Peyton, "Block sparse Cholesky algorithms on advanced uniprocessor computers", SIAM J.
/// Sci. Comput. 14, 1993). Branches of the tree run in parallel; what is above them begins when all its children are
/// done, and is cut into tiles of rows and columns at places that the structure alone decides. So every
/// number is the result of the same operations in the same order whoever carries them out. Solutions go the same ways:
/// what a branch adds to unknowns above it is summed apart, and these sums are added in order.
#pragma once
#include <atomic>

#include "talweg/assembly/block_matrix.hpp"
#include "talweg/math/pack.hpp"
#include "talweg/math/parallel_tree.hpp"
#include "talweg/math/shared_interruption.hpp"
#include "talweg/solve/cholesky/dense_inverse.hpp"
#include "talweg/solve/cholesky/tiles.hpp"

namespace talweg {

class SparseCholesky {
public:
    /// The pattern must stay.
    SparseCholesky(const BlockPattern& pattern, const Unknowns& unknowns, const std::vector<int>& order);

    const Supernodes& structure() const { return structure_; }
    /// New values; `shift`, where not empty, is added to the diagonal, by unknowns. False when not positive definite.
    /// Throws Error when the matrix has another pattern, and before a factor is begun that does not fit into memory.
    /// The interruption is asked before every supernode, and before every tile of large ones; after it there is no
    /// factor, and the next one is made as if nothing had been.
    bool factorize(const BlockMatrix& h, const std::vector<double>& shift = {}, const Interruption& interruption = {});
    /// Writes out the inverse of what is above the branches, unless that is so many times larger than its triangles:
    /// solutions wait there for one product only. Until the next factor is made. Returns how many flops it took.
    double invert_above(double at_most = 6.0);
    /// x → (L Lᵀ)⁻¹ x for `count` right sides one behind the other.
    void solve(double* x, int count = 1);

private:
    /// Where a block of the matrix goes.
    struct Entry {
        int block, row, column;  // of its first component within the supernode
        int row_place, column_place;
        bool transposed;
    };
    void place_blocks(const BlockPattern& pattern);
    double* values(int s) { return values_.data() + structure_.value_begins[s]; }
    bool goes_on() { return definite_ && !interruption_->given_up(); }
    void factorize_all();
    void factorize_supernode(int s);
    struct Area {  // components
        int row_begin, row_end, column_begin, column_end;
    };
    void fill_tile(int s, const tiles::Grid::Square& tile);
    void put_blocks(int s, const Area& area);
    void update_tile(int s, const Supernodes::Update& update, const tiles::Grid::Square& met, const int* place_in_tile);
    void divide_tiles(int s);
    template <class X>
    void solve_all(std::vector<X>& x);
    template <class X>
    X* beside(std::vector<X>& x, bool apart, std::size_t count) const;
    template <class X>
    void through_inverse(std::vector<X>& x) const;
    template <class X>
    void down(int s, bool apart, std::vector<X>& x);
    template <class X>
    void up(int s, bool apart, std::vector<X>& x);
    template <class X, class Index, class Function>
    void each_below(int s, X* beside, const Index& index, const Function& function) const;

    const BlockPattern& pattern_;
    Unknowns unknowns_;
    Supernodes structure_;
    std::vector<Entry> entries_;  // by supernode, then by row
    std::vector<int> entry_begins_;
    std::vector<int> unknown_at_;  // of each component in the order of elimination
    std::vector<int> targets_;     // of each row below, where a branch sums for it
    ParallelTree tree_;
    std::vector<double> values_;
    DenseInverse inverse_;            // of what is above the branches, where it was asked for
    const BlockMatrix* h_ = nullptr;  // while factorising
    const std::vector<double>* shift_ = nullptr;
    SharedInterruption* interruption_ = nullptr;
    std::atomic<bool> definite_ = true;
    std::vector<double> one_;  // right side, in the order of elimination
    std::vector<Pack> four_;
};

}  // namespace talweg
