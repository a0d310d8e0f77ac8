#include "talweg/scene/check/examine_body.hpp"

#include <fmt/format.h>

#include <algorithm>

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

Mesh mesh_to_examine(const BodyShape& shape) {
    Mesh mesh = shape.mesh;
    for (std::size_t i = 0; i < shape.riding.size(); ++i)  // they belong to a tet, if to no triangle
        mesh.edge_groups["riding"].push_back(
            {static_cast<int>(shape.node_points() + i), shape.carriers(shape.riding[i])[i % 3]});
    return mesh;
}

MeshReport examine_body(const BodySpec& body, const BodyShape& shape) {
    const MeshFaults faults = examine_mesh(mesh_to_examine(shape));
    if (!faults.inverted_tets.empty()) {
        std::string text = only(faults, &MeshFaults::inverted_tets).describe();
        text.pop_back();
        throw Error(located(body.shape.where, fmt::format("{} has {}; exchange two of their corners or mesh it anew",
                                                          subject(body.shape.where), text)));
    }
    Report report(body);
    if (!body.stiff())
        report.note(only(faults, &MeshFaults::sliver_tets),
                    "they make the solver slow and stresses wrong; mesh it anew");
    report.note(only(faults, &MeshFaults::duplicate_points), "they are not joined; weld them if they should be");
    const bool particles = shape.mesh.dimension == 0;
    if (!particles) report.note(only(faults, &MeshFaults::unreferenced_points), "they are kept, and stand still");
    if (!shape.riding.empty()) {
        report.note(only(faults, &MeshFaults::border_edges),
                    "the surface is open: what it winds around by more than half is taken for its inside");
        report.note(only(faults, &MeshFaults::branching_edges), "the surface is not manifold there");
        report.note(only(faults, &MeshFaults::flipped_edges), "parts of the surface are turned inside out");
    }
    if (!faults.unreferenced_points.empty() && shape.riding.empty() && !particles)
        report.result.loose_points = faults.unreferenced_points;
    return std::move(report.result);
}

}  // namespace talweg
