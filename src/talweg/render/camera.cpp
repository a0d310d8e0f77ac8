#include "talweg/render/camera.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <vector>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

constexpr double air = 1.12;

double radians(double degrees) { return degrees * std::numbers::pi / 180.0; }

/// Numbers between commas; empty when the text is anything else.
std::vector<double> read_numbers(std::string_view text) {
    std::vector<double> numbers;
    for (const char *at = text.data(), *end = at + text.size();;) {
        double value = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        if (error != std::errc() || !std::isfinite(value)) return {};
        numbers.push_back(value);
        if (next == end) return numbers;
        if (*next != ',') return {};
        at = next + 1;
    }
}

void look_along(Camera& camera, const Vec3& back) {
    camera.back = back / norm(back);
    // Straight from above or below, z takes the place of the vertical.
    const Vec3 vertical = std::abs(camera.back[1]) > 0.9999 ? Vec3{0, 0, -1} : Vec3{0, 1, 0};
    const Vec3 right = cross(vertical, camera.back);
    camera.right = right / norm(right);
    camera.up = cross(camera.back, camera.right);
}

template <class Function>
void each_corner(const Box& box, const Function& function) {
    for (int corner = 0; corner < 8; ++corner)
        function(Vec3{corner & 1 ? box.max[0] : box.min[0], corner & 2 ? box.max[1] : box.min[1],
                      corner & 4 ? box.max[2] : box.min[2]});
}

}  // namespace

ViewDirection read_direction(std::string_view text) {
    const std::vector<double> numbers = read_numbers(text);
    if (numbers.size() < 2 || numbers.size() > 3)
        throw Error("--camera " + std::string(text) +
                    ": write azimuth,elevation or azimuth,elevation,zoom, such as 32,18 or 90,10,1.5 (degrees)");
    if (std::abs(numbers[1]) > 90) throw Error("--camera: the elevation is an angle from -90 to 90 degrees");
    const ViewDirection direction{numbers[0], numbers[1], numbers.size() == 3 ? numbers[2] : 1.0};
    if (!(direction.zoom > 0)) throw Error("--camera: the zoom is a factor above 0");
    return direction;
}

Vec3 read_place(std::string_view text, std::string_view option) {
    const std::vector<double> numbers = read_numbers(text);
    if (numbers.size() != 3)
        throw Error(std::string(option) + " " + std::string(text) + ": write a point as x,y,z, such as 2,1.5,4 (m)");
    return {numbers[0], numbers[1], numbers[2]};
}

Vec3 Camera::ray(double u, double v) const {
    const Vec3 direction = right * (u * aspect * slope) + up * (v * slope) - back;
    return direction / norm(direction);
}

Vec3 Camera::project(const Vec3& point) const {
    const Vec3 d = point - eye;
    const double depth = -dot(d, back);
    return {dot(d, right) / (depth * slope * aspect), dot(d, up) / (depth * slope), depth};
}

Camera make_camera(const CameraSettings& settings, const Box& box, double aspect) {
    Camera camera;
    camera.aspect = aspect;
    camera.slope = std::tan(radians(settings.field_of_view) / 2);
    if (settings.eye) {
        const Vec3 target = settings.target.value_or(box.center());
        if (norm(*settings.eye - target) == 0.0) throw Error("--eye and --target are the same point");
        camera.eye = *settings.eye;
        look_along(camera, camera.eye - target);
        return camera;
    }
    const ViewDirection direction = settings.direction.value_or(ViewDirection{});
    const double azimuth = radians(direction.azimuth), elevation = radians(direction.elevation);
    look_along(camera,
               {std::sin(azimuth) * std::cos(elevation), std::sin(elevation), std::cos(azimuth) * std::cos(elevation)});
    Vec3 target = settings.target.value_or(box.center());
    double distance = 0;
    // The nearer corners look larger: moving the target to the middle of what is seen leaves less empty space. It
    // changes the distance a little, so this goes round a few times.
    for (int round = 0; round < 6; ++round) {
        distance = 0;
        each_corner(box, [&](const Vec3& corner) {
            const Vec3 d = corner - target;
            const double needed = std::max(std::abs(dot(d, camera.right)) / aspect, std::abs(dot(d, camera.up)));
            distance = std::max(distance, dot(d, camera.back) + air * needed / camera.slope);
        });
        distance = std::max(distance, 1e-9);
        camera.eye = target + camera.back * distance;
        if (settings.target) break;
        Box seen;
        each_corner(box, [&](const Vec3& corner) { seen.include(camera.project(corner)); });
        target += camera.right * (seen.center()[0] * aspect * camera.slope * distance) +
                  camera.up * (seen.center()[1] * camera.slope * distance);
    }
    camera.eye = target + camera.back * (distance / direction.zoom);
    return camera;
}

PlanarView make_planar_view(const CameraSettings& settings, const Box& box, double aspect) {
    const Vec3 half = box.size() * 0.5, center = settings.target.value_or(box.center());
    const double half_height =
        std::max({half[1], half[0] / aspect, 1e-9}) * 1.2 / settings.direction.value_or(ViewDirection{}).zoom;
    return {{center[0], center[1]}, half_height};
}

}  // namespace talweg
