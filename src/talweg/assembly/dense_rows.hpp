/// Elements whose points all follow the same many nodes, as those of reduced bodies do: H_c += Σ Wᵀ H_x W by dense
/// products, in place of a block for every pair of nodes of every pair of points.
///
/// Elements are evaluated into blocks of their own. With K_rs the entries (r, s) of these, as one sparse matrix over
/// all points of the elements, the entries (r, s) of H_c are Wᵀ (K_rs W): six products, the others being mirror images.
#pragma once
#include <Eigen/Core>

#include "talweg/assembly/block_matrix.hpp"
#include "talweg/model/term.hpp"

namespace talweg {

class DenseRows {
public:
    /// Whether rows of every element are so long that this is cheaper.
    static bool pays(const PointMap& map, const Term& term);
    DenseRows(const PointMap& map, const Term& term);

    /// Where the elements' Hessians go: cleared, one block per pair of points i ≤ j.
    Mat3* clear();
    const std::int32_t* positions() const { return positions_.data(); }
    /// Adds what is there to a matrix. False when its pattern lacks a block.
    bool find_blocks(const std::shared_ptr<const BlockPattern>& pattern);
    void add_to(BlockMatrix& h);

private:
    struct Group {  // elements that share nodes
        std::vector<int> nodes, elements;
        std::vector<int> first,
            corner;               // rows of each element, and which of its points each is: those that follow nodes
        Eigen::MatrixXd weights;  // Wᵀ: nodes × these rows
        std::vector<int> blocks;  // of pairs of nodes f ≤ g
    };
    void multiply(const Group& group, int r, int s, Eigen::MatrixXd& inner, Eigen::MatrixXd& into) const;

    int points_;  // of an element
    std::vector<Mat3> values_;
    std::vector<std::int32_t> positions_;
    std::vector<Group> groups_;
    std::shared_ptr<const BlockPattern> pattern_;
    Eigen::MatrixXd inner_[6], products_[6];  // kept for the next time
};

}  // namespace talweg
