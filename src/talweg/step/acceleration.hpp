/// M⁻¹ f: what forces do to the nodes, for integrators that know no landscape.
#pragma once
#include <Eigen/SparseCholesky>

#include "talweg/assembly/assembler.hpp"
#include "talweg/state/state.hpp"

namespace talweg {

class Acceleration {
public:
    Acceleration(const Model& model, Assembler& assembler);

    /// Acceleration of the nodes at (c, ċ, t); 0 along prescribed components.
    Nodes operator()(const State& state) const;

private:
    /// M a = f over the free nodes of each axis, for masses that couple nodes.
    void solve_coupled(Nodes& f) const;

    struct Axis {  // the free nodes of one axis, and their mass factorised
        std::vector<int> nodes;
        Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> mass;
    };
    const Model& model_;
    Assembler& assembler_;
    std::vector<std::unique_ptr<Axis>> axes_;  // three, or none when the mass is diagonal
};

}  // namespace talweg
