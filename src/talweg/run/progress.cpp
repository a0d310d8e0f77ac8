#include "talweg/run/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace talweg {

namespace {

constexpr double line_interval = 0.1;   // s: smooth to the eye, invisible in the cost
constexpr double plain_interval = 5.0;  // s: a log that can be read
constexpr double plain_rest = 0.5;      // s: and tenths of a short run must not flood it
constexpr double long_step = 3.0;       // s: a step that takes longer is told of
constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

}  // namespace

std::string readable_duration(double seconds) {
    const auto whole = static_cast<long long>(std::llround(std::clamp(seconds, 0.0, 1e12)));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

Progress::Progress(ProgressStyle style, std::uint64_t first_step, std::uint64_t last_step, std::uint64_t last_frame,
                   std::size_t columns)
    : style_(style), first_step_(first_step), last_step_(last_step), last_frame_(last_frame), columns_(columns) {
    next_seconds_ = style == ProgressStyle::one_line ? 0 : plain_interval;
    soonest_ = style == ProgressStyle::one_line ? 0 : plain_rest;
    next_step_ = style == ProgressStyle::one_line ? last_step : first_step + (last_step - first_step + 9) / 10;
}

std::string Progress::text(const ProgressMoment& now) {
    // Recent speed weighs more than early speed, but one odd interval must not swing the estimate.
    const ProgressMoment before = previous_.value_or(ProgressMoment{0, first_step_, 0, 0, 0});
    const double interval = now.seconds - before.seconds;
    if (interval > 0) {
        const double rate = static_cast<double>(now.step - before.step) / interval;
        step_rate_ = previous_ ? 0.7 * step_rate_ + 0.3 * rate : rate;
    }
    const auto steps = static_cast<double>(now.step - before.step);
    const double iterations = static_cast<double>(now.newton_iterations - before.newton_iterations);

    std::string line = fmt::format("frame {} of {}", now.frame, last_frame_);
    if (step_rate_ > 0) {
        line += fmt::format(", {:.4g} steps/s, {} left", step_rate_,
                            readable_duration(static_cast<double>(last_step_ - now.step) / step_rate_));
    }
    if (steps > 0) line += fmt::format(", {:.1f} Newton/step", iterations / steps);
    line += fmt::format(", energy {:.4g} J", now.energy);

    previous_ = now;
    const bool renewing = style_ == ProgressStyle::one_line;
    soonest_ = now.seconds + (renewing ? 0 : plain_rest);
    next_seconds_ = now.seconds + (renewing ? line_interval : plain_interval);
    if (now.step >= last_step_)
        next_step_ = never;
    else if (!renewing)
        next_step_ = std::min(last_step_, now.step + (last_step_ - first_step_ + 9) / 10);
    if (!renewing) return line + "\n";
    line.resize(std::min(line.size(), columns_ - 1));
    return "\r" + line + "\x1b[K";
}

std::string Progress::waiting(double seconds, double since, std::uint64_t step, long long systems) {
    if (style_ == ProgressStyle::quiet || seconds - since < long_step || seconds < next_waiting_) return {};
    const bool renewing = style_ == ProgressStyle::one_line;
    next_waiting_ = seconds + (renewing ? 1.0 : plain_interval);
    std::string line = fmt::format("step {} has taken {} so far, {} Newton iterations", step,
                                   readable_duration(seconds - since), systems);
    if (!renewing) return line + "\n";
    if (!previous_) previous_ = ProgressMoment{0, first_step_, 0, 0, 0};  // there is a line to close
    line.resize(std::min(line.size(), columns_ - 1));
    return "\r" + line + "\x1b[K";
}

std::string Progress::close() const { return style_ == ProgressStyle::one_line && previous_ ? "\n" : ""; }

}  // namespace talweg
