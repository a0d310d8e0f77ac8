/// What drives the loose points of a world beside its energies: fields, emitters, flocks and crowds.
///
/// A term of the model without elements: what it does is the gradient of nothing that a landscape could hold. Steppers
/// look for it (step/driven_stepper.hpp).
#pragma once
#include "talweg/model/emitter.hpp"
#include "talweg/model/flock.hpp"
#include "talweg/model/force_field.hpp"
#include "talweg/model/model.hpp"

namespace talweg {

class Drive final : public Term {
public:
    Drive(std::vector<ForceField> fields, std::vector<Emitter> emitters, std::vector<Flock> flocks = {},
          std::vector<Crowd> crowds = {})
        : fields(std::move(fields)),
          emitters(std::move(emitters)),
          flocks(std::move(flocks)),
          crowds(std::move(crowds)) {}

    const std::vector<ForceField> fields;
    const std::vector<Emitter> emitters;
    const std::vector<Flock> flocks;
    const std::vector<Crowd> crowds;

    std::string_view name() const override { return "drive"; }
    bool dissipative() const override { return true; }  // it stores nothing
    bool internal() const override { return false; }
    int point_count() const override { return 1; }
    int element_count() const override { return 0; }
    const int* points() const override { return nullptr; }
    double energy(const Configuration&, int, int) const override { return 0.0; }
    EnergySum add_derivatives(const Configuration&, int, int, const DerivativeTarget&) const override { return {}; }
    bool guarded() const override { return false; }
    double largest_safe_step(const Vec3*, const Vec3*, int, int) const override { return 1.0; }
    ForceSize force_size(const Configuration&, const Vec3*, int, Vec3*) const override { return {}; }
    void add_forces(const Vec3*, const Vec3*, int, int, Vec3*, const std::byte*) const override {}
};

/// Of a model; null: there is none.
inline const Drive* drive_of(const Model& model) {
    for (const auto& term : model.terms)
        if (const auto* drive = dynamic_cast<const Drive*>(term.get())) return drive;
    return nullptr;
}

}  // namespace talweg
