/// From the terms of a model to what the classical methods work with: constraints or distances for the energies they
/// know, forces for what acts from outside or takes energy away, and an Error that names what is neither.
#pragma once
#include <string>

#include "talweg/projections/interface/constrained_term.hpp"
#include "talweg/projections/interface/distance_term.hpp"
#include "talweg/projections/interface/liquid_density.hpp"

namespace talweg {

/// The forces of some terms of a model, for methods that take them at the start of a step.
class OutsideForces {
public:
    void add(int term) { terms_.push_back(term); }
    /// On the nodes, of points at x moving at v, at a time.
    void operator()(const Model& model, const Positions& x, const Positions& v, double time, Nodes& f) const;

private:
    std::vector<int> terms_;  // indices into Model::terms
};

struct ConstraintOptions {
    std::string method;          // for messages
    bool coloured = true;        // colour by colour instead of in the elements' order
    double stretch_limit = 0.0;  // times their rest length, that springs are kept below; 0: no limit
    bool limited_springs_are_forces = false;
    LiquidRule liquid = {};  // how liquids become constraints
};

struct ConstraintSet {
    std::vector<std::unique_ptr<ConstrainedTerm>> terms;
    OutsideForces forces;
};
struct DistanceSet {
    std::vector<std::unique_ptr<DistanceTerm>> terms;
    OutsideForces forces;
};
ConstraintSet constraints_of(const Model& model, const ParticleMap& map, const ConstraintOptions& options);
DistanceSet distances_of(const Model& model, const ParticleMap& map, const std::string& method);

/// Whether an energy of this name must become constraints or distances, and cannot be a force.
bool is_stiff_energy(std::string_view name);
/// The names of all energies that can become constraints, or distances.
std::vector<std::string> energies_with_constraints();
std::vector<std::string> energies_with_distance();

}  // namespace talweg
