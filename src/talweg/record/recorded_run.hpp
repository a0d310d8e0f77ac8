/// A run directory, finished or still being written, opened to be looked at: its bodies, where their points were in
/// every frame, and when that was.
#pragma once
#include <filesystem>
#include <vector>

#include "talweg/model/model.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/recorded_ages.hpp"
#include "talweg/record/run_directory.hpp"
#include "talweg/scene/text/json.hpp"

namespace talweg {

class RecordedRun {
public:
    /// Throws what is missing or does not belong together. Frames that are added later are not seen.
    explicit RecordedRun(const std::filesystem::path& path);

    const RunDirectory& directory() const { return directory_; }
    const std::vector<Body>& bodies() const { return bodies_; }  // tetrahedra have their skin as triangles
    const Json& scene() const { return scene_; }                 // as resolved, all defaults filled in
    std::uint64_t frames() const { return reader_.frames(); }
    double frame_time() const { return frame_time_; }  // s from one frame to the next
    double time(std::uint64_t frame) const { return static_cast<double>(frame) * frame_time_; }

    /// NaN of particles that are not there (recorded_ages.hpp).
    std::vector<Vec3> positions(std::uint64_t frame) const;
    /// Those at their source.
    std::vector<Vec3> all_positions(std::uint64_t frame) const { return reader_.read(frame); }
    const RecordedAges& ages() const { return ages_; }
    /// m/s: (x(f+1) − x(f−1)) / (t(f+1) − t(f−1)), one-sided in the first and the last frame.
    std::vector<Vec3> velocities(std::uint64_t frame) const;

private:
    RunDirectory directory_;
    FrameReader reader_;
    RecordedAges ages_;
    std::vector<Body> bodies_;
    Json scene_;
    double frame_time_ = 0.0;
};

}  // namespace talweg
