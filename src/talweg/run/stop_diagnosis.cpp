#include "talweg/run/stop_diagnosis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "talweg/export/coloured_ply.hpp"
#include "talweg/format/file.hpp"
#include "talweg/format/plain_file.hpp"
#include "talweg/geometry/doctor/marked_triangles.hpp"
#include "talweg/model/contact_surfaces.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/topology.hpp"
#include "talweg/render/render_run.hpp"

namespace talweg {
namespace {

using Triangles = std::vector<std::array<int, 3>>;
using Edges = std::vector<std::array<int, 2>>;

/// A few bodies of their own, cut out of the world around a place.
class Cutting {
public:
    Cutting(const Positions& x, const Vec3& place, double radius) : x_(x), place_(place), radius_(radius) {}

    void add(const std::string& name, const Triangles& triangles, const Edges& edges) {
        Body body;
        body.name = name;
        body.first_point = static_cast<int>(points.size());
        body.dimension = triangles.empty() ? 1 : 2;
        std::map<int, int> number;
        const auto take = [&](auto element, auto& list) {
            if (std::none_of(element.begin(), element.end(), [&](int p) { return norm(x_[p] - place_) < radius_; }))
                return;
            for (int& corner : element) {
                const auto [known, fresh] = number.emplace(corner, static_cast<int>(points.size()));
                if (fresh) points.push_back(x_[corner]);
                corner = known->second;
            }
            list.push_back(element);
        };
        for (const auto& triangle : triangles) take(triangle, body.triangles);
        for (const auto& edge : edges) take(edge, body.edges);
        finish(body);
    }

    /// A piece of a plane below the place; in the plane, a strip behind the line.
    void add_plane(const std::string& name, const Vec3& origin, const Vec3& normal, bool planar) {
        Body body;
        body.name = name;
        body.first_point = static_cast<int>(points.size());
        body.dimension = 2;
        const Vec3 foot = place_ - dot(normal, place_ - origin) * normal;
        Vec3 u{-normal[1], normal[0], 0.0}, v = -normal;
        if (!planar) {
            u = cross(std::fabs(normal[1]) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0}, normal);
            u = u / norm(u);
            v = cross(normal, u);
        }
        const double behind = planar ? 0.0 : -1.0, wide = planar ? 0.2 : 1.0;
        for (const auto& [a, b] : {std::array{-1.0, behind}, {1.0, behind}, {1.0, wide}, {-1.0, wide}})
            points.push_back(foot + radius_ * (a * u + b * v));
        const int f = body.first_point;
        body.triangles = {{f, f + 1, f + 2}, {f, f + 2, f + 3}};
        finish(body);
    }

    std::vector<Body> bodies;
    std::vector<Vec3> points;

private:
    void finish(Body& body) {
        body.point_count = static_cast<int>(points.size()) - body.first_point;
        if (body.point_count > 0) bodies.push_back(std::move(body));
    }

    const Positions& x_;
    Vec3 place_;
    double radius_;
};

/// The triangles of a body that a feature is part of, and the others.
std::array<Triangles, 2> split(const Triangles& triangles, const std::vector<int>& feature) {
    std::array<Triangles, 2> parts;
    const std::vector<bool> marked = marked_triangles(triangles, {feature});
    for (std::size_t t = 0; t < triangles.size(); ++t) parts[marked[t] ? 0 : 1].push_back(triangles[t]);
    return parts;
}

/// What is drawn of planes reaches far: in pictures they are cut to size.
const ContactPlane* plane_of(const Model& model, int part) {
    for (const ContactPlane& plane : model.contact->surface.planes)
        if (plane.part == part) return &plane;
    return nullptr;
}

/// Wide enough to show the neighbours of the pair's own triangles and edges.
double radius_around(const Model& model, const Positions& x, const ClosePair& place) {
    double radius = 0.0;
    for (const auto& feature : {place.first, place.second}) {
        const int part = model.contact->surface.part[feature[0]];
        if (plane_of(model, part)) continue;
        for (const int p : feature) radius = std::max(radius, norm(x[p] - place.place));
        const auto parts = split(model.bodies[part].triangles, feature);
        for (const auto& t : parts[0])
            for (const int p : t) radius = std::max(radius, norm(x[p] - place.place));
    }
    return radius > 0.0 ? 2.0 * radius : 0.1 * model.diagonal;
}

void render(const RunDirectory& run, const Cutting& cutting) {
    const RunDirectory stage{run.path / "stop"};
    make_plain_directory(stage.path);
    replace_file(stage.run(), "{}");
    replace_file(stage.scene(), R"({"time": {"step": 1}})");
    write_topology(stage.topology(), cutting.bodies);
    FrameWriter frames = FrameWriter::create(stage.positions(), cutting.points.size());
    frames.append(cutting.points);
    frames.flush();
    RenderSettings settings;
    settings.into = run.path / "stop.png";
    settings.picture.look.wires = true;
    render_run(stage.path, settings);
    std::filesystem::remove_all(stage.path);
}

}  // namespace

