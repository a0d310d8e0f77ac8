#include "talweg/record/energy_balance.hpp"

#include <algorithm>

#include "talweg/model/momentum.hpp"

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
    for (const Momentum& of_body : body_momenta(model, state.c, state.v)) momentum += of_body.linear;
}

}  // namespace talweg
