#include "talweg/serve/posing.hpp"

#include <algorithm>

namespace talweg {

namespace {

constexpr double seconds_to_pose = 0.08;

}  // namespace

Vec3 Poses::Pose::shift_at(double time) const {
    const double part = end > start ? std::clamp((time - start) / (end - start), 0.0, 1.0) : 1.0;
    return (1.0 - part) * shift[0] + part * shift[1];
}

Mat3 Poses::Pose::turn_at(double time) const {
    const double part = end > start ? std::clamp((time - start) / (end - start), 0.0, 1.0) : 1.0;
    const Mat3 from = rotation_matrix(turn[0]), to = rotation_matrix(turn[1]);
    return rotation_matrix(part * rotation_vector(to * from.transposed())) * from;
}

const Poses::Pose* Poses::find(const std::string& rig, int handle) const {
    const auto found = poses_.find({rig, handle});
    return found == poses_.end() ? nullptr : &found->second;
}

void Poses::add(const std::string& rig, int handle, const Vec3& shift, const Vec3& turn, double time) {
    Pose& pose = poses_[{rig, handle}];
    const Vec3 shift_now = pose.shift_at(time);
    const Vec3 turn_now = rotation_vector(pose.turn_at(time));
    pose.shift[1] = pose.shift[1] + shift;
    pose.turn[1] = rotation_vector(rotation_matrix(turn) * rotation_matrix(pose.turn[1]));
    pose.shift[0] = shift_now;
    pose.turn[0] = turn_now;
    pose.start = time;
    pose.end = time + seconds_to_pose;
}

PosedMotion::PosedMotion(std::string rig, std::shared_ptr<const RigMotion> own, std::shared_ptr<const Poses> poses)
    : rig_(std::move(rig)), own_(std::move(own)), poses_(std::move(poses)), handles_(own_->handles()) {}

std::vector<AffineMap> PosedMotion::poses_at(double time, const std::vector<AffineMap>& own) const {
    std::vector<AffineMap> posed(handles_.size());
    std::vector<char> known(handles_.size(), 0);
    // Parents first, whatever their order; files have no circles.
    for (std::size_t h = 0; h < handles_.size(); ++h)
        for (int at = static_cast<int>(h); at >= 0 && !known[h];) {
            const int parent = handles_[at].parent;
            if (parent >= 0 && !known[parent]) {
                at = parent;
                continue;
            }
            AffineMap map;
            if (const Poses::Pose* pose = poses_->find(rig_, at)) {
                const Vec3 pivot = own[at](handles_[at].from);
                map.linear = pose->turn_at(time);
                map.offset = pivot - map.linear * pivot + pose->shift_at(time);
            }
            posed[at] = parent >= 0 ? posed[parent] * map : map;
            known[at] = 1;
            at = static_cast<int>(h);
        }
    return posed;
}

std::vector<AffineMap> PosedMotion::at(double time) const {
    std::vector<AffineMap> maps = own_->at(time);
    const std::vector<AffineMap> posed = poses_at(time, maps);
    for (std::size_t h = 0; h < maps.size(); ++h) maps[h] = posed[h] * maps[h];
    return maps;
}

AffineMap PosedMotion::frame_of(int handle, double time) const {
    const int parent = handles_[handle].parent;
    return parent < 0 ? AffineMap{} : poses_at(time, own_->at(time))[parent];
}

std::vector<std::shared_ptr<const PosedMotion>> pose_rigs(Model& model, const std::shared_ptr<const Poses>& poses) {
    std::vector<std::shared_ptr<const PosedMotion>> rigs;
    if (!model.constraints) return rigs;
    auto led = std::make_shared<Constraints>(*model.constraints);
    for (auto& drive : led->drives) {
        const auto* rig = dynamic_cast<const RigDrive*>(drive.get());
        if (!rig) continue;
        const auto group = std::ranges::find_if(led->groups, [&](const Constraints::Group& each) {
            return each.begin == rig->first_row() && each.end > each.begin;
        });
        if (group == led->groups.end() || !group->name.ends_with(".rig")) continue;  // a hold that moves
        rigs.push_back(std::make_shared<PosedMotion>(group->name, rig->motion(), poses));
        drive = rig->led_by(rigs.back());
    }
    model.constraints = std::move(led);
    return rigs;
}

}  // namespace talweg
