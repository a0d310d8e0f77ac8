#include "talweg/render/footage.hpp"

#include <algorithm>

#include "talweg/math/error.hpp"
#include "talweg/record/frame_range.hpp"

namespace talweg {

namespace {

constexpr std::uint64_t frames_for_box = 400;
constexpr double largest_obstacle = 2.0;  // in pictures, beside what the bodies fill

bool finite(const Vec3& p) { return std::isfinite(p[0] + p[1] + p[2]); }

}  // namespace

Footage::Footage(const std::filesystem::path& run) : run_(run) {
    read_picture();
    measure();
}

void Footage::read_picture() {
    try {
        const Json picture = run_.scene().value("picture", Json::object());
        if (picture.contains("frame")) spec_.frame = picture.at("frame").get<int>();
        spec_.azimuth = picture.value("azimuth", spec_.azimuth);
        spec_.elevation = picture.value("elevation", spec_.elevation);
        spec_.zoom = picture.value("zoom", spec_.zoom);
        spec_.colour = picture.value("colour", spec_.colour);
        spec_.trail = picture.value("trail", spec_.trail);
    } catch (const Json::exception& error) {
        throw Error(run_.directory().scene().string() + " is damaged: " + error.what());
    }
}

void Footage::measure() {
    Box start;
    double depth = 0.0;
    for (const std::uint64_t frame : spread_frames(frames(), frames_for_box)) {
        const std::vector<Vec3> x = run_.all_positions(frame);  // particles that wait, too: there they will come from
        std::vector<Box> obstacles;
        for (const Body& body : bodies()) {
            Box of_body;
            for (int i = body.first_point; i < body.first_point + body.point_count; ++i)
                if (finite(x[i])) of_body.include(x[i]);
            if (of_body.empty()) continue;
            depth = std::max(depth, of_body.size()[2]);
            if (body.obstacle)
                obstacles.push_back(of_body);
            else
                box_.include(of_body.min), box_.include(of_body.max);
        }
        // A floor without end does not make bodies small.
        const double of_bodies = box_.diagonal();
        for (const Box& obstacle : obstacles)
            if (obstacle.diagonal() <= largest_obstacle * of_bodies)
                box_.include(obstacle.min), box_.include(obstacle.max);
        if (frame == 0) start = box_;
    }
    if (start.empty()) throw Error(run_.directory().positions().string() + ": the first frame has no finite position");
    planar_ = depth <= 1e-9 * box_.diagonal() && box_.size()[2] <= 1e-9 * box_.diagonal();
    if (box_.diagonal() > 6.0 * start.diagonal() && start.diagonal() > 0.0) box_ = start;
}

std::vector<double> Footage::speeds(std::uint64_t frame) const {
    const std::uint64_t later = std::min(std::max<std::uint64_t>(frame, 1), frames() - 1);
    const std::vector<Vec3> now = positions(later), before = positions(later > 0 ? later - 1 : 0);
    std::vector<double> result(now.size());
    for (std::size_t i = 0; i < now.size(); ++i) result[i] = norm(now[i] - before[i]) / frame_time();
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