std::vector<ClosePair> tightest_pairs(const Model& model, const Positions& x) {
    if (!model.contact) return {};
    const ContactSurface& s = model.contact->surface;
    const ClosePairs close_pairs = find_close_pairs(surfaces_of(*model.contact), x, model.contact->rules.d_hat);
    std::map<std::pair<int, int>, ClosePair> tightest;
    for (const auto* list : {&close_pairs.faults, &close_pairs.near})
        for (const ClosePair& close_pair : *list) {
            const auto pair = std::minmax(s.part[close_pair.first[0]], s.part[close_pair.second[0]]);
            const auto [known, fresh] = tightest.emplace(pair, close_pair);
            if (!fresh && close_pair.gap < known->second.gap) known->second = close_pair;
        }
    std::vector<ClosePair> places;
    for (const auto& [pair, close_pair] : tightest) places.push_back(close_pair);
    std::stable_sort(places.begin(), places.end(),
                     [](const ClosePair& a, const ClosePair& b) { return a.gap < b.gap; });
    return places;
}

std::string describe_tightest(const Model& model, const std::vector<ClosePair>& places) {
    constexpr std::size_t most = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, places.size()); ++i)
        text +=
            fmt::format("{}{} has {:.3g} m left to {} at ({:.6g}, {:.6g}, {:.6g})", i > 0 ? "; " : "",
                        named_feature(model, places[i].first), places[i].gap, named_feature(model, places[i].second),
                        places[i].place[0], places[i].place[1], places[i].place[2]);
    return text;
}

void show_tightest(const RunDirectory& run, const Model& model, const Positions& x, const ClosePair& place) {
    const ContactSurface& s = model.contact->surface;
    Triangles triangles;
    Edges edges;
    for (const Body& body : model.bodies) {
        triangles.insert(triangles.end(), body.triangles.begin(), body.triangles.end());
        if (body.triangles.empty()) edges.insert(edges.end(), body.edges.begin(), body.edges.end());
    }
    const Paint paints[] = {{{place.first}, red}, {{place.second}, blue}};
    replace_file(run.path / "stop.ply", coloured_ply(x, triangles, edges, paints));

    const double radius = radius_around(model, x, place);
    Cutting cutting(x, place.place, radius);
    for (std::size_t b = 0; b < model.bodies.size(); ++b) {
        const Body& body = model.bodies[b];
        const auto* feature = int(b) == s.part[place.first[0]]    ? &place.first
                              : int(b) == s.part[place.second[0]] ? &place.second
                                                                  : nullptr;
        if (const ContactPlane* plane = plane_of(model, static_cast<int>(b))) {
            if (std::fabs(dot(plane->normal, place.place - x[plane->origin])) < radius)
                cutting.add_plane(body.name, x[plane->origin], plane->normal, model.planar);
            continue;
        }
        if (!feature) {
            cutting.add(body.name, body.triangles, body.triangles.empty() ? body.edges : Edges());
            continue;
        }
        const auto [own, others] = split(body.triangles, *feature);
        cutting.add(body.name + ", the pair", own, {});
        cutting.add(body.name, others, body.triangles.empty() ? body.edges : Edges());
    }
    if (!cutting.bodies.empty()) render(run, cutting);
}

}  // namespace talweg
