/// The liquids of a scene: their particles together, so that they mix; what walls they know; the two terms of them.
#pragma once
#include "talweg/model/liquid.hpp"
#include "talweg/model/model_builder.hpp"
#include "talweg/scene/build/contact_builder.hpp"
#include "talweg/scene/spec/scene.hpp"

namespace talweg {

/// Distance of the particles of a liquid at rest, m.
double liquid_spacing(const BodySpec& body);
/// What one particle of a liquid takes up: m³, m² in the plane.
double particle_volume(const BodySpec& body, bool planar);
/// Around each particle of a liquid, unless the scene gives it a thickness: a little less than its half of the spacing,
/// so that a lattice next to a wall begins without touching it.
double particle_thickness(const BodySpec& body);

class LiquidBuilder {
public:
    explicit LiquidBuilder(const Scene& scene) : scene_(scene) {}

    /// Throws Error that names the line: liquids of different spacings.
    void add(const BodySpec& body, const Positions& start, int first_point, ContactBuilder& contact,
             std::vector<std::string>& notes);
    /// When contact is known. Nothing without liquids.
    void finish(ModelBuilder& builder);

private:
    void add_walls(const Model& model);
    void note_flat(const BodySpec& body, const Positions& start, std::vector<std::string>& notes) const;

    const Scene& scene_;
    std::vector<const BodySpec*> bodies_;
    LiquidParticles particles_;
};

}  // namespace talweg
