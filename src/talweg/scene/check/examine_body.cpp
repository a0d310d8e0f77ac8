#include "talweg/scene/check/examine_body.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "talweg/geometry/doctor/overlapping_parts.hpp"
#include "talweg/geometry/examine_mesh.hpp"

namespace talweg {

namespace {

class Report {
public:
    explicit Report(const BodySpec& body) : body_(body) {}

    MeshReport result;

    /// The faults of one kind, left alone in `faults`, and what becomes of them.
    void note(const MeshFaults& faults, const char* meaning) {
        std::string text = faults.describe();
        if (text.empty()) return;
        text.pop_back();  // the end of the line
        result.notes.push_back(located(body_.shape.where, fmt::format("{}: {} ({})", body_.name, text, meaning)));
    }

    /// Programs for engineers mostly write millimetres: what is then as large as a house was meant to fit on a table.
    void note_size(const Mesh& mesh) {
        constexpr double house = 10.0;  // m
        Vec3 low = mesh.points.front(), high = low;
        for (const Vec3& point : mesh.points)
            for (int a = 0; a < 3; ++a) {
                low[a] = std::min(low[a], point[a]);
                high[a] = std::max(high[a], point[a]);
            }
        const double size = std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]});
        if (size < house) return;
        result.notes.push_back(
            located(body_.shape.where,
                    fmt::format("{}: the mesh is {:.4g} m large; if its file is in millimetres, add \"place\": "
                                "{{\"scale\": 0.001}}",
                                body_.name, size)));
    }

    /// Their moments add up, whatever they have in common, unless the body says all of it.
    void note_overlaps(const BodyShape& shape) {
        const auto& said = body_.inertia;
        if (said && said->mass && said->center && !said->tensor.empty()) return;
        for (const auto& [a, b] : overlapping_parts(shape.mesh, shape.parts))
            result.overlaps.push_back(located(
                body_.shape.where,
                fmt::format("{}: parts[{}] and parts[{}] overlap (what they have in common weighs twice; give one of "
                            "them the difference of densities, or the body its inertia)",
                            body_.name, a, b)));
    }

private:
    const BodySpec& body_;
};

/// A copy with one list of faults only.
template <class List>
MeshFaults only(const MeshFaults& faults, List MeshFaults::*list) {
    MeshFaults one;
    one.*list = faults.*list;
    return one;
}

}  // namespace

bool is_read(const BodySpec& body) {
    return std::visit(
        [](const auto& kind) {
            using Kind = std::remove_cvref_t<decltype(kind)>;
            if constexpr (requires { kind.parts.front().shape; })
                return std::any_of(kind.parts.begin(), kind.parts.end(),
                                   [](const auto& part) { return std::holds_alternative<MeshShape>(part.shape.kind); });
            if constexpr (requires { kind.surface.kind; }) return std::holds_alternative<MeshShape>(kind.surface.kind);
            return std::is_same_v<Kind, MeshShape>;
        },
        body.shape.kind);
}

Mesh mesh_to_examine(const BodyShape& shape) {
    Mesh mesh = shape.mesh;
    for (std::size_t i = 0; i < shape.embedded.size(); ++i)  // they belong to a tet, if to no triangle
        mesh.edge_groups["embedded"].push_back(
            {static_cast<int>(shape.node_points() + i), shape.carriers(shape.embedded[i])[i % 3]});
    return mesh;
}

MeshReport examine_body(const BodySpec& body, const BodyShape& shape) {
    const MeshFaults faults = examine_mesh(mesh_to_examine(shape), shape.node_points());
    if (!faults.inverted_tets.empty()) {
        std::string text = only(faults, &MeshFaults::inverted_tets).describe();
        text.pop_back();
        throw Error(located(body.shape.where, fmt::format("{} has {}; exchange two of their corners or mesh it anew",
                                                          subject(body.shape.where), text)));
    }
    Report report(body);
    if (is_read(body) && !shape.mesh.points.empty()) report.note_size(shape.mesh);
    if (!body.stiff())
        report.note(only(faults, &MeshFaults::sliver_tets),
                    "they make the solver slow and stresses wrong; mesh it anew");
    if (!body.emitter && shape.parts.empty())  // parts of a compound are no less one where they touch
        report.note(only(faults, &MeshFaults::duplicate_points), "they are not joined; weld them if they should be");
    const bool particles = shape.mesh.dimension == 0;
    if (!particles) report.note(only(faults, &MeshFaults::unreferenced_points), "they are kept, and stand still");
    if (!shape.embedded.empty() && !body.stiff()) {
        report.note(only(faults, &MeshFaults::border_edges),
                    "the surface is open: what it winds around by more than half is taken for its inside");
        report.note(only(faults, &MeshFaults::branching_edges), "the surface is not manifold there");
        report.note(only(faults, &MeshFaults::flipped_edges), "parts of the surface are turned inside out");
    }
    if (shape.mesh.dimension == 3 && !body.wall && !shape.parts.empty()) report.note_overlaps(shape);
    const bool sheet = shape.embedded.empty() && shape.mesh.dimension == 2;
    if (sheet) {
        report.note(only(faults, &MeshFaults::branching_edges),
                    "the sheet is not manifold there and cannot bend; cut it apart");
        report.note(only(faults, &MeshFaults::flipped_edges),
                    "pressure, wind and creases act on the wrong side of some of them; `talweg check --repair orient` "
                    "turns them");
    }
    if (!faults.unreferenced_points.empty() && shape.embedded.empty() && !particles)
        report.result.loose_points = faults.unreferenced_points;
    return std::move(report.result);
}

}  // namespace talweg
