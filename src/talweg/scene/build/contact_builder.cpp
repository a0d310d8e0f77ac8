#include "talweg/scene/build/contact_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numbers>

#include "talweg/geometry/measures.hpp"
#include "talweg/geometry/near_along.hpp"
#include "talweg/geometry/outer_surface.hpp"
#include "talweg/geometry/unique_edges.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/suggest.hpp"

namespace talweg {

namespace {

using Edges = std::vector<std::array<int, 2>>;

/// The edges that belong to one cell only.
template <std::size_t N>
Edges edges_of_one_cell(const std::vector<std::array<int, N>>& cells) {
    Edges all, once;
    for (const auto& cell : cells)
        for (std::size_t k = 0; k < N; ++k) {
            const auto [low, high] = std::minmax(cell[k], cell[(k + 1) % N]);
            all.push_back({low, high});
        }
    std::sort(all.begin(), all.end());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool repeated = (i > 0 && all[i - 1] == all[i]) || (i + 1 < all.size() && all[i + 1] == all[i]);
        if (!repeated) once.push_back(all[i]);
    }
    return once;
}

Edges woven_edges(const Mesh& mesh) {
    Edges edges;
    for (const char* group : {"structural", "edges"})
        if (const auto found = mesh.edge_groups.find(group); found != mesh.edge_groups.end())
            for (const auto& [a, b] : found->second) edges.push_back({std::min(a, b), std::max(a, b)});
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

/// What is nearer than twice the thickness along the body at rest was never apart.
Edges near_along_body(const std::string& name, const Mesh& mesh, const Skin& skin, double radius) {
    try {
        return near_along(mesh.points, skin.edges, 4.0 * radius);
    } catch (const Error& error) {
        throw Error(name + ": " + error.what());
    }
}

}  // namespace

Skin skin_of(const Mesh& mesh, bool planar) {
    Skin skin;
    if (planar) {
        skin.edges = !mesh.triangles.empty() ? edges_of_one_cell(mesh.triangles) : edges_of_one_cell(mesh.quads);
    } else {
        skin.triangles = mesh.triangles.empty() ? outer_surface(mesh.tets) : mesh.triangles;
        skin.edges = unique_edges(skin.triangles);
    }
    if (skin.edges.empty()) skin.edges = woven_edges(mesh);
    for (const auto& edge : skin.edges) skin.points.insert(skin.points.end(), edge.begin(), edge.end());
    std::sort(skin.points.begin(), skin.points.end());
    skin.points.erase(std::unique(skin.points.begin(), skin.points.end()), skin.points.end());
    if (skin.points.empty())
        for (int i = 0; i < static_cast<int>(mesh.points.size()); ++i) skin.points.push_back(i);
    return skin;
}

int ContactBuilder::add_part(const std::string& name, Touching touches) {
    names_.push_back(name);
    touches_.push_back(touches);
    return static_cast<int>(names_.size()) - 1;
}

void ContactBuilder::add(const std::string& name, const Mesh& mesh, int first_point, const Touches& touches) {
    const int part = add_part(name, touches.whom);
    surface_.obstacle.push_back(touches.obstacle);
    if (touches.whom == Touching::nothing) return;
    if (touches.spin >= 0) surface_.spins.push_back({part, touches.spin});
    const Skin skin = skin_of(mesh, surface_.planar);
    surface_.part.resize(first_point + mesh.points.size(), -1);
    surface_.radius.resize(surface_.part.size(), 0.0);
    const auto set = [&](int point) {
        surface_.part[point] = part;
        surface_.radius[point] = touches.radius;
    };
    for (const int p : skin.points) {
        surface_.points.push_back(first_point + p);
        set(first_point + p);
    }
    for (const auto& [a, b] : skin.edges) surface_.edges.push_back({first_point + a, first_point + b});
    for (const auto& [a, b, c] : skin.triangles)
        surface_.triangles.push_back({first_point + a, first_point + b, first_point + c});
    if (touches.whom == Touching::all)
        for (const auto& [p, q] : near_along_body(name, mesh, skin, touches.radius))
            sew(first_point + p, first_point + q);
    if (!touches.inside_out) return;
    for (int p = 0; p < static_cast<int>(mesh.points.size()); ++p)
        if (!std::binary_search(skin.points.begin(), skin.points.end(), p)) {
            inner_.push_back({first_point + p, part});
            set(first_point + p);
        }
}

void ContactBuilder::add_plane(const std::string& name, int origin, const Vec3& normal) {
    surface_.part.resize(origin + 1, -1);
    surface_.part[origin] = add_part(name, Touching::others);
    surface_.obstacle.push_back(1);
    surface_.planes.push_back({origin, normal / norm(normal), surface_.part[origin]});
}

/// Every point and edge gets its share of the surface. Threads and single points have none: they count as wide as they
/// are thick or, without thickness, as the reach of contact. Edges of slivers count as wide as a tenth of that, because
/// what has no area would not push at all.
void ContactBuilder::set_area(const Model& model, double d_hat) {
    ContactSurface& s = surface_;
    const Positions& x = model.rest;
    std::vector<double> share(model.point_count(), 0.0);
    std::vector<int> edges_of(model.point_count(), 0);
    s.edge_area.assign(s.edges.size(), 0.0);
    s.edge_length_squared.resize(s.edges.size());
    // Edges of one part stand together, in order; so do parts.
    const auto number = [&](int a, int b) {
        const std::array<int, 2> edge{std::min(a, b), std::max(a, b)};
        return std::lower_bound(s.edges.begin(), s.edges.end(), edge) - s.edges.begin();
    };
    std::vector<bool> of_triangle(s.edges.size(), false);
    for (const auto& [a, b, c] : s.triangles) {
        const double area = norm(area_vector(x[a], x[b], x[c])), third = area / 3.0;
        s.triangle_area.push_back(std::max(area, 0.01 * d_hat * d_hat));
        for (const int p : {a, b, c}) share[p] += third;
        for (const auto edge : {number(a, b), number(b, c), number(c, a)}) {
            s.edge_area[edge] += third;
            of_triangle[edge] = true;
        }
    }
    for (std::size_t e = 0; e < s.edges.size(); ++e) {
        const auto [a, b] = s.edges[e];
        s.edge_length_squared[e] = norm_squared(x[b] - x[a]);
        ++edges_of[a];
        ++edges_of[b];
        if (of_triangle[e]) {
            const double missing = 0.1 * d_hat * std::sqrt(s.edge_length_squared[e]) - s.edge_area[e];
            if (missing > 0.0) {
                s.edge_area[e] += missing;
                share[a] += 0.5 * missing;
                share[b] += 0.5 * missing;
            }
            continue;
        }
        s.loose_edges.push_back(static_cast<int>(e));
        const double width = s.planar ? 1.0 : std::max(2.0 * s.radius[a], d_hat);
        s.edge_area[e] = width * std::sqrt(s.edge_length_squared[e]);
        share[a] += 0.5 * s.edge_area[e];
        share[b] += 0.5 * s.edge_area[e];
    }
    for (std::size_t k = 0; k < s.points.size(); ++k) {
        const int p = s.points[k];
        if (edges_of[p] == 0) {
            s.loose_points.push_back(static_cast<int>(k));
            const double r = std::max(s.radius[p], 0.5 * d_hat);
            share[p] = s.planar ? 2.0 * r : std::numbers::pi * r * r;
        }
        s.point_area.push_back(share[p]);
    }
    set_mean_edges();
    add_inner_points(model);
    s.part.resize(model.point_count(), -1);
    s.radius.resize(model.point_count(), 0.0);
    for (int p = 0; p < model.point_count(); ++p) {
        const auto row = model.map.row(p);
        s.prescribed.push_back(std::all_of(row.begin(), row.end(),
                                           [&](const NodeWeight& w) { return model.held_axes[w.node] == all_axes; }));
    }
}

void ContactBuilder::set_mean_edges() {
    ContactSurface& s = surface_;
    s.mean_edge.assign(names_.size(), 0.0);
    std::vector<double> edges(names_.size(), 0.0);
    for (std::size_t e = 0; e < s.edges.size(); ++e) {
        s.mean_edge[s.part[s.edges[e][0]]] += std::sqrt(s.edge_length_squared[e]);
        edges[s.part[s.edges[e][0]]] += 1.0;
    }
    for (std::size_t part = 0; part < edges.size(); ++part)
        if (edges[part] > 0.0) s.mean_edge[part] /= edges[part];
}

/// Last of all points; each counts as much as a point of its body's surface does on average.
void ContactBuilder::add_inner_points(const Model& model) {
    ContactSurface& s = surface_;
    s.inner.assign(model.point_count(), 0);
    const bool anything = std::any_of(s.obstacle.begin(), s.obstacle.end(), [](auto is) { return is != 0; });
    if (!anything) return;
    std::vector<double> area(names_.size(), 0.0), points(names_.size(), 0.0);
    for (std::size_t k = 0; k < s.points.size(); ++k) {
        area[s.part[s.points[k]]] += s.point_area[k];
        points[s.part[s.points[k]]] += 1.0;
    }
    for (const auto& [point, part] : inner_) {
        s.points.push_back(point);
        s.point_area.push_back(area[part] / points[part]);
        s.inner[point] = 1;
    }
    s.inner_count = static_cast<int>(inner_.size());
}

void ContactBuilder::set_rules(const ContactSpec& spec, ContactRules& rules) const {
    for (const Touching touching : touches_) {
        rules.touching.others.push_back(touching != Touching::nothing);
        rules.touching.itself.push_back(touching == Touching::all);
    }
    const auto number = [&](const std::string& name) {
        return static_cast<int>(std::find(names_.begin(), names_.end(), name) - names_.begin());
    };
    std::vector<std::array<int, 2>> let_through;
    for (const auto& [first, second] : let_through_) let_through.push_back({number(first), number(second)});
    rules.touching.let_through = SewnPairs(let_through);
    rules.friction = spec.friction;
    std::map<std::array<int, 2>, double> friction;  // the last of several counts
    for (const FrictionPairSpec& pair : spec.friction_pairs) {
        int part[2];
        for (int k = 0; k < 2; ++k) {
            const auto found = std::find(names_.begin(), names_.end(), pair.between[k]);
            if (found == names_.end())
                throw Error(located(
                    pair.where,
                    fmt::format("{} names {}, which is neither a body nor an obstacle{} Known: {}", subject(pair.where),
                                in_quotes(pair.between[k]), did_you_mean(pair.between[k], names_), listed(names_))));
            part[k] = static_cast<int>(found - names_.begin());
        }
        friction[{part[0], part[1]}] = friction[{part[1], part[0]}] = pair.coefficient;
    }
    bool rough = spec.friction > 0.0;
    for (const auto& [parts, mu] : friction) {
        rules.friction_pairs.push_back({parts, mu});
        rough = rough || mu > 0.0;
    }
    rules.slip_speed = spec.slip_speed;
    rules.friction_lags = rough || !surface_.grains.empty() ? spec.friction_updates : 1;
    rules.kappa = spec.stiffness;
    rules.lecture = spec.barrier == BarrierRule::lecture;
}

std::shared_ptr<const ContactWorld> ContactBuilder::finish(const ContactSpec& spec, const Model& model, double size) {
    auto world = std::make_shared<ContactWorld>();
    if (spec.distance && spec.relative_distance)
        throw Error(located(spec.where, "contact has both distance and relative_distance; keep one of them"));
    world->rules.d_hat = spec.distance.value_or(spec.relative_distance.value_or(1e-3) * size);
    set_area(model, world->rules.d_hat);
    set_rules(spec, world->rules);
    surface_.sewn = SewnPairs(sewn_);
    world->surface = std::move(surface_);
    return world;
}

}  // namespace talweg
