/// The simulation that viewers steer: a scene with its knobs, the model made of it, the state, and hands that pull.
/// Used by one thread; see live_simulation.hpp for the one that others talk to.
#pragma once
#include <filesystem>
#include <optional>

#include "talweg/record/energy_balance.hpp"
#include "talweg/scene/build_model.hpp"
#include "talweg/serve/grip.hpp"
#include "talweg/serve/knobs.hpp"
#include "talweg/serve/source.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

class LiveWorld {
public:
    /// `folder`: where the scene's mesh files are.
    LiveWorld(const Scene& scene, std::filesystem::path folder);

    const Scene& scene() const { return scene_; }
    const Model& model() const { return world_->model; }
    const State& state() const { return state_; }
    const std::vector<Knob>& knobs() const { return knobs_; }
    const StepReport& last_report() const { return report_; }
    double step_seconds() const { return settings_.dt; }

    /// One step further; false: it could not be taken, and last_report says why.
    bool step();
    void reset();
    /// Values of several knobs at once, by their index: one new model. Throws Error, changing nothing, when the scene
    /// does not allow them.
    void turn(const std::vector<std::pair<int, double>>& values);
    /// Points that are not there, or that nothing could move, are left alone.
    void pull(std::uint64_t hand, int point, const Vec3& target);
    void release(std::uint64_t hand) { grip_->release(hand); }

    /// step, time, newton_iterations, residual, kinetic, the potentials, total, wall_ms: as in steps.csv.
    std::vector<std::string> columns() const;
    Packet packet() const;

private:
    void rebuild(const Scene& scene);
    void measure_start();
    double stiffness_for(const Body& body, int point) const;

    Scene scene_;
    std::filesystem::path folder_;
    std::vector<Knob> knobs_;
    std::vector<std::string> turned_;  // arguments of --set, one per knob; empty: as the scene has it
    std::unique_ptr<World> world_;
    std::shared_ptr<Grip> grip_;
    StepSettings settings_;
    std::unique_ptr<Stepper> stepper_;
    State state_;
    struct {
        double time = 0.0;
        std::int64_t step = 0;
    } paced_from_;  // since when steps have their present length
    StepReport report_;
    std::optional<EnergyBalance> balance_;
    double wall_seconds_ = 0.0;
};

}  // namespace talweg
