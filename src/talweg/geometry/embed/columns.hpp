/// Where a closed surface is inside, along columns of sample points parallel to z: exact crossings, sorted, give the
/// winding number of every sample at the cost of the surface's projection instead of one query each.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Samples at origin + spacing · (i + ½, j + ½, k + ½).
class Columns {
public:
    Columns(const Mesh& closed_surface, const Vec3& origin, double spacing, std::array<int, 2> counts);

    /// Winding number of the samples k_begin … k_end−1 of column (i, j).
    std::vector<int> windings(int i, int j, int k_begin, int k_end) const;

private:
    struct Crossing {
        double z;
        int sign;
    };
    void add(const std::array<Vec3, 3>& triangle);

    Vec3 origin_;
    double spacing_;
    std::array<int, 2> counts_;
    std::vector<std::vector<Crossing>> columns_;  // each sorted by z
};

}  // namespace talweg
