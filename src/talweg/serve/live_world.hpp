/// The simulation that viewers steer: a scene with its knobs, the model made of it, the state, and hands that pull.
/// Used by one thread; see live_simulation.hpp for the one that others talk to.
#pragma once
#include "talweg/model/pieces.hpp"
#include "talweg/run/simulation.hpp"
#include "talweg/serve/grip.hpp"
#include "talweg/serve/knobs.hpp"
#include "talweg/serve/lead.hpp"
#include "talweg/serve/live_fields.hpp"
#include "talweg/serve/posing.hpp"
#include "talweg/serve/source.hpp"
#include "talweg/serve/subscription.hpp"

namespace talweg {

class LiveWorld {
public:
    explicit LiveWorld(const Scene& scene);

    const Scene& scene() const { return scene_; }
    const Model& model() const { return simulation_.model(); }
    const State& state() const { return simulation_.state(); }
    const std::vector<MeshLooks>& looks() const { return simulation_.world()->looks; }
    const std::vector<JointMark>& joints() const { return simulation_.world()->joints; }
    const std::vector<Knob>& knobs() const { return knobs_; }
    const StepReport& last_report() const { return simulation_.report(); }
    double step_seconds() const { return simulation_.settings().dt; }
    const std::string& integrator() const { return simulation_.settings().integrator; }

    /// One step further; false: it could not be taken, and last_report says why.
    bool step();
    void reset();
    /// Values of several knobs at once, by their index: one new model. Throws Error, changing nothing, when the scene
    /// does not allow them.
    void turn(const std::vector<std::pair<int, double>>& values);
    /// Another way to take steps from now on. Throws Error, changing nothing, when the scene does not allow it.
    void use_integrator(const std::string& name);
    /// Points that are not there, or that nothing could move, are left alone.
    void pull(std::uint64_t hand, int point, const Vec3& target);
    void release(std::uint64_t hand) { hands_->release(hand); }
    /// How strong hands are that pull from now on: 1 as they were made, 2 twice as stiff.
    void set_strength(double strength) { strength_ = strength; }
    double strength() const { return strength_; }
    /// Holds a point where it is, or lets it go again. Throws Error for one that is not there or held by the scene.
    void pin(int point);
    void unpin(int point);
    std::vector<int> pinned() const;

    struct Handle {
        std::string body, name;
        bool bone;
    };
    /// Those of all rigs of the scene.
    std::vector<Handle> handles() const;
    /// Moves (m) and turns (rotation vector, about where it begins) a handle on from where it was posed last. One that
    /// is not there is left alone.
    void pose(int handle, const Vec3& move, const Vec3& turn);
    /// How rigs lead their bodies; none without rigs.
    std::optional<Lead> lead() const { return lead_; }
    /// Another way from now on. Throws Error, changing nothing, when the bodies do not allow it.
    void use_lead(Lead lead);

    /// step, time, newton_iterations, residual, kinetic, the potentials, total, wall_ms: as in steps.csv.
    std::vector<std::string> columns() const;
    /// Fields that a subscription can name.
    const std::vector<LiveFields::Field>& fields() const { return fields_->fields(); }
    /// The frame as it is now, with what viewers subscribe to; nothing else is computed.
    Packet packet(const Subscription& subscription = {});

private:
    Firmness firmness(int point);
    std::vector<Vec3> handle_ends() const;

    Scene scene_;  // with no knob turned
    std::vector<Knob> knobs_;
    std::shared_ptr<Hands> hands_;  // they keep their hold whatever becomes of the model
    double strength_ = 1.0;
    std::shared_ptr<Poses> poses_;
    using Rigs = std::vector<std::shared_ptr<const PosedMotion>>;
    std::shared_ptr<Rigs> rigs_;  // of the model, or of the last one that had some
    std::optional<Lead> lead_;
    Simulation simulation_;
    std::vector<std::string> potentials_;  // their names as the scene was opened
    std::optional<LiveFields> fields_;
    std::shared_ptr<const World> pieces_of_;
    std::optional<Pieces> pieces_;  // of that world
    ContactForces contact_;         // of the last step, whatever has been turned since
    double wall_seconds_ = 0.0;
};

}  // namespace talweg
