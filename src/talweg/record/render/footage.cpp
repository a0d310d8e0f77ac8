#include "talweg/record/render/footage.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "talweg/geometry/outer_surface.hpp"
#include "talweg/math/error.hpp"
#include "talweg/record/frame_range.hpp"
#include "talweg/record/run_directory.hpp"
#include "talweg/record/topology.hpp"

namespace talweg {

namespace {

constexpr std::uint64_t frames_for_box = 400, frames_for_scale = 60;

std::filesystem::path positions_of(const std::filesystem::path& run) {
    const RunDirectory directory{run};
    if (!directory.holds_run())
        throw Error(run.string() + " is not the directory of a run (it has no run.json); talweg run makes one");
    return directory.positions();
}

bool finite(const Vec3& p) { return std::isfinite(p[0] + p[1] + p[2]); }

}  // namespace

Footage::Footage(const std::filesystem::path& run) : reader_(positions_of(run)) {
    const RunDirectory directory{run};
    if (reader_.frames() == 0) throw Error(directory.positions().string() + " holds no frame yet: nothing to draw");
    bodies_ = read_topology(directory.topology());
    for (Body& body : bodies_)
        if (body.triangles.empty()) body.triangles = outer_surface(body.tets);
    for (const Body& body : bodies_)
        if (body.first_point < 0 || body.first_point + body.point_count > static_cast<std::int64_t>(reader_.points()))
            throw Error(directory.topology().string() + " and " + directory.positions().string() +
                        " do not belong together: they have different numbers of points");
    read_scene_file(directory.scene());
    measure(directory.positions());
}

void Footage::read_scene_file(const std::filesystem::path& path) {
    try {
        const auto scene = nlohmann::json::parse(read_whole_file(path));
        const auto& time = scene.at("time");
        frame_time_ = time.at("step").get<double>() * time.value("steps_per_frame", 1);
        const auto picture = scene.value("picture", nlohmann::json::object());
        if (picture.contains("frame")) spec_.frame = picture.at("frame").get<int>();
        spec_.azimuth = picture.value("azimuth", spec_.azimuth);
        spec_.elevation = picture.value("elevation", spec_.elevation);
        spec_.zoom = picture.value("zoom", spec_.zoom);
        spec_.colour = picture.value("colour", spec_.colour);
        spec_.trail = picture.value("trail", spec_.trail);
    } catch (const nlohmann::json::exception& error) {
        throw Error(path.string() + " is damaged: " + error.what());
    }
    if (!(frame_time_ > 0)) throw Error(path.string() + " is damaged: its time step is not above 0");
}

void Footage::measure(const std::filesystem::path& file) {
    Box start;
    for (const std::uint64_t frame : spread_frames(frames(), frames_for_box)) {
        for (const Vec3& p : positions(frame))
            if (finite(p)) box_.include(p);
        if (frame == 0) start = box_;
    }
    if (start.empty()) throw Error(file.string() + ": the first frame has no finite position");
    planar_ = box_.size()[2] <= 1e-9 * box_.diagonal();
    if (box_.diagonal() > 6.0 * start.diagonal() && start.diagonal() > 0.0) box_ = start;
}

std::vector<double> Footage::speeds(std::uint64_t frame) const {
    const std::uint64_t later = std::min(std::max<std::uint64_t>(frame, 1), frames() - 1);
    const std::vector<Vec3> now = positions(later), before = positions(later > 0 ? later - 1 : 0);
    std::vector<double> result(now.size());
    for (std::size_t i = 0; i < now.size(); ++i) result[i] = norm(now[i] - before[i]) / frame_time_;
    return result;
}

double Footage::top_speed() const {
    double top = 1e-9;
    for (const std::uint64_t frame : spread_frames(frames(), frames_for_scale))
        for (const double speed : speeds(frame))
            if (std::isfinite(speed)) top = std::max(top, speed);
    return top;
}

}  // namespace talweg
