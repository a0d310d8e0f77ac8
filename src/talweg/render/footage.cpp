#include "talweg/render/footage.hpp"

#include <algorithm>

#include "talweg/geometry/measures.hpp"
#include "talweg/math/error.hpp"
#include "talweg/record/frame_range.hpp"

namespace talweg {

namespace {

constexpr std::uint64_t frames_for_box = 400;
constexpr double largest_obstacle = 2.0;  // in pictures of the whole motion, beside what the bodies fill

bool finite(const Vec3& p) { return std::isfinite(p[0] + p[1] + p[2]); }

}  // namespace

Footage::Footage(const std::filesystem::path& run) : run_(run) {
    read_picture();
    find_floors();
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
        spec_.fit = picture.value("fit", spec_.fit);
        spec_.trail = picture.value("trail", spec_.trail);
        spec_.colours = picture.value("colours", spec_.colours);
    } catch (const Json::exception& error) {
        throw Error(run_.directory().scene().string() + " is damaged: " + error.what());
    }
}

void Footage::find_floors() {
    floors_.assign(bodies().size(), false);
    planes_ = floors_;
    const std::vector<Vec3> x = run_.all_positions(0);
    for (const Json& obstacle : run_.scene().value("obstacles", Json::array())) {
        const bool still = !obstacle.contains("motion") || obstacle["motion"].empty();
        if (obstacle.value("/shape/type"_json_pointer, "") != "plane") continue;
        const auto body = std::ranges::find_if(
            bodies(), [&](const Body& each) { return each.obstacle && each.name == obstacle.value("name", ""); });
        if (body == bodies().end() || body->triangles.empty()) continue;
        planes_[std::size_t(body - bodies().begin())] = true;
        if (!still) continue;
        const auto& [a, b, c] = body->triangles.front();
        const Vec3 normal = area_vector(x[a], x[b], x[c]);
        if (!(normal[1] > (1.0 - 1e-9) * norm(normal))) continue;
        floors_[std::size_t(body - bodies().begin())] = true;
        floor_ = std::max(floor_.value_or(x[a][1]), x[a][1]);
    }
}

/// What the bodies fill in a frame, beside `bodies`, and obstacles of up to so many times its size.
Box Footage::box_of(std::uint64_t frame, double largest_obstacle, const Box& bodies, double& depth) const {
    const std::vector<Vec3> x = run_.all_positions(frame);  // particles that wait, too: there they will come from
    std::vector<Box> obstacles;
    Box box = bodies;
    for (std::size_t b = 0; b < this->bodies().size(); ++b) {
        const Body& body = this->bodies()[b];
        Box of_body;
        for (int i = body.first_point; i < body.first_point + body.point_count; ++i)
            if (finite(x[i])) of_body.include(x[i]);
        if (of_body.empty()) continue;
        depth = std::max(depth, of_body.size()[2]);
        if (!body.obstacle)
            box.include(of_body);
        else if (!floors_[b])
            obstacles.push_back(of_body);
    }
    // A floor without end does not make bodies small.
    const double of_bodies = box.diagonal();
    for (const Box& obstacle : obstacles)
        if (obstacle.diagonal() <= largest_obstacle * of_bodies) box.include(obstacle);
    return box;
}

void Footage::measure() {
    Box start;
    double depth = 0.0;
    for (const std::uint64_t frame : spread_frames(frames(), frames_for_box)) {
        box_ = box_of(frame, largest_obstacle, box_, depth);
        if (frame == 0) start = box_;
    }
    if (start.empty()) throw Error(run_.directory().positions().string() + ": the first frame has no finite position");
    planar_ = depth <= 1e-9 * box_.diagonal() && box_.size()[2] <= 1e-9 * box_.diagonal();
    if (box_.diagonal() > 6.0 * start.diagonal() && start.diagonal() > 0.0) box_ = start;
    include_balls();
}

/// Of a ball or two that hardly move, all that there is; where there are more of them, or ways, their middles do.
void Footage::include_balls() {
    double radius = 0.0;
    for (const Body& body : bodies())
        if (!body.obstacle && body.edges.empty() && body.triangles.empty()) radius = std::max(radius, body.radius);
    if (!(box_.diagonal() < 6.0 * radius)) return;
    const Vec3 around = radius * Vec3{1, 1, planar_ ? 0.0 : 1.0};
    box_ = {box_.min - around, box_.max + around};
}

Box Footage::frame_box(std::uint64_t frame) const {
    double depth = 0.0;
    const Box box = box_of(frame, 1.0, {}, depth);
    return box.empty() || !(box.diagonal() > 0.0) || box.diagonal() > box_.diagonal() ? box_ : box;
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
