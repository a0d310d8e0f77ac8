#include "talweg/record/recorder.hpp"

#include <algorithm>
#include <chrono>

#include "talweg/format/digest.hpp"
#include "talweg/model/drive.hpp"

namespace talweg {

namespace {

constexpr double flush_interval = 0.05;            // s: a viewer follows, the cost disappears
constexpr std::size_t flush_bytes = 1 << 20;       // and memory stays small
constexpr double checkpoint_interval = 1.0;        // s
constexpr double largest_checkpoint_share = 0.02;  // of the run's time, when states are large or disks slow

bool emits(const Model& model) {
    const Drive* drive = drive_of(model);
    return drive && !drive->emitters.empty();
}

}  // namespace

Recorder::Recorder(const RunDirectory& directory, FrameWriter frames, std::optional<FrameWriter> ages,
                   LiquidRecording liquids, ElementRecording elements, ContactRecording contacts,
                   SeriesRecording series, StepTables tables, const RunMark& mark)
    : directory_(directory),
      frames_(std::move(frames)),
      ages_(std::move(ages)),
      liquids_(std::move(liquids)),
      elements_(std::move(elements)),
      contacts_(std::move(contacts)),
      series_(std::move(series)),
      tables_(std::move(tables)),
      mark_(mark),
      next_flush_(flush_interval),
      next_checkpoint_(checkpoint_interval) {}

Recorder Recorder::create(const RunDirectory& directory, const Model& model, std::uint64_t scene_digest,
                          const RecordSpec& wanted, bool with_impulses) {
    RunMark mark;
    mark.scene_digest = scene_digest;
    std::error_code ignored;
    std::filesystem::remove(directory.ages(), ignored);
    const auto points = static_cast<std::uint64_t>(model.place_count());
    return {directory,
            FrameWriter::create(directory.positions(), points),
            emits(model) ? std::optional(FrameWriter::create(directory.ages(), points, 1)) : std::nullopt,
            LiquidRecording::create(directory, model),
            ElementRecording::create(directory, model, wanted.elements),
            ContactRecording::create(directory, model, wanted.contact),
            SeriesRecording::create(directory, model, wanted.series, with_impulses),
            StepTables::create(directory, model),
            mark};
}

Recorder Recorder::resume(const RunDirectory& directory, const Model& model, const RunMark& mark,
                          const RecordSpec& wanted, bool with_impulses) {
    const auto points = static_cast<std::uint64_t>(model.place_count());
    return {directory,
            FrameWriter::resume(directory.positions(), points, mark.frames),
            emits(model) ? std::optional(FrameWriter::resume(directory.ages(), points, mark.frames, 1)) : std::nullopt,
            LiquidRecording::resume(directory, model, mark.frames),
            ElementRecording::resume(directory, model, wanted.elements, mark.frames),
            ContactRecording::resume(directory, model, wanted.contact, mark),
            SeriesRecording::resume(directory, model, wanted.series, with_impulses, mark.series_rows),
            StepTables::resume(directory, model, mark),
            mark};
}

void Recorder::add_step(const State& state, const StepReport& report, double wall_seconds) {
    tables_.add_step(state, report, wall_seconds);
    contacts_.add_step(state, report);
    series_.add_step(state, report);
    RunTotals& totals = mark_.totals;
    totals.newton_iterations += report.iterations.size();
    totals.divided_steps += report.rejected_substeps > 0 ? 1 : 0;
    totals.steps_at_floor += report.at_floor ? 1 : 0;
    totals.unsettled_steps += report.friction_unsettled ? 1 : 0;
    totals.slowed_steps += report.slowed > 0.0 ? 1 : 0;
    totals.largest_residual = std::max(totals.largest_residual, report.residual);
    totals.largest_force_error = std::max(totals.largest_force_error, report.left.forces);
    totals.largest_imbalance = std::max(totals.largest_imbalance, report.left.balance);
    totals.largest_fall = std::max(totals.largest_fall, report.left.fall);
}

void Recorder::add_frame(const Positions& x, const std::vector<double>& ages) {
    frames_.append(x);
    if (ages_) ages_->append(ages);
    liquids_.append(x);
    elements_.append(x);
    contacts_.add_frame();
}

void Recorder::add_failed_step(const State& state, const StepReport& report) {
    tables_.add_iterations(state.step + 1, report.iterations);
    flush();
}

void Recorder::keep_up(double seconds) {
    if (seconds < next_flush_ && frames_.waiting_bytes() + (ages_ ? ages_->waiting_bytes() : 0) +
                                         liquids_.waiting_bytes() + elements_.waiting_bytes() +
                                         contacts_.waiting_bytes() + series_.waiting_bytes() + tables_.waiting_bytes() <
                                     flush_bytes)
        return;
    flush();
    next_flush_ = seconds + flush_interval;
}

void Recorder::flush() {
    try {
        tables_.flush();
        elements_.flush();
        contacts_.flush();
        series_.flush();
        if (ages_) ages_->flush();
        liquids_.flush();
        frames_.flush();  // last: a frame that a reader sees has its rows and fields
    } catch (...) {
        // Whole rows and whole frames stay behind for readers; a failure to tidy up must not hide the first error.
        try {
            tables_.drop_unwritten();
            elements_.drop_unpublished();
            contacts_.drop_unwritten();
            series_.drop_unpublished();
            if (ages_) ages_->drop_unpublished();
            liquids_.drop_unpublished();
            frames_.drop_unpublished();
        } catch (...) {
        }
        throw;
    }
}

void Recorder::save(double seconds, const State& state, std::span<const std::byte> solver) {
    const auto start = std::chrono::steady_clock::now();
    flush();
    mark_.step = static_cast<std::uint64_t>(state.step);
    mark_.frames = frames_.frames();
    mark_.steps_csv_bytes = tables_.steps_bytes();
    mark_.newton_csv_bytes = tables_.newton_bytes();
    mark_.contacts_csv_bytes = contacts_.table_bytes();
    mark_.series_rows = series_.rows();
    // Long runs are worth waiting for the disk: a checkpoint must not survive a power cut that its frames did not.
    const bool sync = seconds - last_checkpoint_ >= checkpoint_interval;
    if (sync) {
        tables_.sync();
        elements_.sync();
        contacts_.sync();
        series_.sync();
        if (ages_) ages_->sync();
        frames_.sync();
    }
    write_checkpoint(directory_.checkpoint(), mark_, talweg::save(state), solver, sync);
    const double cost = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    last_checkpoint_ = seconds + cost;
    next_checkpoint_ = last_checkpoint_ + std::max(checkpoint_interval, cost / largest_checkpoint_share);
    next_flush_ = last_checkpoint_ + flush_interval;
}

}  // namespace talweg
