#include "talweg/scene/element_collector.hpp"

#include <fmt/format.h>

#include <cmath>

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

}  // namespace

template <class Energy>
void ElementCollector::add(Batch<Energy>& batch, const EnergySpec& energy, const BodyElements& body) {
    constexpr std::size_t count = std::size(Energy::parameters);
    double values[count];
    for (std::size_t i = 0; i < count; ++i) values[i] = energy.parameters.at(Energy::parameters[i].name);
    const int dimension = body.mesh.dimension;
    if constexpr (Energy::point_count == 1) {
        for (std::size_t i = 0; i < body.mesh.points.size(); ++i) {
            batch.points.push_back(body.first_point + static_cast<int>(i));
            batch.elements.push_back(Energy::make({{body.mesh.points[i]}, body.mass[i], dimension}, values));
        }
    } else {
        static_assert(Energy::point_count == 2, "say here where elements of that many points come from");
        for (const auto& edge : edges_of(energy, body.mesh)) {
            require_length(edge, body.mesh, energy.where);
            for (const int i : edge) batch.points.push_back(body.first_point + i);
            const Points<double, 2> rest = {body.mesh.points[edge[0]], body.mesh.points[edge[1]]};
            batch.elements.push_back(Energy::make({rest, 0.0, dimension}, values));
        }
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
    for (std::size_t i = 0; i < body.mesh.points.size(); ++i) {
        batch.points.push_back(body.first_point + static_cast<int>(i));
        batch.elements.push_back({body.mass[i] * gravity});
    }
}

std::vector<std::shared_ptr<const Term>> ElementCollector::terms() && {
    std::vector<std::shared_ptr<const Term>> terms;
    const auto finish = [&]<class Energy>(Batch<Energy>& batch) {
        if (!batch.elements.empty())
            terms.push_back(std::make_shared<Elements<Energy>>(std::move(batch.points), std::move(batch.elements)));
    };
    std::apply([&](auto&... batch) { (finish(batch), ...); }, batches_);
    return terms;
}

}  // namespace talweg
