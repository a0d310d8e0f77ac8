/// What is exported of a run: the frames chosen, their times, and every body as other programs see it, turned so that
/// the axis they expect points up.
#pragma once
#include <filesystem>
#include <optional>
#include <vector>

#include "talweg/export/shown_body.hpp"
#include "talweg/geometry/mesh_looks.hpp"
#include "talweg/record/frame_range.hpp"
#include "talweg/record/recorded_run.hpp"

namespace talweg {

/// y as in talweg, or z: (x, y, z) becomes (x, −z, y).
enum class UpAxis { y, z };

class Clip {
public:
    /// Throws when the run cannot be read or no frame is chosen.
    Clip(const std::filesystem::path& run, const FrameRange& frames, UpAxis up = UpAxis::y);

    const RecordedRun& run() const { return run_; }
    const std::vector<ShownBody>& shown() const { return shown_; }        // one per body
    const std::vector<MeshLooks>& looks() const { return looks_; }        // likewise
    const std::vector<std::uint64_t>& frames() const { return frames_; }  // at least one, ascending
    UpAxis up() const { return up_; }
    double frames_per_second() const { return 1.0 / run_.frame_time(); }  // of the run, whichever are chosen

    std::vector<Vec3> positions(std::uint64_t frame) const { return turned(run_.all_positions(frame)); }
    /// What of a body is there in a frame: of loose points without those that emitters hold back.
    ShownBody present(const ShownBody& shown, std::uint64_t frame) const;
    std::vector<Vec3> velocities(std::uint64_t frame) const { return turned(run_.velocities(frame)); }
    /// Whether the run has recorded the forces of contact.
    bool has_contact_forces() const { return contact_forces_.has_value(); }
    std::vector<Vec3> contact_forces(std::uint64_t frame) const { return turned(contact_forces_->read(frame)); }
    /// To where up is.
    std::vector<Vec3> turned(std::vector<Vec3> vectors) const;

private:
    RecordedRun run_;
    std::vector<std::uint64_t> frames_;
    std::vector<ShownBody> shown_;
    std::vector<MeshLooks> looks_;
    UpAxis up_;
    std::optional<FrameReader> contact_forces_;
};

/// "metres, y up, 100 frames per second", for the comments of formats that cannot say it otherwise.
std::string conventions(const Clip& clip);

}  // namespace talweg
