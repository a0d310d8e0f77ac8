/// The picture of a planar frame: graph paper, tinted triangles, lines, points, and the ways points have come.
#pragma once
#include "talweg/render/camera.hpp"
#include "talweg/render/drawing.hpp"
#include "talweg/render/ray_scene.hpp"

namespace talweg {

/// Pixels of the plane's points.
class PlanarMap {
public:
    PlanarMap(const PlanarView& view, int width, int height)
        : view_(view), width_(width), height_(height), pixels_per_metre_(height / (2 * view.half_height)) {}

    Vec2 pixel(const Vec3& x) const {
        return {width_ / 2.0 + (x[0] - view_.center[0]) * pixels_per_metre_,
                height_ / 2.0 - (x[1] - view_.center[1]) * pixels_per_metre_};
    }
    double pixels(double metres) const { return metres * pixels_per_metre_; }
    /// Metres right of and above the origin at the middle of a pixel.
    Vec2 world(int x, int y) const {
        return {view_.center[0] + (x + 0.5 - width_ / 2.0) / pixels_per_metre_,
                view_.center[1] - (y + 0.5 - height_ / 2.0) / pixels_per_metre_};
    }

private:
    PlanarView view_;
    int width_, height_;
    double pixels_per_metre_;
};

/// `trail`: earlier places of every point, oldest first, drawn as thin lines that fade into the past; may be empty.
Image planar_picture(const FrameLook& frame, const std::vector<std::vector<Vec3>>& trail, const Theme& theme,
                     const PlanarView& view, int width, int height);

}  // namespace talweg
