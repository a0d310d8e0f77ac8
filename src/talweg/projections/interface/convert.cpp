#include "talweg/projections/interface/convert.hpp"

#include <type_traits>

#include "talweg/energy_list.hpp"
#include "talweg/math/error.hpp"
#include "talweg/projection_list.hpp"
#include "talweg/projections/interface/matched_shapes.hpp"

namespace talweg {

namespace {

/// What scenes give bodies as an energy of more than single points is stiff; what acts from outside, or takes energy
/// away, is not.
template <class... Energies>
bool is_stiff(TypeList<Energies...>, std::string_view name) {
    const auto stiff = []<class Energy>(std::type_identity<Energy>) {
        if constexpr (OfferedToScenes<Energy>) return !Dissipative<Energy> && Energy::domain != Domain::points;
        return false;
    };
    return ((name == Energies::name && stiff(std::type_identity<Energies>{})) || ...);
}
bool is_force(const Term& term) { return term.dissipative() || !is_stiff_energy(term.name()); }

template <class Energy>
std::shared_ptr<const Elements<Energy>> as(const std::shared_ptr<const Term>& term) {
    return std::dynamic_pointer_cast<const Elements<Energy>>(term);
}

void require_single_nodes(const ParticleMap& map, const Term& term, const std::string& method) {
    for (int k = 0; k < term.point_count() * term.element_count(); ++k)
        if (map.of(term.points()[k]) < 0)
            throw Error("the energy " + std::string(term.name()) +
                        " acts on points that go with several others, which " + method +
                        " cannot move; use implicit_euler");
}

std::string listed_names(const std::vector<std::string>& names) {
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    return all;
}

[[noreturn]] void refuse(const Term& term, const std::string& method, const std::vector<std::string>& known) {
    throw Error(method + " does not know the energy " + std::string(term.name()) + "; it knows " + listed_names(known) +
                "; use one of these, or implicit_euler");
}

template <class Energy>
bool add_constraints(const Model& model, const ParticleMap& map, const std::shared_ptr<const Term>& term, int index,
                     const ConstraintOptions& options, ConstraintSet& set) {
    if constexpr (!HasConstraints<Energy>) {
        return false;
    } else {
        const auto elements = as<Energy>(term);
        if (!elements) return false;
        require_single_nodes(map, *term, options.method);
        bool force = false;
        if constexpr (HasRestLength<Energy>)
            if (options.stretch_limit > 0.0) {
                force = options.limited_springs_are_forces;
                set.terms.push_back(std::make_unique<Constrained<Energy, LengthLimit<Energy>>>(
                    model, map, elements, options.coloured, LengthLimit<Energy>{options.stretch_limit}));
            }
        if (force)
            set.forces.add(index);
        else
            set.terms.push_back(
                std::make_unique<Constrained<Energy, OwnConstraints<Energy>>>(model, map, elements, options.coloured));
        return true;
    }
}

template <class Energy>
bool add_distances(const Model& model, const ParticleMap& map, const std::shared_ptr<const Term>& term,
                   const std::string& method, DistanceSet& set) {
    if constexpr (!HasDistance<Energy>) {
        return false;
    } else {
        const auto elements = as<Energy>(term);
        if (!elements) return false;
        require_single_nodes(map, *term, method);
        set.terms.push_back(std::make_unique<Distances<Energy>>(model, map, elements));
        return true;
    }
}

/// Terms whose elements see one another. A liquid's viscosity goes with its density.
bool add_neighbours(const Model& model, const ParticleMap& map, const Term& term, const LiquidRule& rule,
                    ConstraintSet& set) {
    if (const auto* matching = dynamic_cast<const ShapeMatching*>(&term)) {
        set.terms.push_back(std::make_unique<MatchedShapes>(map, matching->shapes()));
        return true;
    }
    if (const auto* volume = dynamic_cast<const LiquidVolume*>(&term))
        set.terms.push_back(std::make_unique<LiquidDensity>(model, map, volume->particles(), rule));
    return dynamic_cast<const LiquidTerm*>(&term) != nullptr;
}

template <class... Energies>
ConstraintSet constraints(TypeList<Energies...>, const Model& model, const ParticleMap& map,
                          const ConstraintOptions& options) {
    ConstraintSet set;
    for (std::size_t t = 0; t < model.terms.size(); ++t) {
        const auto& term = model.terms[t];
        const int index = static_cast<int>(t);
        if ((add_constraints<Energies>(model, map, term, index, options, set) || ...)) continue;
        if (add_neighbours(model, map, *term, options.liquid, set)) continue;
        if (!is_force(*term)) refuse(*term, options.method, energies_with_constraints());
        set.forces.add(index);
    }
    return set;
}

template <class... Energies>
DistanceSet distances(TypeList<Energies...>, const Model& model, const ParticleMap& map, const std::string& method) {
    DistanceSet set;
    for (std::size_t t = 0; t < model.terms.size(); ++t) {
        if ((add_distances<Energies>(model, map, model.terms[t], method, set) || ...)) continue;
        if (!is_force(*model.terms[t])) refuse(*model.terms[t], method, energies_with_distance());
        set.forces.add(static_cast<int>(t));
    }
    return set;
}

template <class... Energies>
std::vector<std::string> names(TypeList<Energies...>, bool distance) {
    std::vector<std::string> all;
    const auto add = [&](const char* name, bool known) {
        if (known) all.emplace_back(name);
    };
    (add(Energies::name, distance ? HasDistance<Energies> : HasConstraints<Energies>), ...);
    return all;
}

}  // namespace

bool is_stiff_energy(std::string_view name) { return is_stiff(AllEnergies{}, name); }

void OutsideForces::operator()(const Model& model, const Positions& x, const Positions& v, double time,
                               Nodes& f) const {
    Positions all(x.size(), Vec3::zero()), own;
    const std::vector<double> factors = load_factors(model, time);
    for (const int t : terms_) {
        const Term& term = *model.terms[t];
        const double factor = factors.empty() ? 1.0 : factors[t];
        Positions& into = factor == 1.0 ? all : own;
        if (factor != 1.0) own.assign(x.size(), Vec3::zero());
        term.add_forces(x.data(), v.data(), 0, term.element_count(), into.data());
        if (factor != 1.0)
            for (std::size_t i = 0; i < all.size(); ++i) all[i] += factor * own[i];
    }
    f.assign(model.node_count(), Vec3::zero());
    for (int i = 0; i < model.point_count(); ++i)
        for (const auto& [node, weight] : model.map.row(i)) f[node] += weight * all[i];
}

ConstraintSet constraints_of(const Model& model, const ParticleMap& map, const ConstraintOptions& options) {
    return constraints(AllProjections{}, model, map, options);
}

DistanceSet distances_of(const Model& model, const ParticleMap& map, const std::string& method) {
    return distances(AllProjections{}, model, map, method);
}

std::vector<std::string> energies_with_constraints() { return names(AllProjections{}, false); }
std::vector<std::string> energies_with_distance() { return names(AllProjections{}, true); }

}  // namespace talweg
