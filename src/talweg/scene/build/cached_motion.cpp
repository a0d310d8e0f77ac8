#include "talweg/scene/build/cached_motion.hpp"

#include <fmt/format.h>

#include "talweg/geometry/point_cache.hpp"
#include "talweg/scene/shape/body_shape.hpp"

namespace talweg {

std::vector<Hold> cached_holds(const CachedMotionSpec& motion, const Where& where, const PlaceSpec& place,
                               std::span<const int> points, Axes axes, const Positions& start) {
    try {
        PointCache cache = read_point_cache(motion.cache, motion.frames_per_second);
        const bool whole = cache.point_count() == start.size();
        if (!whole && cache.point_count() != points.size())
            throw Error(fmt::format("{} has {} points; the body has {}, of which {} are selected", motion.cache,
                                    cache.point_count(), start.size(), points.size()));
        for (auto& frame : cache.frames) put(place, frame);
        std::vector<Hold> holds;
        for (std::size_t k = 0; k < points.size(); ++k) {
            const std::size_t column = whole ? static_cast<std::size_t>(points[k]) : k;
            KeyframedPose pose;
            for (std::size_t f = 0; f < cache.frames.size(); ++f)
                pose.keyframes.push_back(
                    {motion.start + cache.times[f], cache.frames[f][column] - start[points[k]], Vec3::zero()});
            holds.push_back({{points[k]}, axes, Motion{Vec3::zero(), std::move(pose)}});
        }
        return holds;
    } catch (const Error& error) {
        throw Error(located(where, subject(where) + ": " + error.what()));
    }
}

}  // namespace talweg
