/// A system to solve: the Hessian of a random world, which is large enough to have every kind of block, and a right
/// side.
#pragma once
#include "support/dense.hpp"
#include "support/random_world.hpp"
#include "talweg/assembly/assembler.hpp"

namespace talweg::testing {

struct RandomSystem {
    RandomWorld world;
    Unknowns unknowns{world.model().held_axes};
    Assembler assembler{world.model()};
    BlockMatrix h;
    std::vector<double> right;

    explicit RandomSystem(unsigned seed, Hessian kind = Hessian::projected) : world(seed) {
        System system;
        assembler.assemble(world.landscape(), world.nodes(), kind, system);
        h = system.hessian;
        unknowns.gather(world.directions(), right);
    }

    const BlockPattern& pattern() const { return *h.pattern; }

    /// H over the free components, with `shift` · (mean free diagonal of the node) on the diagonal.
    Eigen::MatrixXd dense_matrix(double shift = 0.0) const {
        Eigen::MatrixXd m = free_part(dense(h), unknowns);
        const Eigen::VectorXd diagonal = m.diagonal();
        for (int i = 0; i < unknowns.node_count(); ++i) {
            std::vector<int> free;
            for (int a = 0; a < 3; ++a)
                if (unknowns(i, a) >= 0) free.push_back(unknowns(i, a));
            double mean = 0.0;
            for (int k : free) mean += diagonal[k] / double(free.size());
            for (int k : free) m(k, k) += shift * mean;
        }
        return m;
    }
    Eigen::Map<const Eigen::VectorXd> dense_right() const {
        return {right.data(), static_cast<Eigen::Index>(right.size())};
    }
};

}  // namespace talweg::testing
