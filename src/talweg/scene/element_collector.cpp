#include "talweg/scene/element_collector.hpp"

#include <fmt/format.h>

#include <cmath>

#include "talweg/scene/element_values.hpp"
#include "talweg/scene/printable.hpp"
#include "talweg/scene/suggest.hpp"

namespace talweg {

namespace {

using Edges = std::vector<std::array<int, 2>>;

const Edges& edge_group(const Mesh& mesh, const std::string& name, const Where& where) {
    if (const auto found = mesh.edge_groups.find(name); found != mesh.edge_groups.end()) return found->second;
    std::vector<std::string> known;
    for (const auto& [group, edges] : mesh.edge_groups) known.push_back(group);
    throw Error(located(where, fmt::format("{} acts on an edge group {} that the shape does not have{} Groups: {}",
                                           subject(where), in_quotes(name), did_you_mean(name, known), listed(known))));
}

Edges edges_of(const EnergySpec& energy, const Mesh& mesh) {
    Edges edges;
    const auto append = [&](const Edges& more) { edges.insert(edges.end(), more.begin(), more.end()); };
    for (const std::string& name : energy.on) append(edge_group(mesh, name, energy.where));
    if (energy.on.empty())
        for (const auto& [name, group] : mesh.edge_groups)
            if (name != "bending") append(group);
    if (edges.empty())
        throw Error(
            located(energy.where, subject(energy.where) + " finds no edges to act on; this shape has none there"));
    return edges;
}

void require_length(const std::array<int, 2>& edge, const Mesh& mesh, const Where& where) {
    const double squared = norm_squared(mesh.points[edge[1]] - mesh.points[edge[0]]);
    if (!std::isnormal(squared))
        throw Error(located(where, fmt::format("{} acts on the edge between points {} and {}, whose rest length is {}; "
                                               "join the two points or leave the edge out",
                                               subject(where), edge[0], edge[1], std::sqrt(squared))));
}

template <class Elements>
const Elements& require_some(const Elements& elements, const char* kind, const Where& where) {
    if (elements.empty())
        throw Error(located(where, fmt::format("{} finds no {} to act on; this shape has none", subject(where), kind)));
    return elements;
}

/// Triangles that tile a part of the plane of x and y, not the surface of a solid or a sheet in space.
const std::vector<std::array<int, 3>>& planar_triangles(const Mesh& mesh, const Where& where) {
    bool flat = mesh.tets.empty();
    for (const Vec3& p : mesh.points) flat &= p[2] == mesh.points[0][2];
    if (!flat)
        throw Error(located(where, subject(where) + " is a planar solid, but this shape leaves the plane of x and y"));
    return require_some(mesh.triangles, "triangles", where);
}

/// The elements of a shape that an energy of more than one point acts on, as indices of points.
template <class Energy>
auto elements_of(const EnergySpec& energy, const Mesh& mesh) {
    if constexpr (Energy::point_count == 2) {
        Edges edges = edges_of(energy, mesh);
        for (const auto& edge : edges) require_length(edge, mesh, energy.where);
        return edges;
    } else if constexpr (Energy::point_count == 3) {
        if constexpr (Planar<Energy>)
            return planar_triangles(mesh, energy.where);
        else
            return require_some(mesh.triangles, "triangles", energy.where);
    } else {
        static_assert(Energy::point_count == 4, "say here where elements of that many points come from");
        return require_some(mesh.tets, "tetrahedra", energy.where);
    }
}

}  // namespace

template <class Energy>
void ElementCollector::add(Batch<Energy>& batch, const EnergySpec& energy, const BodyElements& body) {
    constexpr std::size_t count = std::size(Energy::parameters);
    constexpr int corners = Energy::point_count;
    const Mesh& mesh = body.shape.mesh;
    double values[count];
    const std::size_t before = batch.elements.size();
    if constexpr (corners == 1) {
        for (std::size_t i = 0; i < count; ++i) values[i] = *energy.parameters.at(Energy::parameters[i].name).value;
        for (std::size_t i = 0; i < body.mass.size(); ++i) {
            batch.points.push_back(body.first_point + static_cast<int>(i));
            batch.elements.push_back(Energy::make({{mesh.points[i]}, body.mass[i], mesh.dimension}, values));
        }
    } else {
        const auto elements = elements_of<Energy>(energy, mesh);
        const std::span<const int> points(elements.data()->data(), corners * elements.size());
        std::vector<double> varying[count];
        for (std::size_t i = 0; i < count; ++i) {
            const ParameterSpec& parameter = energy.parameters.at(Energy::parameters[i].name);
            varying[i] = element_values(parameter, Energy::parameters[i], points, corners, body.selector);
        }
        for (std::size_t e = 0; e < elements.size(); ++e) {
            RestElement<corners> rest = {{}, 0.0, mesh.dimension};
            if constexpr (corners == 4)
                if (!body.shape.fill.empty()) rest.fill = body.shape.fill[e];
            for (int n = 0; n < corners; ++n) {
                rest.x[n] = mesh.points[elements[e][n]];
                if constexpr (corners == 3)
                    if (!body.shape.rest_triangles.empty()) rest.x[n] = body.shape.rest_triangles[e][n];
                batch.points.push_back(body.first_point + elements[e][n]);
            }
            for (std::size_t i = 0; i < count; ++i) values[i] = varying[i][e];
            try {
                batch.elements.push_back(Energy::make(rest, values));
            } catch (const Error& error) {
                throw Error(
                    located(energy.where, fmt::format("{}: element {}: {}", subject(energy.where), e, error.what())));
            }
        }
    }
    if (body.stiffness_damping > 0.0 || !batch.stiffness_damping.empty()) {
        batch.stiffness_damping.resize(before, 0.0);
        batch.stiffness_damping.resize(batch.elements.size(), body.stiffness_damping);
    }
}

void ElementCollector::add(const EnergySpec& energy, const BodyElements& body) {
    const auto add_if_meant = [&]<class Energy>(Batch<Energy>& batch) {
        if constexpr (OfferedToScenes<Energy>)
            if (energy.type == Energy::name) add(batch, energy, body);
    };
    std::apply([&](auto&... batch) { (add_if_meant(batch), ...); }, batches_);
}

void ElementCollector::add_gravity(const Vec3& gravity, const BodyElements& body) {
    auto& batch = std::get<Batch<Gravity>>(batches_);
    for (std::size_t i = 0; i < body.mass.size(); ++i) {
        batch.points.push_back(body.first_point + static_cast<int>(i));
        batch.elements.push_back({body.mass[i] * gravity});
    }
}

void ElementCollector::add_drag(double rate, const BodyElements& body) {
    EnergySpec drag;
    drag.type = Drag::name;
    drag.parameters[Drag::parameters[0].name].value = rate;
    add(drag, body);
}

template <class Energy>
std::shared_ptr<const Term> ElementCollector::damping_of(const Batch<Energy>& batch) {
    std::vector<int> points;
    std::vector<typename StiffnessDamping<Energy>::Element> elements;
    for (std::size_t e = 0; e < batch.stiffness_damping.size(); ++e) {
        if (batch.stiffness_damping[e] == 0.0) continue;
        elements.push_back({batch.elements[e], batch.stiffness_damping[e]});
        for (int n = 0; n < Energy::point_count; ++n) points.push_back(batch.points[Energy::point_count * e + n]);
    }
    return std::make_shared<Elements<StiffnessDamping<Energy>>>(std::move(points), std::move(elements));
}

std::vector<std::shared_ptr<const Term>> ElementCollector::terms() && {
    std::vector<std::shared_ptr<const Term>> terms;
    const auto finish = [&]<class Energy>(Batch<Energy>& batch) {
        if constexpr (DampedByStiffness<Energy>)
            if (!batch.stiffness_damping.empty()) terms.push_back(damping_of(batch));
        if (!batch.elements.empty())
            terms.push_back(std::make_shared<Elements<Energy>>(std::move(batch.points), std::move(batch.elements)));
    };
    std::apply([&](auto&... batch) { (finish(batch), ...); }, batches_);
    return terms;
}

}  // namespace talweg
