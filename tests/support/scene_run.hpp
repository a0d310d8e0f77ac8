/// Scenes stepped in tests, without a run directory.
#pragma once
#include <string>

#include "places.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg::testing {

inline std::filesystem::path gallery(const std::string& name) {
    return std::filesystem::path(TALWEG_SOURCE_DIR) / "scenes" / (name + ".json");
}

/// A scene, its world and its stepper, with --set as on the command line.
class SceneRun {
public:
    SceneRun(const std::filesystem::path& file, const std::vector<std::string>& settings)
        : SceneRun(read_scene(file, settings)) {}
    explicit SceneRun(const Scene& scene)
        : world_(build_model(scene)), stepper_(make_stepper(world_.model, step_settings(scene, world_.model))) {}
    SceneRun(const SceneRun&) = delete;
    SceneRun& operator=(const SceneRun&) = delete;

    StepReport step() { return stepper_->step(world_.state); }
    Positions x() const { return places(world_.model, world_.state); }
    const Model& model() const { return world_.model; }
    State& state() { return world_.state; }
    Stepper& stepper() { return *stepper_; }

private:
    talweg::World world_;
    std::unique_ptr<Stepper> stepper_;
};

}  // namespace talweg::testing
