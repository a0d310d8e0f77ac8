#include "talweg/render/photographer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "talweg/record/liquid_surfaces.hpp"
#include "talweg/record/topology.hpp"
#include "talweg/render/joint_layers.hpp"
#include "talweg/render/lettering.hpp"
#include "talweg/render/planar_picture.hpp"

namespace talweg {

namespace {

constexpr std::uint64_t longest_trail = 2000;  // frames

Vec2 label_place(const Image& image, double height) { return {1.4 * height, image.height - 1.4 * height}; }

/// The scale of the colours, lower right: the ramp between its two numbers.
void add_legend(Layer& layer, const Image& image, double height, const PointColouring& colouring, const Rgb& ink,
                const std::string& map) {
    const std::string begin = colouring.low_label(), end = colouring.high_label();
    const double bar = 9 * height, bottom = image.height - 1.4 * height, middle = bottom - 0.5 * height;
    double left = image.width - 1.4 * height - text_width(end, height) - bar - 0.8 * height;
    add_text(layer, begin, {left - 0.8 * height - text_width(begin, height), bottom}, height, ink);
    constexpr int pieces = 48;
    for (int k = 0; k < pieces; ++k) {
        const double from = left + bar * k / pieces, to = left + bar * (k + 1) / pieces;
        layer.shapes.push_back(line({from, middle}, {to, middle}, 0.8 * height, ramp_colour(double(k) / pieces, map),
                                    ramp_colour((k + 1.0) / pieces, map)));
    }
    add_text(layer, end, {left + bar + 0.8 * height, bottom}, height, ink);
}

}  // namespace

Photographer::Photographer(const Footage& footage, const PictureSettings& settings)
    : footage_(footage),
      settings_(settings),
      theme_(make_theme(settings.dark)),
      looks_(body_looks(footage, settings.look)),
      colouring_(footage, settings.colour.value_or(footage.spec().colour), settings.range) {
    const PictureSpec& spec = footage.spec();
    if (!settings_.camera.direction) settings_.camera.direction = {spec.azimuth, spec.elevation, spec.zoom};
    if (!settings_.trail) settings_.trail = spec.trail;
    if (settings_.joints)
        joints_ = read_joint_marks(footage.run().directory().topology(), static_cast<int>(footage.positions(0).size()));
}

std::vector<Rgb> Photographer::point_colours(std::uint64_t frame) const {
    std::vector<Rgb> colours;
    for (std::size_t k = 0; k < looks_.size(); ++k) {
        const Body& body = footage_.bodies()[k];
        colours.resize(std::size_t(body.first_point + body.point_count), looks_[k].colour);
    }
    if (colouring_.by_body()) return colours;
    const std::vector<double> places = colouring_.places(frame);
    for (std::size_t i = 0; i < std::min(colours.size(), places.size()); ++i)
        if (std::isfinite(places[i])) colours[i] = ramp_colour(places[i], settings_.colour_map);
    return colours;
}

void Photographer::add_labels(Image& image, std::uint64_t frame) const {
    const double height = std::max(8.0, image.height / 36.0);
    const Rgb ink =
        settings_.dark ? mix(theme_.grid_line, Rgb{1, 1, 1}, 0.4) : mix(theme_.wire, theme_.grid_line, 0.25);
    Layer layer;
    if (settings_.labels)
        add_text(layer, fmt::format("t = {:.2f} s", footage_.time(frame)), label_place(image, height), height, ink);
    if (!colouring_.by_body()) add_legend(layer, image, height, colouring_, ink, settings_.colour_map);
    draw(image, {layer});
}

/// Without the walls that stand with their backs to the camera, which would hide what they hold.
std::vector<BodyLook> Photographer::seen_from(const Vec3& eye, const std::vector<Vec3>& x) const {
    std::vector<BodyLook> looks = looks_;
    for (std::size_t k = 0; k < looks.size(); ++k) {
        if (!footage_.is_plane(k) || footage_.bodies()[k].triangles.empty()) continue;
        const auto& [a, b, c] = footage_.bodies()[k].triangles.front();
        if (dot(eye - x[a], cross(x[b] - x[a], x[c] - x[a])) < 0.0) looks[k].surface = SmoothSurface({}, x);
    }
    return looks;
}

/// By their surface, whose points come after all others.
void Photographer::show_liquids(std::uint64_t frame, std::vector<BodyLook>& looks, std::vector<Vec3>& x,
                                std::vector<Rgb>& colours) const {
    const std::size_t own = x.size();
    colours.resize(own, Rgb::zero());
    for (const LiquidSurface& surface : LiquidSurfaces(footage_.run()).at(frame)) {
        const int first = static_cast<int>(x.size());
        std::vector<std::array<int, 3>> triangles = surface.triangles;
        for (auto& triangle : triangles)
            for (int& point : triangle) point += first;
        const std::vector<Rgb> carried = surface.carried(colours, Rgb::zero());
        x.insert(x.end(), surface.points.begin(), surface.points.end());
        colours.insert(colours.end(), carried.begin(), carried.end());
        looks[surface.body].balls.clear();
        looks[surface.body].surface = SmoothSurface(triangles, x);
        looks[surface.body].wires = false;
    }
}

Image Photographer::picture(std::uint64_t frame) const {
    std::vector<Vec3> x = footage_.positions(frame);
    std::vector<Rgb> colours = point_colours(frame);
    const FrameLook look{looks_, x, colours, theme_.pin};
    const auto [width, height] = settings_.size;
    const double aspect = double(width) / height, scale = std::max(0.6, height / 540.0);
    Image image;
    if (settings_.planar.value_or(footage_.planar())) {
        std::vector<std::vector<Vec3>> trail;
        for (std::uint64_t past = frame - std::min(frame, longest_trail); *settings_.trail && past <= frame; ++past)
            trail.push_back(footage_.positions(past));
        const PlanarView view = make_planar_view(settings_.camera, footage_.box(), aspect);
        image = planar_picture(look, trail, theme_, view, width, height);
        const PlanarMap map(view, width, height);
        draw(image, joint_layers(
                        joints_, x, [&](const Vec3& place) { return map.pixel(place); }, theme_, scale));
    } else {
        const Box seen = settings_.whole_motion.value_or(true) ? footage_.box() : footage_.frame_box(frame);
        const Stage stage(seen);
        CameraSettings camera = settings_.camera;
        if (camera.eye) camera.eye = stage.place(*camera.eye);
        if (camera.target) camera.target = stage.place(*camera.target);
        Box box;
        box.include(stage.place(seen.min));
        box.include(stage.place(seen.max));
        const Camera taken = make_camera(camera, box, aspect);
        const Studio studio(taken, theme_, seen, footage_.floor(), height);
        std::vector<BodyLook> seen_looks = seen_from(stage.world(taken.eye), x);
        if (settings_.surface) show_liquids(frame, seen_looks, x, colours);
        image =
            ray_cast(RayScene({seen_looks, x, colours, theme_.pin}, stage), studio, settings_.size, settings_.samples);
        const auto pixel = [&, wide = width, high = height](const Vec3& place) {
            const Vec3 at = taken.project(stage.place(place));
            return Vec2{0.5 * (at[0] + 1.0) * wide, 0.5 * (1.0 - at[1]) * high};
        };
        draw(image, joint_layers(joints_, x, pixel, theme_, scale));
    }
    add_labels(image, frame);
    return image;
}

}  // namespace talweg
