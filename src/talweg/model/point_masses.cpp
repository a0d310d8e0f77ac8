#include "talweg/model/point_masses.hpp"

#include <Eigen/Dense>
#include <limits>

#include "talweg/model/disjoint_sets.hpp"

namespace talweg {

namespace {

constexpr int dozen = 12;

/// M⁻¹: exact within blocks of a few coupled nodes, such as an affine body's, lumped elsewhere.
class InverseMass {
public:
    explicit InverseMass(const Model& model) : lumped_(model.mass.diagonal), block_(model.node_count(), -1) {
        DisjointSets sets(model.node_count());
        for (const auto& [i, j, mass] : model.mass.couplings) {
            sets.join(i, j);
            lumped_[i] += mass;
            lumped_[j] += mass;
        }
        for (int i = 0; i < model.node_count(); ++i)
            lumped_[i] = model.held_axes[i] == all_axes ? 0.0 : 1.0 / lumped_[i];
        find_blocks(model, sets);
        for (const auto& [i, j, mass] : model.mass.couplings)
            if (block_[i] >= 0)
                inverses_[block_[i]](place_[i], place_[j]) = inverses_[block_[i]](place_[j], place_[i]) = mass;
        for (Eigen::MatrixXd& block : inverses_) block = block.inverse().eval();
    }

    double between(const NodeWeight& a, const NodeWeight& b) const {
        const double weight = a.weight * b.weight;
        if (block_[a.node] >= 0)
            return block_[a.node] == block_[b.node] ? weight * inverses_[block_[a.node]](place_[a.node], place_[b.node])
                                                    : 0.0;
        return a.node == b.node ? weight * lumped_[a.node] : 0.0;
    }

private:
    /// Blocks of two to a dozen nodes, of which none is held whole; with the mass's diagonal in them.
    void find_blocks(const Model& model, DisjointSets& sets) {
        std::vector<int> size(model.node_count(), 0);
        for (int i = 0; i < model.node_count(); ++i)
            size[sets.find(i)] += model.held_axes[i] == all_axes ? dozen + 1 : 1;
        place_.assign(model.node_count(), 0);
        for (int i = 0; i < model.node_count(); ++i) {
            const int root = sets.find(i);
            if (size[root] < 2 || size[root] > dozen) continue;
            if (root == i) {
                block_[i] = static_cast<int>(inverses_.size());
                inverses_.push_back(Eigen::MatrixXd::Zero(size[root], size[root]));
                filled_.push_back(0);
            }
            block_[i] = block_[root];
            place_[i] = filled_[block_[i]]++;
            inverses_[block_[i]](place_[i], place_[i]) = model.mass.diagonal[i];
        }
    }

    std::vector<double> lumped_;               // per node
    std::vector<int> block_, place_, filled_;  // per node: its block or −1, and its place there
    std::vector<Eigen::MatrixXd> inverses_;
};

}  // namespace

std::vector<double> point_masses(const Model& model) {
    const InverseMass inverse(model);
    std::vector<double> masses(model.point_count());
    for (int i = 0; i < model.point_count(); ++i) {
        double sum = 0.0;
        for (const NodeWeight& a : model.map.row(i))
            for (const NodeWeight& b : model.map.row(i)) sum += inverse.between(a, b);
        masses[i] = sum > 0.0 ? 1.0 / sum : std::numeric_limits<double>::infinity();
    }
    return masses;
}

}  // namespace talweg
