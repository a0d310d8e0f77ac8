/// A recorded run for viewers: every viewer gets its frames from the first to the last, and those that are still being
/// written as they come.
#pragma once
#include <chrono>
#include <optional>

#include "talweg/format/csv.hpp"
#include "talweg/record/frame_steps.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/point_fields.hpp"
#include "talweg/record/recorded_contact.hpp"
#include "talweg/record/run_directory.hpp"
#include "talweg/serve/source.hpp"

namespace talweg {

class Replay final : public Source {
public:
    /// Throws Error if there is no run with at least one frame.
    explicit Replay(const RunDirectory& run);

    std::string hello() override;
    /// What run.json says, whenever it has changed.
    StatusText status() override;
    Packet next_frame(std::uint64_t viewer, std::uint64_t& cursor) override;
    /// `field=N&from=F`: float32 of every point, frame after frame from frame F on. `contact=1&from=F`: blocks as in
    /// record/contact_block.hpp. As many frames as are there and one answer can take; frames are counted as shown.
    std::optional<std::string> recorded(std::string_view target) override;
    /// There is nothing to steer.
    bool handle(std::uint64_t, std::string_view) override { return false; }
    void left(std::uint64_t) override {}
    void count_ignored(std::uint64_t) override {}

private:
    std::optional<std::vector<double>> row_of(std::uint64_t frame);
    std::uint64_t shown_of(std::uint64_t frames) const { return (frames + stride_ - 1) / stride_; }
    std::string fields_from(const PointFields::Field& field, std::uint64_t from);
    std::string contact_from(std::uint64_t from);

    RunDirectory run_;
    FrameReader frames_;
    CsvTable steps_;
    std::chrono::steady_clock::time_point steps_read_;
    PointFields fields_;
    RecordedAges ages_;
    FrameSteps frame_steps_;
    double step_seconds_;
    std::filesystem::file_time_type run_written_;
    StatusText status_text_;
    std::uint64_t stride_;  // of long runs only some frames are shown
    std::optional<RecordedContact> contact_;
};

}  // namespace talweg
