/// What a person sees while a run goes on: on a terminal one line that renews itself, elsewhere a plain line from time
/// to time. Only makes the text; whoever owns it prints. Time is handed in, so tests need no waiting.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace talweg {

enum class ProgressStyle { quiet, plain_lines, one_line };

/// Where a run stands. `seconds` counts from the start of this process's part of the run.
struct ProgressMoment {
    std::uint64_t frame = 0, step = 0, newton_iterations = 0;
    double seconds = 0, energy = 0;
};

class Progress {
public:
    /// `columns`: width of the terminal, which a renewing line must not exceed.
    Progress(ProgressStyle style, std::uint64_t first_step, std::uint64_t last_step, std::uint64_t last_frame,
             std::size_t columns = 80);

    /// True when it is time for new text: cheap enough to ask after every step.
    bool due(double seconds, std::uint64_t step) const {
        return style_ != ProgressStyle::quiet && (seconds >= next_seconds_ || step >= next_step_) &&
               (seconds >= soonest_ || step >= last_step_);
    }
    /// The text to print now, line end or carriage return included.
    std::string text(const ProgressMoment& now);
    /// Within a step that takes long: what to print, now and then; empty while there is nothing to say. `systems` have
    /// been solved for it so far.
    std::string waiting(double seconds, double since, std::uint64_t step, long long systems);
    /// What ends the renewing line, so that later text starts on a line of its own.
    std::string close() const;

private:
    ProgressStyle style_;
    std::uint64_t first_step_, last_step_, last_frame_;
    std::size_t columns_;
    double next_seconds_, soonest_;
    double next_waiting_ = 0.0;
    std::uint64_t next_step_;
    std::optional<ProgressMoment> previous_;
    double step_rate_ = 0;
};

/// "12 s", "3 min 20 s", "2 h 05 min".
std::string readable_duration(double seconds);

}  // namespace talweg
