/// Gathers the elements that a scene's bodies have of every energy, and makes one term of each energy.
///
/// The energies come from the folder energies/ as a list of types, which only the source of this class sees; which one
/// a scene means is found by its name, so a new energy needs no line here.
#pragma once
#include "talweg/scene/build/body_elements.hpp"

namespace talweg {

class ElementCollector {
public:
    ElementCollector();
    ~ElementCollector();

    /// Throws Error that names the line of the energy: what domain_elements objects to, an element without volume,
    /// parameters that do not fit the elements.
    void add(const EnergySpec& energy, const BodyElements& body);
    void add_gravity(const Vec3& gravity, const BodyElements& body);
    void add_drag(double rate, const BodyElements& body);

    /// One term per energy that has elements, in the order of their names, and one for the damping of each.
    Terms terms() &&;

private:
    struct Batches;
    std::unique_ptr<Batches> batches_;
};

}  // namespace talweg
