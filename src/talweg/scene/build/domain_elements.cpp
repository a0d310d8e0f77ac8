#include "talweg/scene/build/domain_elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "talweg/geometry/corners.hpp"
#include "talweg/geometry/hinges.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/suggest.hpp"

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

void require_length(const std::array<int, 2>& edge, const Mesh& mesh, const Where& where) {
    const double squared = norm_squared(mesh.points[edge[1]] - mesh.points[edge[0]]);
    if (!std::isnormal(squared))
        throw Error(located(where, fmt::format("{} acts on the edge between points {} and {}, whose rest length is {}; "
                                               "join the two points or leave the edge out",
                                               subject(where), edge[0], edge[1], std::sqrt(squared))));
}

}  // namespace

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
    for (const auto& edge : edges) require_length(edge, mesh, energy.where);
    return edges;
}

namespace {

/// A material that comes in blocks or sheets makes no rope by itself.
void require_more_than_a_line(const char* what, const EnergySpec& energy, const Mesh& mesh) {
    if (mesh.dimension != 1 || !mesh.triangles.empty() || !mesh.tets.empty()) return;
    throw Error(
        located(energy.where, fmt::format("{} is that of a {}, but this shape is a line; give the body \"rod\": "
                                          "{{ \"diameter\": … }}, in m, or a shape of a {}",
                                          subject(energy.where), what, what)));
}

template <class Elements>
const Elements& require_some(const Elements& elements, const char* kind, const Where& where) {
    if (elements.empty())
        throw Error(located(where, fmt::format("{} finds no {} to act on; this shape has none", subject(where), kind)));
    return elements;
}

/// A planar solid tiles a part of the plane of x and y: it is not the surface of a solid or a sheet in space.
void require_flat(const Mesh& mesh, const Where& where) {
    bool flat = mesh.tets.empty();
    for (const Vec3& p : mesh.points) flat &= p[2] == mesh.points[0][2];
    if (!flat)
        throw Error(located(where, subject(where) +
                                       " is a planar solid, but this shape leaves the plane of x and y; take a "
                                       "rectangle, disc or annulus there, or leave \"planar\" out"));
}

template <class Elements>
std::vector<int> flattened(const Elements& elements) {
    std::vector<int> points;
    points.reserve(elements.size() * elements.front().size());
    for (const auto& element : elements) points.insert(points.end(), element.begin(), element.end());
    return points;
}

/// Hinges or patches.
template <class Elements>
std::vector<int> neighbours(Elements (*find)(std::span<const std::array<int, 3>>), const EnergySpec& energy,
                            const Mesh& mesh) {
    require_some(mesh.triangles, "triangles", energy.where);
    Elements found;
    try {
        found = find(mesh.triangles);
    } catch (const Error& error) {
        throw Error(located(energy.where, fmt::format("{}: {}", subject(energy.where), error.what())));
    }
    return flattened(require_some(found, "triangles that share an edge", energy.where));
}

}  // namespace

std::vector<int> domain_elements(Domain domain, bool planar, const EnergySpec& energy, const Mesh& mesh) {
    if (planar) require_flat(mesh, energy.where);
    switch (domain) {
        case Domain::edges:
            return flattened(edges_of(energy, mesh));
        case Domain::corners: {
            const auto corners = find_corners(edges_of(energy, mesh));
            return flattened(require_some(corners, "points where two edges meet", energy.where));
        }
        case Domain::triangles:
            require_more_than_a_line("sheet", energy, mesh);
            return flattened(require_some(mesh.triangles, "triangles", energy.where));
        case Domain::hinges:
            return neighbours(find_hinges, energy, mesh);
        case Domain::patches:
            return neighbours(find_patches, energy, mesh);
        case Domain::tets:
            require_more_than_a_line("solid", energy, mesh);
            if (mesh.tets.empty() && !mesh.triangles.empty())
                throw Error(
                    located(energy.where, subject(energy.where) +
                                              " is that of a solid, but this shape is a sheet; give the body "
                                              "\"sheet\": { \"thickness\": … }, in m, or a shape with tetrahedra"));
            return flattened(require_some(mesh.tets, "tetrahedra", energy.where));
        default:
            throw Error(located(energy.where, subject(energy.where) + " acts on nothing that a shape has"));
    }
}

std::vector<std::size_t> elements_in_order(std::span<const int> points, int corners, std::span<const int> ranks) {
    std::vector<std::size_t> order(points.size() / corners);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (ranks.empty()) return order;
    std::vector<int> first(order.size(), std::numeric_limits<int>::max());
    for (const std::size_t e : order)
        for (int n = 0; n < corners; ++n) first[e] = std::min(first[e], ranks[points[e * corners + n]]);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t e, std::size_t f) { return first[e] < first[f]; });
    return order;
}

}  // namespace talweg
