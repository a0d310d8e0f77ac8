/// Elements whose Hessians are condensed to the nodes that their points follow before they are added to the matrix:
/// H_c += Wᵀ H_x W, in place of a block for every pair of nodes of every pair of points of every element.
///
/// Elements are evaluated into blocks of their own, one per pair of points i ≤ j. Two kinds pay:
/// - of reduced bodies, whose points all follow the same many nodes, by dense products over all of them. With K_rs the
///   entries (r, s) of the blocks, as one sparse matrix over all points of the elements, the entries (r, s) of H_c are
///   Wᵀ (K_rs W): six products, the others being mirror images;
/// - contacts of bodies that few nodes lead, such as rigid ones: all between the same two bodies are summed over the
///   nodes of these, and the sum is added once.
#pragma once
#include "talweg/assembly/block_matrix.hpp"
#include "talweg/model/term.hpp"

namespace talweg {

class RowKinds;  // row_kinds.hpp

class DenseRows {
public:
    /// Of a term whose rows are all long; null: of any other.
    static std::shared_ptr<DenseRows> of_long_rows(const PointMap& map, const Term& term);
    /// Of contacts, many of which share their nodes; null: it does not pay. The map stays, and the term as long as sums
    /// are asked for. Kinds are those of the map. What was made before for it, if anything, leaves it its memory.
    static std::shared_ptr<DenseRows> of_contacts(const PointMap& map, const std::shared_ptr<const RowKinds>& kinds,
                                                  const Term& term, DenseRows* earlier = nullptr);
    virtual ~DenseRows() = default;

    /// Where the elements' Hessians go: cleared.
    Mat3* clear();
    const std::int32_t* positions() const { return positions_.data(); }
    /// Adds what is there to a matrix. False when its pattern lacks a block.
    virtual bool find_blocks(const std::shared_ptr<const BlockPattern>& pattern) = 0;
    virtual void add_to(BlockMatrix& h) = 0;
    /// Whether y += H x can be had without that, and that.
    virtual bool multiplies() const { return false; }
    virtual void add_product(const Nodes& /*x*/, Nodes& /*y*/) const {}

protected:
    explicit DenseRows(const Term& term, DenseRows* earlier = nullptr);
    const Mat3* blocks_of(int element) const {
        return values_.data() + std::ptrdiff_t(element) * (points_ * (points_ + 1) / 2);
    }

    int points_;  // of an element
    std::shared_ptr<const BlockPattern> pattern_;

private:
    std::vector<Mat3> values_;
    std::vector<std::int32_t> positions_;
};

}  // namespace talweg
