/// Fields and emitters, flocks and crowds of a scene's bodies.
#pragma once
#include "talweg/model/drive.hpp"
#include "talweg/model/model_builder.hpp"
#include "talweg/scene/shape/body_shape.hpp"
#include "talweg/scene/spec/scene.hpp"

namespace talweg {

/// The body's shape; of an emitter, its places again and again until all particles have one.
BodyShape shape_with_capacity(const BodySpec& body, bool planar);

class DriveBuilder {
public:
    explicit DriveBuilder(const Scene& scene) : scene_(scene) {}

    /// Of a body that has been added to the model. What is odd about an emitter goes to `notes`.
    void add(const BodySpec& body, int first_point, const Model& model, std::vector<std::string>& notes);
    /// Nothing where there is nothing to drive.
    void finish(ModelBuilder& builder);

private:
    const Scene& scene_;
    std::vector<ForceField> fields_;
    std::vector<Emitter> emitters_;
    std::vector<Flock> flocks_;
    std::vector<Crowd> crowds_;
};

}  // namespace talweg
