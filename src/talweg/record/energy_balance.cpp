#include "talweg/record/energy_balance.hpp"

#include <algorithm>

namespace talweg {

EnergyBalance::EnergyBalance(const Model& model) {
    for (const auto& term : model.terms) {
        if (term->dissipative()) {
            entry_of_term_.push_back(-1);
            continue;
        }
        const auto known = std::find(names.begin(), names.end(), term->name());
        entry_of_term_.push_back(static_cast<int>(known - names.begin()));
        if (known == names.end()) names.emplace_back(term->name());
    }
    entry_of_term_.push_back(model.contact ? static_cast<int>(names.size()) : -1);
    if (model.contact) names.emplace_back("contact");
    potentials.resize(names.size());
    for (const Body& body : model.bodies)
        for (int i = 0; body.obstacle && i < body.point_count; ++i)
            if (const int node = model.map.single_node(body.first_point + i); node >= 0)
                obstacle_nodes_.push_back(node);
}

void EnergyBalance::measure(const Model& model, const State& state, const StepReport& report) {
    kinetic = kinetic_energy(model, state);
    total = kinetic;
    std::fill(potentials.begin(), potentials.end(), 0.0);
    for (std::size_t term = 0; term < report.potentials.size(); ++term) {
        if (entry_of_term_[term] < 0) continue;
        potentials[static_cast<std::size_t>(entry_of_term_[term])] += report.potentials[term];
        total += report.potentials[term];
    }
    momentum = Vec3::zero();
    for (std::size_t i = 0; i < state.v.size(); ++i) momentum += model.mass.diagonal[i] * state.v[i];
    for (const auto& [i, j, mass] : model.mass.couplings) momentum += mass * (state.v[i] + state.v[j]);
    for (const int node : obstacle_nodes_) momentum -= model.mass.diagonal[node] * state.v[node];
}

}  // namespace talweg
