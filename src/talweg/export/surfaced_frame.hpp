/// One frame as formats with a mesh per frame write it: what is there of every body, and where liquids are shown by
/// their surface, that surface, whose points come after those of the run.
#pragma once
#include "talweg/export/clip.hpp"
#include "talweg/record/liquid_surfaces.hpp"

namespace talweg {

struct SurfacedFrame {
    std::vector<ShownBody> shown;
    std::vector<Vec3> positions;  // of the run's points, then of surfaces; turned as the clip is
    std::vector<LiquidSurface> surfaces = {};

    /// Numbers of the run's points, carried on to those of the surfaces.
    template <class Value>
    std::vector<Value> with_surfaces(std::vector<Value> of_run, const Value& none) const {
        std::vector<std::vector<Value>> more;
        for (const LiquidSurface& surface : surfaces) more.push_back(surface.carried(of_run, none));
        for (const auto& values : more) of_run.insert(of_run.end(), values.begin(), values.end());
        return of_run;
    }
};

/// `liquids`: those shown by their surface; none: all as particles.
SurfacedFrame surfaced_frame(const Clip& clip, std::uint64_t frame, const LiquidSurfaces* liquids);

}  // namespace talweg
