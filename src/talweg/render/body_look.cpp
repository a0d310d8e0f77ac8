#include "talweg/render/body_look.hpp"

#include <algorithm>
#include <numeric>

#include "talweg/geometry/neighbour_grid.hpp"
#include "talweg/record/looks.hpp"
#include "talweg/render/weave.hpp"

namespace talweg {

namespace {

constexpr int few_points = 2000;  // a skeleton of more is a thicket
constexpr int few_wires = 1000, few_pins = 12;

Rgb colour_of(const Body& body, int index, const PictureSpec& spec) {
    if (const auto chosen = spec.colours.find(body.name); chosen != spec.colours.end())
        if (const auto colour = hexadecimal_colour(chosen->second)) return *colour;
    return body.obstacle ? obstacle_colour() : body_colour(index);
}

double mean_length(const Body& body, const std::vector<Vec3>& x) {
    double sum = 0;
    for (const auto& [p, q] : body.edges) sum += norm(x[q] - x[p]);
    return body.edges.empty() ? 0.0 : sum / static_cast<double>(body.edges.size());
}

/// Points in no edge and no triangle: particles, or bodies that are a point.
std::vector<int> lone_points(const Body& body) {
    std::vector<bool> joined(body.point_count, false);
    for (const auto& edge : body.edges)
        for (const int p : edge) joined[p - body.first_point] = true;
    for (const auto& triangle : body.triangles)
        for (const int p : triangle) joined[p - body.first_point] = true;
    std::vector<int> lone;
    for (int i = 0; i < body.point_count; ++i)
        if (!joined[i]) lone.push_back(body.first_point + i);
    return lone;
}

/// A radius at which `count` balls fill a part of the box without hiding each other.
double particle_radius(const Box& box, std::size_t count) {
    const double spacing = box.diagonal() / std::cbrt(static_cast<double>(std::max<std::size_t>(count, 1)));
    return std::min(0.015 * box.diagonal(), 0.2 * spacing);
}

/// In the plane nothing is behind anything: discs no wider than neighbours are apart, as most of them are.
double flat_particle_radius(double radius, const std::vector<int>& points, const std::vector<Vec3>& x) {
    std::vector<Vec3> places;
    for (const int p : points) places.push_back(x[p]);
    const NeighbourGrid grid(places, 2.0 * radius);
    std::vector<double> nearest;
    for (int i = 0; i < grid.point_count(); ++i) {
        double least = 2.0 * radius;
        for (const int j : grid.of(i)) least = std::min(least, norm(places[j] - places[i]));
        nearest.push_back(least);
    }
    std::ranges::nth_element(nearest, nearest.begin() + std::ptrdiff_t(nearest.size() / 2));
    const double least = 0.5 * nearest[nearest.size() / 2];
    return least > 0.0 ? least : radius;  // those of an emitter begin at one place
}

}  // namespace

std::vector<BodyLook> body_looks(const Footage& footage, const LookSettings& settings) {
    const std::vector<Vec3> x = footage.run().all_positions(0);
    const double diagonal = std::max(footage.box().diagonal(), 1e-9);
    const auto& bodies = footage.bodies();
    const bool surfaces = std::ranges::any_of(bodies, [](const Body& body) { return !body.triangles.empty(); });
    const bool few = x.size() < few_points;
    const bool skeleton = few && (footage.planar() || !surfaces);

    const std::vector<MeshLooks> recorded = read_looks(footage.run().directory(), bodies);
    std::vector<BodyLook> looks;
    for (const Body& body : bodies) {
        BodyLook look{colour_of(body, static_cast<int>(looks.size()), footage.spec()),
                      footage.is_floor(looks.size()) && !footage.planar() ? SmoothSurface({}, x)
                                                                          : SmoothSurface(body.triangles, x)};
        if (body.obstacle) {
            looks.push_back(std::move(look));
            continue;
        }
        look.wires = settings.wires.value_or(x.size() < few_wires && !skeleton);
        const double share = body.dimension == 1 ? 0.14 : body.dimension == 2 ? 0.04 : 0.028;
        look.rod_radius = std::min(share * mean_length(body, x), 0.007 * diagonal);
        if (body.dimension == 1) look.rod_radius = std::max(look.rod_radius, 0.004 * diagonal);  // finely cut ropes
        // As thick as contact has it, unless that cannot be seen.
        if (body.dimension == 1 && body.radius > 0.0) look.rod_radius = std::max(body.radius, 0.0015 * diagonal);
        if (body.dimension == 2 && body.radius > 0.001 * diagonal && !footage.planar())
            look.half_thickness = body.radius;
        look.texture = recorded[looks.size()].texture;
        look.thread = thread_width(recorded[looks.size()]);
        look.ball_radius = 2.2 * look.rod_radius;
        if (skeleton || body.triangles.empty()) look.rods = body.edges;
        if (skeleton && !body.edges.empty() && body.dimension != 1) {
            look.balls.resize(body.point_count);
            std::iota(look.balls.begin(), look.balls.end(), body.first_point);
        } else if (std::vector<int> lone = lone_points(body); !lone.empty() && body.triangles.empty()) {
            look.ball_radius = body.radius > 0.0 ? body.radius : particle_radius(footage.box(), lone.size());
            if (footage.planar() && !(body.radius > 0.0))
                look.ball_radius = flat_particle_radius(look.ball_radius, lone, x);
            look.balls = std::move(lone);
        } else if (body.dimension == 1 && body.point_count == 2) {
            look.ball_radius = 2.5 * look.rod_radius;  // a mass on a spring
            for (const int point : {body.first_point, body.first_point + 1})
                if (std::ranges::find(body.held, point) == body.held.end()) look.balls.push_back(point);
        }
        if (settings.pins.value_or(body.held.size() <= few_pins)) look.pins = body.held;
        look.pin_radius = std::max(1.6 * look.ball_radius, 0.008 * diagonal);
        looks.push_back(std::move(look));
    }
    return looks;
}

}  // namespace talweg
