/// Writes a run as it goes: rows and frames into memory, to the files a few times per second, a checkpoint about once a
/// second. A step of the smallest scenes takes some 40 µs, so nothing here calls the system per step. Killed at any
/// moment, the directory can be resumed from its last checkpoint.
#pragma once
#include <memory>
#include <optional>
#include <span>

#include "talweg/record/contact_recording.hpp"
#include "talweg/record/element_recording.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/liquid_recording.hpp"
#include "talweg/record/series_recording.hpp"
#include "talweg/record/step_tables.hpp"
#include "talweg/scene/spec/settings_spec.hpp"

namespace talweg {

class Recorder {
public:
    /// Starts the files of a new run, with all that is to be recorded.
    static Recorder create(const RunDirectory& directory, const Model& model, std::uint64_t scene_digest,
                           const RecordSpec& wanted = {}, bool with_impulses = false);
    /// Cuts the files back to the checkpoint's mark and goes on from there.
    static Recorder resume(const RunDirectory& directory, const Model& model, const RunMark& mark,
                           const RecordSpec& wanted = {}, bool with_impulses = false);

    void add_step(const State& state, const StepReport& report, double wall_seconds);
    /// `ages` of the particles of emitters (step/driven_stepper.hpp): empty where there are none.
    void add_frame(const Positions& x, const std::vector<double>& ages = {});
    /// What led to a step that was not completed; not part of the checkpoint, so a resumed run finds it again.
    void add_failed_step(const State& state, const StepReport& report);

    /// Writes what has waited long enough. `seconds` is the time since the start of this process's part of the run.
    void keep_up(double seconds);
    bool checkpoint_due(double seconds) const { return seconds >= next_checkpoint_; }
    /// Writes everything, and a checkpoint with what the solver remembers.
    void save(double seconds, const State& state, std::span<const std::byte> solver);
    /// Writes everything that is in memory.
    void flush();

    RunTotals& totals() { return mark_.totals; }
    std::uint64_t frames() const { return frames_.frames(); }
    const EnergyBalance& balance() const { return tables_.balance(); }

private:
    Recorder(const RunDirectory& directory, FrameWriter frames, std::optional<FrameWriter> ages,
             LiquidRecording liquids, ElementRecording elements, ContactRecording contacts, SeriesRecording series,
             StepTables tables, const RunMark& mark);

    RunDirectory directory_;
    FrameWriter frames_;
    std::optional<FrameWriter> ages_;  // of emitters
    LiquidRecording liquids_;
    ElementRecording elements_;
    ContactRecording contacts_;
    SeriesRecording series_;
    StepTables tables_;
    RunMark mark_;
    double next_flush_, next_checkpoint_;
    double last_checkpoint_ = 0.0;
};

}  // namespace talweg
