/// The forces of contact that a run has recorded, opened to be read; see contact_recording.hpp for the files. The run
/// may still be written.
#pragma once
#include <memory>

#include "talweg/contact/contact_forces.hpp"
#include "talweg/format/csv.hpp"
#include "talweg/record/frame_steps.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/run_directory.hpp"

namespace talweg {

class RecordedContact {
public:
    /// Without recorded forces it is empty.
    RecordedContact(const RunDirectory& run, FrameSteps frame_steps);

    bool empty() const { return !forces_; }
    std::uint64_t frames() const { return forces_ ? forces_->frames() : 0; }
    /// Looks again how much there is.
    void refresh();
    /// Of the step that ended with the frame.
    std::vector<ContactForces::Pair> pairs(std::uint64_t frame) const;
    std::vector<Vec3> on_points(std::uint64_t frame) const { return forces_->read(frame); }

private:
    RunDirectory run_;
    FrameSteps frame_steps_;
    std::unique_ptr<FrameReader> forces_;
    CsvTable table_;
};

}  // namespace talweg
