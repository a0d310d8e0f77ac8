/// Where a descent begins: at the last place, or where everything would be if it went on as before, and gained as much
/// speed as before or none: wherever that is lowest.
///
/// What creeps, slides, swings or is carried along goes on nearly as before, and then little is left to do. But whoever
/// begins sliding and is to stick meets a friction that has no curvature, and Newton's method zigzags, where from rest
/// it would have stuck at once. So bodies go on only if no friction on the way could stop them within the step.
#pragma once
#include "talweg/solve/newton.hpp"
#include "talweg/step/flight.hpp"

namespace talweg {

/// What nodes have of their own: velocities, what these last gained in a second, where that is known, and the ends of
/// flights where rigid bodies fly.
struct Going {
    const Nodes& v;
    std::span<const Vec3> a = {};
    std::span<const Flown> flown = {};
};

/// Takes c to `target`, which differs from it by scripts alone, and on to where it is going in dt: if nothing is in
/// the way, and it leads lower than the target. False: c is as it was.
bool goes_on(const Landscape& landscape, const Nodes& target, const Going& going, double dt,
             const NewtonSettings& settings, Nodes& c, Backend& backend);

}  // namespace talweg
