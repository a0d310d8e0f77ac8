/// The matrix of a level of regions: A_c = Pᵀ A P, in 3×3 blocks like A itself, four for each pair of regions.
///
/// Which regions meet depends on the patterns of A and P alone, and is found once for many matrices.
#pragma once
#include <memory>

#include "talweg/solve/multilevel/prolongation.hpp"

namespace talweg {

/// For every row the columns that it has, ascending.
struct ColumnLists {
    std::vector<int> begins, columns;
    std::span<const int> row(int i) const {
        return {columns.data() + begins[i], static_cast<std::size_t>(begins[i + 1] - begins[i])};
    }
};

class GalerkinProduct {
public:
    GalerkinProduct(const FullRows& rows, const Prolongation& p);

    const std::shared_ptr<const BlockPattern>& pattern() const { return pattern_; }
    /// The values of A_c; the shift of the diagonal is part of A. Sums are taken over nodes in their order.
    void multiply(const BlockProduct& a, const FullRows& rows, const Prolongation& p, std::vector<Mat3>& values) const;

private:
    ColumnLists product_;  // regions of the rows of A P
    ColumnLists upper_;    // of each region, itself and later ones that it meets
    std::shared_ptr<const BlockPattern> pattern_;
};

}  // namespace talweg
