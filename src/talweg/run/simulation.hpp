/// A scene in motion, step by step, for programs that look and change things in between: the model, the state, and the
/// way steps are taken. `simulate` is the straight line to a recorded run; this is for everything else.
///
/// What a program changes makes a new model of the same bodies, or moves the state; nothing is changed when the change
/// is refused. Used by one thread at a time.
#pragma once
#include <filesystem>
#include <functional>

#include "talweg/contact/collision_guard.hpp"
#include "talweg/model/pin.hpp"
#include "talweg/record/energy_balance.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

struct Checkpoint;

class Simulation {
public:
    /// Adds to a new model what the scene does not know of.
    using Completion = std::function<void(Model&)>;

    explicit Simulation(Scene scene, Completion complete = {});
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    const Scene& scene() const { return scene_; }
    std::shared_ptr<const World> world() const { return world_; }
    const Model& model() const { return world_->model; }
    const State& state() const { return state_; }
    const StepSettings& settings() const { return settings_; }
    Backend& backend() { return stepper_->backend(); }
    /// Of the last step; at the start, and after changes, it has the potentials only.
    const StepReport& report() const { return report_; }
    const EnergyBalance& energies() const { return *balance_; }

    /// One step further; false: it could not be taken, and `report` says why. `interrupted` is asked before every
    /// iteration; when it says yes, `Interrupted` is thrown, and the state is as it was. What solvers remember is then
    /// gone, so that later steps may differ in their last bits from those of a run that was not interrupted.
    bool step(const std::function<bool()>& interrupted = {});
    /// Back to the start of the scene, as it has been changed; pins are let go.
    void reset();

    /// Forces of all energies and loads on the points, without those of contact, N.
    Positions forces();

    /// What is nearer than d̂ to what; none without contact.
    std::vector<Gap> gaps();

    /// Arguments of --set, such as "bodies[0].density=500": the state stays. Refused when they change which points
    /// there are, what is held, or whether there is contact.
    void change(const std::vector<std::string>& settings);
    /// Goes on with another scene of the same points, whose bodies may be moved by other nodes: a rig added or taken
    /// away, a body reduced or made whole. Places and speeds stay as near as these nodes bring them; pins are let go,
    /// and elements begin anew. Refused, changing nothing, where the points are others, or something would pass
    /// through something.
    void go_on_as(Scene scene);
    /// Points to these places, or at these speeds; what is held stays where it is held. Refused where a point that
    /// follows others is not brought there by them. With contact, the straight way there must be free.
    void set_positions(const Positions& x);
    void set_velocities(const Positions& v);

    /// Holds points from now on; each is led to its target within so many seconds, or stays if there are no targets.
    void pin(std::span<const int> points, const Positions& targets, double seconds);
    /// Lets pinned points go.
    void release(std::span<const int> points);
    const std::vector<Pin>& pins() const { return pins_; }

    /// The exact state and what solvers remember, as a file like a run's checkpoint, and back: from there, steps are
    /// bitwise the same. Pins are not in it.
    void save(const std::filesystem::path& file);
    /// Throws when the file is of another scene.
    void load(const std::filesystem::path& file);
    /// The same in memory.
    std::vector<std::byte> snapshot();
    void restore(std::span<const std::byte> snapshot);

private:
    std::shared_ptr<World> build(const Scene& scene) const;
    void use(Scene scene, std::shared_ptr<World> unpinned, std::vector<Pin> pins);
    void restore(const Checkpoint& checkpoint, const std::string& name);
    void require_same_bodies(const Model& next) const;
    void move_to(State state);
    void measure();
    std::uint64_t digest() const;

    Scene scene_;
    Completion complete_;
    std::shared_ptr<World> unpinned_, world_;  // as the scene has it; with pins
    StepSettings settings_;
    std::unique_ptr<Stepper> stepper_;
    State state_;
    std::vector<Pin> pins_;
    StepReport report_;
    std::optional<EnergyBalance> balance_;
    const std::function<bool()>* interrupted_ = nullptr;  // of the step under way
};

}  // namespace talweg
