/// Judges the books of a run: does what acted on each body make the change of its momentum?
///
/// Under implicit Euler P(n+1) − P(n) = Σ impulses, and likewise of moments, friction's as it was lagged among them.
/// BDF2 and Newmark have their own forms of the first; of moments they have none in what is recorded: BDF2's holds
/// c(n+1) × v(n), Newmark's Δc × Δa. What a step may leave undone is what talweg's documentation promises at default
/// settings, ε + θ Σ|f| h/m as a speed, with ε from the scene and not from the run: a run whose steps ended too early
/// is refuted, however it was told to take them. Moments are asked about the body's centre, as steps settle them, so
/// that no arm from the origin excuses anything but rounding.
#pragma once
#include <span>

#include "talweg/format/csv.hpp"
#include "talweg/geometry/bounding_box.hpp"
#include "talweg/model/model.hpp"
#include "talweg/record/recorded_series.hpp"
#include "talweg/verify/finding.hpp"
#include "talweg/verify/obligations.hpp"

namespace talweg {

/// Where bodies were in the recorded frames.
class Whereabouts {
public:
    struct Place {
        Vec3 centre;  // the mean of its points
        Box box;
    };
    explicit Whereabouts(std::span<const Body> bodies) : bodies_(bodies) {}
    void add(std::uint64_t step, const std::vector<Vec3>& x);

    double farthest() const { return farthest_; }  // the largest coordinate of all
    /// The last frame at or before a step, and the one after it, if there is one.
    std::size_t frame_before(std::uint64_t step) const;
    std::uint64_t step(std::size_t frame) const { return steps_[frame]; }
    const Place& at(std::size_t frame, std::size_t body) const {
        return frames_[std::min(frame, frames_.size() - 1)][body];
    }

private:
    std::span<const Body> bodies_;
    std::vector<std::uint64_t> steps_;
    std::vector<std::vector<Place>> frames_;
    double farthest_ = 0.0;
};

/// `size`: diagonal of what is no obstacle at the start, m.
Finding judge_balance(const RecordedSeries& series, const CsvTable& steps, std::span<const Body> bodies,
                      const Obligations& obligations, double size, const Whereabouts& where);

}  // namespace talweg
