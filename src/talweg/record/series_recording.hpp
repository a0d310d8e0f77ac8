/// series/NAME.npy: numbers of every step, the start included, as steps × columns. run.json names the columns.
///
///     momentum            kg m/s and, about the origin, kg m²/s: what each body has
///     impulse_contact     N s and N m s: what acted on each body in the step, by its origin (step/impulses.hpp)
///     impulse_friction    likewise, …_loads, …_holds, …_integrator
///     impulse_joints      likewise: what joints that share nodes do to each body
///     joints              N s, N m s: what each joint does to its second body, moments about the joint
///     joint_drives        targets, errors and torques of motors; by how much limits, guides, gears and bonds give way
///     constraints         N s: what each row of a constraint exerts, times the step (model/constraints.hpp)
///     joint_motion        degrees and rad/s, m and m/s: of each hinge and slider, turns counted
///     impulse_sizes       N s: of what touches each body, magnitudes added up
///     emitters            how many particles of each emitter are there, and how many wait for their place to be free
///     doors               how many of a crowd have gone through each door, less who came back
///
/// Divided by the step, impulse_holds is the reaction of what holds a body.
#pragma once
#include "talweg/record/frames.hpp"
#include "talweg/record/run_directory.hpp"
#include "talweg/scene/text/json.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

class SeriesRecording {
public:
    /// `with_impulses`: of integrators that tell them. Files of earlier runs are removed.
    static SeriesRecording create(const RunDirectory& directory, const Model& model, bool wanted, bool with_impulses);
    /// Goes on after so many rows.
    static SeriesRecording resume(const RunDirectory& directory, const Model& model, bool wanted, bool with_impulses,
                                  std::uint64_t rows);

    void add_step(const State& state, const StepReport& report);
    void flush();
    void sync();
    void drop_unpublished();
    std::size_t waiting_bytes() const;
    std::uint64_t rows() const { return series_.empty() ? 0 : series_[0].writer.frames(); }
    /// For run.json: by name, the unit and the columns.
    static Json describe(const Model& model, bool wanted, bool with_impulses);

private:
    struct Kind {
        const char *name, *unit;
        Impulses::OfBodies Impulses::*part;              // null: the momentum
        std::vector<double> Impulses::*sizes = nullptr;  // one number per body instead
        std::size_t columns() const { return sizes ? 1 : 6; }
        bool of_meters = false;  // of hinges and sliders
        bool of_emitters = false, of_doors = false;
        bool of_drives = false;  // of what acts in joints
        bool of_joints() const { return part == &Impulses::in_joints; }
    };
    struct Series {
        Kind kind;
        FrameWriter writer;
    };
    SeriesRecording(const Model& model, bool with_impulses) : model_(&model), with_impulses_(with_impulses) {}
    static std::size_t width(const Kind& kind, const Model& model, bool with_impulses);
    static std::vector<Kind> kinds(const Model& model, bool wanted, bool with_impulses);

    void read_meters(const State& state);
    void count_particles(const State& state);

    const Model* model_;
    bool with_impulses_;
    std::vector<Series> series_;
    std::vector<double> coordinates_;  // of the meters, in the row before
    std::vector<double> row_;
};

/// The columns of a series of bodies: "cube.x" to "cube.z", and of moments "cube.turn_x" to "cube.turn_z".
std::vector<std::string> body_columns(const std::vector<Body>& bodies);

}  // namespace talweg
