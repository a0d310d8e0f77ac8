#include "talweg/export/surfaced_frame.hpp"

#include <numeric>

namespace talweg {

SurfacedFrame surfaced_frame(const Clip& clip, std::uint64_t frame, const LiquidSurfaces* liquids) {
    SurfacedFrame made{{}, clip.positions(frame)};
    for (const ShownBody& shown : clip.shown()) made.shown.push_back(clip.present(shown, frame));
    if (!liquids) return made;
    made.surfaces = liquids->at(frame);
    for (const LiquidSurface& surface : made.surfaces) {
        ShownBody& body = made.shown[surface.body];
        body.points.resize(surface.points.size());
        std::iota(body.points.begin(), body.points.end(), static_cast<int>(made.positions.size()));
        body.triangles = surface.triangles;
        for (const Vec3& x : clip.turned(surface.points)) made.positions.push_back(x);
    }
    return made;
}

}  // namespace talweg
