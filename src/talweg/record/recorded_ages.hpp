/// age.npy of runs with emitters, frames × points, float64, s: how long a particle has been there; −1: it is not there,
/// and stands at its source; NaN: of all other points.
#pragma once
#include <memory>

#include "talweg/record/frames.hpp"
#include "talweg/record/run_directory.hpp"

namespace talweg {

class RecordedAges {
public:
    /// Empty where the run has no emitters.
    explicit RecordedAges(const RunDirectory& run);

    bool empty() const { return !file_; }
    /// Looks again how many frames there are.
    void refresh();
    std::uint64_t frames() const { return file_ ? file_->frames() : 0; }
    /// By point; of the last frame there is, for later ones. Nothing where the run has no emitters.
    std::vector<double> read(std::uint64_t frame) const;
    /// Positions of a frame, of which those of particles that are not there become NaN: nobody draws them.
    void leave_out(std::uint64_t frame, std::vector<Vec3>& x) const;

private:
    std::unique_ptr<FrameReader> file_;
};

}  // namespace talweg
