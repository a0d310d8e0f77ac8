/// Mass of the nodes: a symmetric sparse scalar matrix. Diagonal for free vertices, 4×4 per affine body.
#pragma once
#include "talweg/model/positions.hpp"

namespace talweg {

struct MassMatrix {
    struct Coupling {
        int i, j;  // i < j
        double mass;
    };
    std::vector<double> diagonal;     // kg per node
    std::vector<Coupling> couplings;  // entries above the diagonal, sorted by (i, j)

    bool is_diagonal() const { return couplings.empty(); }

    /// M v
    Nodes operator*(const Nodes& v) const {
        Nodes r(v.size());
        for (std::size_t i = 0; i < v.size(); ++i) r[i] = diagonal[i] * v[i];
        for (const auto& [i, j, mass] : couplings) {
            r[i] += mass * v[j];
            r[j] += mass * v[i];
        }
        return r;
    }

    /// ½ vᵀ M v: the kinetic energy of node velocities v.
    double half_square(const Nodes& v) const {
        double sum = 0.0;
        for (std::size_t i = 0; i < v.size(); ++i) sum += 0.5 * diagonal[i] * norm_squared(v[i]);
        for (const auto& [i, j, mass] : couplings) sum += mass * dot(v[i], v[j]);
        return sum;
    }
};

}  // namespace talweg
