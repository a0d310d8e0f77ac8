/// A recorded run for viewers: every viewer gets its frames from the first to the last, and those that are still being
/// written as they come.
#pragma once
#include <chrono>
#include <optional>

#include "talweg/record/csv.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/run_directory.hpp"
#include "talweg/serve/source.hpp"

namespace talweg {

class Replay final : public Source {
public:
    /// Throws Error if there is no run with at least one frame.
    explicit Replay(const RunDirectory& run);

    std::string hello() override;
    /// What run.json says, whenever it has changed.
    Bulletin status() override;
    Packet next_frame(std::uint64_t& cursor) override;
    /// There is nothing to steer.
    bool handle(std::uint64_t, std::string_view) override { return false; }
    void left(std::uint64_t) override {}
    void count_ignored(std::uint64_t) override {}

private:
    std::optional<std::vector<double>> row_of(std::uint64_t frame);

    RunDirectory run_;
    FrameReader frames_;
    CsvTable steps_;
    std::chrono::steady_clock::time_point steps_read_;
    std::uint64_t steps_per_frame_;
    double step_seconds_;
    std::filesystem::file_time_type run_written_;
    Bulletin bulletin_;
    std::uint64_t stride_;  // of long runs only some frames are shown
};

}  // namespace talweg
