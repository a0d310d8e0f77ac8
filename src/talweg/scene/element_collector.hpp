/// Gathers the elements that a scene's bodies have of every energy, and makes one term of each energy.
///
/// The energies come from the folder energies/ as a list of types; which one a scene means is found by its name, so a
/// new energy needs no line here unless it has a new number of points.
#pragma once
#include <memory>
#include <tuple>

#include "talweg/assembly/elements.hpp"
#include "talweg/energies/interface/stiffness_damping.hpp"
#include "talweg/energy_list.hpp"
#include "talweg/scene/body_shape.hpp"
#include "talweg/scene/point_selector.hpp"

namespace talweg {

/// What energies need to know of a body.
struct BodyElements {
    const BodyShape& shape;           // at rest, placed
    const std::vector<double>& mass;  // per point that is a node
    const PointSelector& selector;
    int first_point;                 // in the model
    double stiffness_damping = 0.0;  // β, s
};

class ElementCollector {
public:
    /// Throws Error that names the line of the energy: unknown edge group, no edges, an edge without
    /// length, an element without volume, parameters that do not fit the elements.
    void add(const EnergySpec& energy, const BodyElements& body);
    void add_gravity(const Vec3& gravity, const BodyElements& body);
    void add_drag(double rate, const BodyElements& body);

    /// One term per energy that has elements, in the order of their names, and one for the damping of each.
    std::vector<std::shared_ptr<const Term>> terms() &&;

private:
    template <class Energy>
    struct Batch {
        std::vector<int> points;
        std::vector<typename Energy::Element> elements;
        std::vector<double> stiffness_damping = {};  // β of each element, or nothing where no body is damped
    };
    template <class List>
    struct BatchesOf;
    template <class... Energies>
    struct BatchesOf<TypeList<Energies...>> {
        using type = std::tuple<Batch<Energies>...>;
    };
    template <class Energy>
    void add(Batch<Energy>& batch, const EnergySpec& energy, const BodyElements& body);
    template <class Energy>
    static std::shared_ptr<const Term> damping_of(const Batch<Energy>& batch);

    BatchesOf<AllEnergies>::type batches_;
};

}  // namespace talweg
