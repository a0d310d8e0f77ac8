#include "talweg/model/pin.hpp"

#include <string>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

Motion motion_of(const Pin& pin) {
    const Keyframe leaves{pin.start, Vec3::zero(), Vec3::zero()}, arrives{pin.end, pin.to - pin.from, Vec3::zero()};
    return {pin.from, KeyframedPose{{leaves, arrives}, Interpolation::linear}};
}

int node_to_hold(const Model& model, const Pin& pin) {
    const auto refuse = [&](const std::string& why) {
        throw Error("point " + std::to_string(pin.point) + " cannot be pinned: " + why);
    };
    if (pin.point < 0 || pin.point >= model.point_count())
        refuse("there are " + std::to_string(model.point_count()) + " points, numbered from 0");
    const int node = model.map.single_node(pin.point);
    const bool held = model.map.row(pin.point).empty() || (node >= 0 && model.held_axes[node] == all_axes);
    if (held) refuse("it is held already");
    if (node < 0) refuse("it follows other points");
    if (model.planar && pin.to[2] != pin.from[2]) refuse("z cannot change in a planar scene");
    return node;
}

}  // namespace

void add_pins(Model& model, std::span<const Pin> pins) {
    Model pinned = model;
    for (const Pin& pin : pins) {
        const int node = node_to_hold(pinned, pin);
        pinned.held_axes[node] = all_axes;
        pinned.scripts.push_back({pin.point, node, static_cast<int>(pinned.motions.size()), pin.from, all_axes});
        pinned.motions.push_back(motion_of(pin));
    }
    model = std::move(pinned);
}

void lead_pins(Model& model, std::span<const Pin> pins) {
    const std::size_t first_script = model.scripts.size() - pins.size();
    for (std::size_t k = 0; k < pins.size(); ++k) {
        Script& script = model.scripts[first_script + k];
        script.start = pins[k].from;
        model.motions[script.motion] = motion_of(pins[k]);
    }
}

}  // namespace talweg
