/// Forces of contact in a run directory, when record.contact asks for them:
///
///     contacts.csv        one row per step and two bodies that touch: step, time (s), first, second (bodies as
///                         numbered in topology.json), contacts (features in reach), force_x, force_y, force_z
///                         (on the first, N)
///     contact_force.npy   frames × points × 3, float64, N: on every point, of the step that ended with the frame
#pragma once
#include <optional>

#include "talweg/format/csv.hpp"
#include "talweg/record/checkpoint.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/run_directory.hpp"
#include "talweg/state/state.hpp"
#include "talweg/step/step_report.hpp"

namespace talweg {

/// Does nothing unless asked for.
class ContactRecording {
public:
    static ContactRecording create(const RunDirectory& directory, const Model& model, bool wanted);
    static ContactRecording resume(const RunDirectory& directory, const Model& model, bool wanted, const RunMark& mark);

    void add_step(const State& state, const StepReport& report);
    /// The forces of the step added last.
    void add_frame();

    void flush();
    void sync();
    void drop_unwritten();
    std::uint64_t table_bytes() const { return files_ ? files_->table.bytes() : 0; }
    std::size_t waiting_bytes() const;

private:
    struct Files {
        CsvWriter table;
        FrameWriter forces;
    };
    std::optional<Files> files_;
    Positions last_;
};

}  // namespace talweg
