#include "talweg/record/recorded_run.hpp"

#include <algorithm>

#include "talweg/geometry/outer_surface.hpp"
#include "talweg/math/error.hpp"
#include "talweg/record/topology.hpp"

namespace talweg {

namespace {

RunDirectory existing(const std::filesystem::path& path) {
    const RunDirectory directory{path};
    if (!directory.holds_run())
        throw Error(path.string() + " is not the directory of a run (it has no run.json); talweg run makes one");
    return directory;
}

}  // namespace

RecordedRun::RecordedRun(const std::filesystem::path& path)
    : directory_(existing(path)), reader_(directory_.positions()), ages_(directory_), bodies_(read_bodies(directory_)) {
    if (frames() == 0) throw Error(directory_.positions().string() + " holds no frame yet");
    for (Body& body : bodies_)
        if (body.triangles.empty()) body.triangles = outer_surface(body.tets);
    try {
        scene_ = Json::parse(read_whole_file(directory_.scene()));
        const Json& time = scene_.at("time");
        frame_time_ = time.at("step").get<double>() * time.value("steps_per_frame", 1);
    } catch (const Json::exception& error) {
        throw Error(directory_.scene().string() + " is damaged: " + error.what());
    }
    if (!(frame_time_ > 0)) throw Error(directory_.scene().string() + " is damaged: its time step is not above 0");
}

std::vector<Vec3> RecordedRun::positions(std::uint64_t frame) const {
    std::vector<Vec3> x = reader_.read(frame);
    ages_.leave_out(frame, x);
    return x;
}

std::vector<Vec3> RecordedRun::velocities(std::uint64_t frame) const {
    const std::uint64_t before = frame - std::min<std::uint64_t>(frame, 1), after = std::min(frame + 1, frames() - 1);
    std::vector<Vec3> v = all_positions(after);
    const std::vector<Vec3> x = all_positions(before);
    const double elapsed = std::max(time(after) - time(before), frame_time_);  // a single frame stands still
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = (v[i] - x[i]) / elapsed;
    return v;
}

}  // namespace talweg
