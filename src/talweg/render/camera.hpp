/// Where the picture is taken from. A camera looks along −back; right and up span the picture.
#pragma once
#include <array>
#include <optional>
#include <string_view>

#include "talweg/geometry/bounding_box.hpp"

namespace talweg {

/// From which side the whole motion is seen.
struct ViewDirection {
    double azimuth = 32, elevation = 18;  // degrees: round the y axis from z towards x, and above the horizon
    double zoom = 1;                      // closer by this factor than the whole motion needs
};

/// What the user said about the camera.
struct CameraSettings {
    std::optional<ViewDirection> direction;  // none: the scene's
    double field_of_view = 32;               // degrees, of the picture's height
    std::optional<Vec3> eye, target;         // m; the eye's place leaves no choice of direction
};

/// "32,18" or "32,18,1.5": azimuth, elevation, zoom.
ViewDirection read_direction(std::string_view text);
/// Three numbers "x,y,z"; `option` is named in the message when they are not.
Vec3 read_place(std::string_view text, std::string_view option);

struct Camera {
    Vec3 eye, right, up, back;
    double slope = 0.3;   // half the picture's height at distance 1
    double aspect = 1.0;  // width / height

    /// Direction of length 1 through the picture's place (u, v): −1 … 1 from left to right and from bottom to top.
    Vec3 ray(double u, double v) const;
    /// The place of a point in the picture, and its depth along the view.
    Vec3 project(const Vec3& point) const;
};

/// Nearest from the given direction that shows the whole box, with some air around.
Camera make_camera(const CameraSettings& settings, const Box& box, double aspect);

/// The part of the plane that a planar picture shows.
struct PlanarView {
    Vec2 center;
    double half_height;  // m
};
PlanarView make_planar_view(const CameraSettings& settings, const Box& box, double aspect);

}  // namespace talweg
