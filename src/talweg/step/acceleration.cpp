#include "talweg/step/acceleration.hpp"

namespace talweg {

Acceleration::Acceleration(const Model& model, Assembler& assembler) : model_(model), assembler_(assembler) {
    if (model.mass.is_diagonal()) return;
    for (int a = 0; a < 3; ++a) {
        auto axis = std::make_unique<Axis>();
        std::vector<int> index(model.node_count(), -1);
        for (int i = 0; i < model.node_count(); ++i)
            if (!(model.held_axes[i] & (1 << a))) {
                index[i] = static_cast<int>(axis->nodes.size());
                axis->nodes.push_back(i);
            }
        std::vector<Eigen::Triplet<double>> entries;
        for (int i : axis->nodes) entries.emplace_back(index[i], index[i], model.mass.diagonal[i]);
        for (const auto& [i, j, mass] : model.mass.couplings)
            if (index[i] >= 0 && index[j] >= 0) entries.emplace_back(index[j], index[i], mass);
        Eigen::SparseMatrix<double> m(axis->nodes.size(), axis->nodes.size());
        m.setFromTriplets(entries.begin(), entries.end());
        axis->mass.compute(m);
        axes_.push_back(std::move(axis));
    }
}

void Acceleration::solve_coupled(Nodes& f) const {
    for (int a = 0; a < 3; ++a) {
        const auto& nodes = axes_[a]->nodes;
        Eigen::VectorXd right(nodes.size());
        for (std::size_t k = 0; k < nodes.size(); ++k) right[k] = f[nodes[k]][a];
        const Eigen::VectorXd solution = axes_[a]->mass.solve(right);
        for (std::size_t k = 0; k < nodes.size(); ++k) f[nodes[k]][a] = solution[k];
    }
}

Nodes Acceleration::operator()(const State& state) const {
    // Short against any motion, long against rounding: over this the speed of scripted points is measured.
    constexpr double moment = 1e-6;
    const Positions x = positions(model_, state), v = velocities(model_, state, moment);
    Nodes f;
    assembler_.forces(x, v, state.time, f, state.memory);
    if (!axes_.empty()) solve_coupled(f);
    for (std::size_t i = 0; i < f.size(); ++i) {
        if (axes_.empty()) f[i] = f[i] / model_.mass.diagonal[i];
        for (int a = 0; a < 3; ++a)
            if (model_.held_axes[i] & (1 << a)) f[i][a] = 0.0;
    }
    return f;
}

}  // namespace talweg
