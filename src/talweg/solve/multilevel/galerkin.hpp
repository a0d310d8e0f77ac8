/// The matrix of a level of regions: A_c = Pᵀ A P, in 3×3 blocks like A itself, four for each pair of regions.
#pragma once
#include "talweg/solve/multilevel/prolongation.hpp"

namespace talweg {

/// The shift of the diagonal is part of A. Sums are taken over nodes in their order.
BlockMatrix coarse_matrix(const BlockProduct& a, const FullRows& rows, const Prolongation& p);

}  // namespace talweg
