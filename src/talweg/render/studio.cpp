#include "talweg/render/studio.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talweg/render/grid_spacing.hpp"

namespace talweg {

namespace {

const Rgb lamp_power{1.02, 0.95, 0.86};
const Rgb sky_above{0.46, 0.50, 0.56}, sky_aside{0.37, 0.37, 0.38};
constexpr double lamp_radius = 0.28;  // per distance: soft as a large window
constexpr double bounce = 0.42;       // of the light that reaches what is around, about as much as falls on it
constexpr double grid_reach = 2.2;
constexpr double floor_depth = 0.8;  // of shadows on the floor: a white floor brightens its own

double smooth_step(double low, double high, double value) {
    const double t = std::clamp((value - low) / (high - low), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/// Two directions that make a right-handed frame with n (Duff et al., "Building an orthonormal basis, revisited",
/// 2017).
std::array<Vec3, 2> frame_of(const Vec3& n) {
    const double sign = std::copysign(1.0, n[2]), a = -1.0 / (sign + n[2]), b = n[0] * n[1] * a;
    return {Vec3{1.0 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]}, Vec3{b, sign + n[1] * n[1] * a, -n[1]}};
}

Vec3 cosine_direction(const Vec3& n, const Vec2& at) {
    const double radius = std::sqrt(at[0]), angle = 2.0 * std::numbers::pi * at[1];
    const auto [x, y] = frame_of(n);
    return x * (radius * std::cos(angle)) + y * (radius * std::sin(angle)) + n * std::sqrt(std::max(0.0, 1.0 - at[0]));
}

Vec3 unit(const Vec3& v) { return v / norm(v); }

/// Bright light bends towards white instead of being cut.
Rgb soften(Rgb colour) {
    constexpr double start = 0.75;
    for (int c = 0; c < 3; ++c)
        if (colour[c] > start) colour[c] = start + (1 - start) * (1 - std::exp((start - colour[c]) / (1 - start)));
    return colour;
}

}  // namespace

double Studio::floor_height(const Box& box) {
    const double size = box.diagonal();
    return box.min[1] >= -1e-3 * size && box.min[1] <= 0.6 * size ? 0.0 : box.min[1];
}

Studio::Studio(const Camera& camera, const Theme& theme, const Box& box, std::optional<double> floor,
               int picture_height)
    : camera_(camera), theme_(theme), pixel_(2.0 / picture_height) {
    const Stage stage(box);
    floor_ = (floor.value_or(floor_height(box)) - stage.center[1]) * stage.scale - 2e-4;
    const Grid grid = grid_spacing(box.diagonal() / 4);
    spacing_ = grid.spacing * stage.scale;
    divisions_ = grid.divisions;
    middle_[0] = stage.center[0] * stage.scale;
    middle_[1] = stage.center[2] * stage.scale;
    // From the left, behind the camera's shoulder: shapes turn from light into shade across the picture.
    const Vec3 level = unit(cross(camera.right, Vec3{0, 1, 0}));  // towards the camera, horizontal
    lamp_ = unit(camera.right * -0.62 + Vec3{0, 1.25, 0} + level * 0.55);
    const auto [right, up] = frame_of(lamp_);
    lamp_right_ = right;
    lamp_up_ = up;
}

Rgb Studio::background(double v) const { return mix(theme_.sky_bottom, theme_.sky_top, smooth_step(-0.6, 1.0, v)); }

Vec3 Studio::toward_lamp(const Vec2& at) const {
    const double radius = lamp_radius * std::sqrt(at[0]), angle = 2.0 * std::numbers::pi * at[1];
    return unit(lamp_ + lamp_right_ * (radius * std::cos(angle)) + lamp_up_ * (radius * std::sin(angle)));
}

Rgb Studio::lamp_light(const RayScene& scene, const Vec3& origin, const Vec3& normal, const Vec3& lamp) const {
    const double facing = dot(normal, lamp);
    if (facing <= 0 || scene.blocked(origin, lamp)) return Rgb::zero();
    return lamp_power * facing;
}

Rgb Studio::sky_light(const RayScene& scene, const Vec3& origin, const Vec3& normal, const Vec3& face,
                      const Vec2& at) const {
    Vec3 direction = cosine_direction(normal, at);
    const double inward = dot(direction, face);
    if (inward < 0) direction -= face * (2.0 * inward);
    const double to_floor = direction[1] < 0 ? (floor_ - origin[1]) / direction[1] : -1.0;
    if (const auto hit = scene.trace(origin, direction); hit && (to_floor < 0 || hit->distance < to_floor))
        return hit->colour * bounce;
    // Close to a body the floor lies in its shade.
    if (to_floor > 0) return background(-1.0) * (0.62 * to_floor / (to_floor + 0.06));
    return mix(sky_aside, sky_above, std::max(0.0, direction[1]));
}

Rgb Studio::body_colour(const RayScene& scene, const RayHit& hit, const Vec3& view, const PictureRay& ray) const {
    const Vec3 origin = hit.origin + hit.face_normal * 1e-4;
    const Vec3 lamp = toward_lamp(ray.lamp);
    const Rgb direct = lamp_light(scene, origin, hit.normal, lamp);
    const Rgb around = sky_light(scene, origin, hit.normal, hit.face_normal, ray.sky);
    const double shine = std::pow(std::max(0.0, dot(hit.normal, unit(lamp - view))), 36.0);
    Rgb colour = times(hit.colour, direct + around) + direct * (0.09 * shine);
    const double pixel = hit.distance * camera_.slope * pixel_;
    const double wire = 0.34 * std::clamp(1.1 - hit.wire / pixel, 0.0, 1.0);
    colour = mix(colour, theme_.wire, wire);
    return soften(colour);
}

double Studio::grid_ink(const Vec3& place, const PictureRay& ray) const {
    // How far the floor's coordinates run over one pixel, from the rays beside and above.
    double across[2] = {0, 0};
    for (const Vec3& beside :
         {camera_.ray(ray.u + pixel_ / camera_.aspect, ray.v), camera_.ray(ray.u, ray.v + pixel_)}) {
        if (beside[1] >= 0) return 0;
        const Vec3 next = camera_.eye + beside * ((floor_ - camera_.eye[1]) / beside[1]);
        across[0] += std::abs(next[0] - place[0]);
        across[1] += std::abs(next[2] - place[2]);
    }
    const auto lines = [&](double every) {
        double cover = 0;
        for (int axis = 0; axis < 2; ++axis) {
            const double at = place[2 * axis] + middle_[axis];
            const double pixels = std::abs(at - every * std::round(at / every)) / across[axis];
            // Lines closer together than a few pixels would shimmer: let them go.
            const double thin = 1.0 - smooth_step(0.1, 0.35, across[axis] / every);
            cover = std::max(cover, thin * std::clamp(1.0 - pixels, 0.0, 1.0));
        }
        return cover;
    };
    return std::max(0.12 * lines(spacing_ / divisions_), 0.34 * lines(spacing_));
}

Rgb Studio::floor_colour(const RayScene& scene, const Vec3& place, const Vec3& view, const PictureRay& ray) const {
    const double away = std::hypot(place[0], place[2]);
    const double fade = 1.0 - smooth_step(0.2 * grid_reach, grid_reach, away);
    Rgb colour = background(ray.v);
    if (fade <= 0) return colour;
    const Vec3 up{0, 1, 0}, origin = place + up * 1e-4, lamp = toward_lamp(ray.lamp);
    const Rgb open = lamp_power * dot(up, lamp) + mix(sky_aside, sky_above, 2.0 / 3.0);
    const Rgb light = lamp_light(scene, origin, up, lamp) + sky_light(scene, origin, up, up, ray.sky);
    const double near = 1.0 - smooth_step(0.7 * grid_reach, 2 * grid_reach, away);
    for (int c = 0; c < 3; ++c) colour[c] *= 1.0 - floor_depth * near * (1.0 - std::min(1.3, light[c] / open[c]));
    return mix(colour, theme_.grid_line, fade * grid_ink(place, ray) * smooth_step(0.0, 0.1, -view[1]));
}

Rgb Studio::colour(const RayScene& scene, const PictureRay& ray) const {
    const Vec3 direction = camera_.ray(ray.u, ray.v);
    const double to_floor = direction[1] < 0 ? (floor_ - camera_.eye[1]) / direction[1] : -1.0;
    const auto hit = scene.trace(camera_.eye, direction);
    if (hit && (to_floor <= 0 || hit->distance < to_floor)) return body_colour(scene, *hit, direction, ray);
    if (to_floor > 0) return floor_colour(scene, camera_.eye + direction * to_floor, direction, ray);
    return background(ray.v);
}

}  // namespace talweg
