/// y = (H + S) x over the free components, S a diagonal shift: the product that iterations are made of, in parallel.
///
/// Of each pair of blocks only one is stored. Rows are cut into pieces at fixed places. First every piece multiplies
/// its rows, and their mirror images: those that belong to rows of later pieces it sums up in places of its own. Then
/// every piece adds what earlier ones have summed up for it. So each block is read once, and each sum has one order
/// whatever the number of threads.
#pragma once
#include "talweg/assembly/block_matrix.hpp"
#include "talweg/solve/unknowns.hpp"

namespace talweg {

/// Blocks, and nodes that have them, which are worth a thread: some ten microseconds of products.
inline constexpr int blocks_at_once = 4096, least_at_once = 64;

class BlockProduct {
public:
    BlockProduct(const BlockPattern& pattern, const Unknowns& unknowns);

    /// Takes the values of a matrix, which must stay until multiplied with, and the relative shift of its diagonal.
    void set(const BlockMatrix& h, double shift);
    /// x must vanish at prescribed components; y will.
    void multiply(const Nodes& x, Nodes& y) const;
    /// hd = (H + S) d, and dᵀ hd.
    double multiply_along(const Nodes& d, Nodes& hd) const;

    /// Whether dᵀ H d = `curvature` is below zero by more than rounding could make it.
    bool curves_downwards(const Nodes& d, double curvature) const;

    const BlockMatrix& matrix() const { return *h_; }
    /// What is added to the diagonal at a node: zero without shift.
    Vec3 shift(int node) const { return shift_.empty() ? Vec3::zero() : shift_[node]; }
    const Unknowns& unknowns() const { return unknowns_; }

private:
    struct Handed {
        int row, place;  // a row, and the place where an earlier piece has summed up for it
    };
    template <bool far>
    void multiply_piece(int piece, const Nodes& x, Nodes& y) const;
    void multiply_pieces(const Nodes& x, Nodes& y) const;
    void finish_piece(int piece, Nodes& y) const;
    int piece_count() const { return static_cast<int>(piece_blocks_.size()); }

    Unknowns unknowns_;
    std::vector<int> piece_begins_;  // rows, and the end
    std::vector<int> piece_blocks_;  // of each piece, its first block whose column is in a later one, as counted below
    std::vector<int> places_;        // of these blocks in their order, where their mirror images are summed up
    std::vector<int> place_begins_;  // of each piece, and the end
    std::vector<Handed> handed_;     // by the row's piece, then in the order of places
    std::vector<int> handed_begins_;
    mutable Nodes sums_;                     // at those places
    std::vector<std::pair<int, int>> held_;  // (node, axis), by the node's piece
    std::vector<int> held_begins_;
    mutable std::vector<double> parts_;  // of dᵀ H d, by pieces
    const BlockMatrix* h_ = nullptr;
    Nodes shift_;
};

}  // namespace talweg
