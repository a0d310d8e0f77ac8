/// What of a Hessian over nodes is not in its blocks: Wᵀ K W of terms whose elements see their neighbours, less what of
/// it was added to the blocks of the diagonal, so that preconditioners know of it.
#pragma once
#include "talweg/model/model.hpp"
#include "talweg/model/neighbour_term.hpp"

namespace talweg {

class NeighbourProduct {
public:
    NeighbourProduct(const Model& model, const NodeFollowers& followers,
                     std::vector<std::shared_ptr<const PointProduct>> parts);

    /// Taken out here and to be added to the diagonal, one for each node.
    const std::vector<Mat3>& diagonal() const { return diagonal_; }
    void add_product(const Nodes& d, Nodes& y) const;

private:
    const Model& model_;
    const NodeFollowers& followers_;
    std::vector<std::shared_ptr<const PointProduct>> parts_;
    std::vector<Mat3> diagonal_;
};

}  // namespace talweg
