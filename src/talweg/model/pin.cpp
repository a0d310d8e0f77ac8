#include "talweg/model/pin.hpp"

#include <algorithm>
#include <string>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

Motion motion_of(const Pin& pin) {
    const Keyframe leaves{pin.start, Vec3::zero(), Vec3::zero()}, arrives{pin.end, pin.to - pin.from, Vec3::zero()};
    return {pin.from, KeyframedPose{{leaves, arrives}, Interpolation::linear}};
}

/// Who has to be held so that the point is: every node that it follows.
std::span<const NodeWeight> nodes_to_hold(const Model& model, const Pin& pin) {
    const auto refuse = [&](const std::string& why) {
        throw Error("point " + std::to_string(pin.point) + " cannot be pinned: " + why);
    };
    if (pin.point < 0 || pin.point >= model.place_count())
        refuse("there are " + std::to_string(model.place_count()) + " points, numbered from 0");
    const auto row = model.map.row(pin.point);
    const auto held = [&](const NodeWeight& w) { return model.held_axes[w.node] == all_axes; };
    if (std::all_of(row.begin(), row.end(), held)) refuse("it is held already");
    if (std::any_of(row.begin(), row.end(), held)) refuse("what carries it is held in part");
    if (model.planar && pin.to[2] != pin.from[2]) refuse("z cannot change in a planar scene");
    return row;
}

}  // namespace

void add_pins(Model& model, std::span<const Pin> pins, const Nodes& c) {
    Model pinned = model;
    for (const Pin& pin : pins) {
        const auto row = nodes_to_hold(pinned, pin);
        for (const NodeWeight& w : row) {
            pinned.held_axes[w.node] = all_axes;
            // Directions stay as they are: a translation does not turn them.
            const bool place = pinned.node_kinds[w.node] == NodeKind::place;
            const Vec3 at = row.size() == 1 ? pin.from : c[w.node];
            pinned.scripts.push_back({pin.point, w.node, static_cast<int>(pinned.motions.size()), at, all_axes});
            pinned.motions.push_back(motion_of(place ? pin : Pin{pin.point, pin.from, pin.from, pin.start, pin.end}));
        }
    }
    model = std::move(pinned);
}

void lead_pins(Model& model, std::span<const Pin> pins, const Nodes& c) {
    std::size_t count = 0;
    for (const Pin& pin : pins) count += model.map.row(pin.point).size();
    std::size_t next = model.scripts.size() - count;
    for (const Pin& pin : pins) {
        const auto row = model.map.row(pin.point);
        for (const NodeWeight& w : row) {
            Script& script = model.scripts[next++];
            const bool place = model.node_kinds[w.node] == NodeKind::place;
            script.start = row.size() == 1 ? pin.from : c[w.node];
            model.motions[script.motion] =
                motion_of(place ? pin : Pin{pin.point, pin.from, pin.from, pin.start, pin.end});
        }
    }
}

}  // namespace talweg
