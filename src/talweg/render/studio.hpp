/// Light and ground of three-dimensional pictures: a large warm lamp above, an even sky, and a floor that shows shadows
/// and grid lines only, so that the picture has no horizon. All in coordinates of the stage (ray_scene.hpp).
#pragma once
#include "talweg/render/camera.hpp"
#include "talweg/render/ray_scene.hpp"

namespace talweg {

/// One ray of the picture, and the numbers from 0 to 1 that choose where on the lamp and in the sky it looks for light.
struct PictureRay {
    double u, v;  // place in the picture, −1 … 1
    Vec2 lamp, sky;
};

class Studio {
public:
    /// `box` of what is shown, in the world; `floor` where the scene has one.
    Studio(const Camera& camera, const Theme& theme, const Box& box, std::optional<double> floor, int picture_height);

    Rgb colour(const RayScene& scene, const PictureRay& ray) const;

    /// Where the floor lies: at 0 when the bodies stand on or just above it, otherwise under their lowest point.
    static double floor_height(const Box& box);

private:
    Rgb background(double v) const;
    /// Light that arrives from the lamp, and from the sky and what else is around.
    Rgb lamp_light(const RayScene& scene, const Vec3& origin, const Vec3& normal, const Vec3& lamp) const;
    Rgb sky_light(const RayScene& scene, const Vec3& origin, const Vec3& normal, const Vec3& face,
                  const Vec2& at) const;
    Vec3 toward_lamp(const Vec2& at) const;
    Rgb body_colour(const RayScene& scene, const RayHit& hit, const Vec3& view, const PictureRay& ray) const;
    Rgb floor_colour(const RayScene& scene, const Vec3& place, const Vec3& view, const PictureRay& ray) const;
    double grid_ink(const Vec3& place, const PictureRay& ray) const;

    Camera camera_;
    Theme theme_;
    Vec3 lamp_, lamp_right_, lamp_up_;
    double floor_, spacing_, pixel_;  // pixel_: its size in u and v
    double middle_[2];                // of the grid, from the stage's origin
    int divisions_;
};

}  // namespace talweg
