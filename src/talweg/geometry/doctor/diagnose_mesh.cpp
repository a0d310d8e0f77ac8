#include "talweg/geometry/doctor/diagnose_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/doctor/surface_parts.hpp"
#include "talweg/geometry/examine_mesh.hpp"
#include "talweg/geometry/intersection/find_close_pairs.hpp"
#include "talweg/geometry/unique_edges.hpp"

namespace talweg {
namespace {

// Between these a body is a plausible one in metres; a model in millimetres is a thousand times too large: what is as
// large as a house was meant to fit on a table.
constexpr double smallest_body = 1e-4, largest_body = 1e3, house = 10.0;
// So far from the origin, in sizes of the body, six digits of each coordinate are lost.
constexpr double farthest = 1e6;

class Doctor {
public:
    Doctor(const Mesh& mesh, const MeshQuestions& questions) : mesh_(mesh), ask_(questions) {}

    std::vector<Issue> all() {
        const MeshFaults faults = examine_mesh(mesh_, ask_.first_embedded);
        solids(faults);
        faces(faults);
        if (!ask_.planar) surface(faults);
        points(faults);
        if (ask_.intersections) intersections(faults);
        scale();
        std::stable_sort(found_.begin(), found_.end(),
                         [](const Issue& a, const Issue& b) { return a.weight > b.weight; });
        return std::move(found_);
    }

private:
    /// One issue of several places, each with a name and, if it can be shown, the corners of a feature.
    void add(Weight weight, const std::vector<std::string>& names, Features features, const char* one, const char* many,
             const char* remedy) {
        if (!names.empty()) found_.push_back({weight, counted(one, many, names), remedy, std::move(features)});
    }
    void add_edges(Weight weight, const std::vector<std::array<int, 2>>& edges, const char* one, const char* many,
                   const char* remedy) {
        std::vector<std::string> names;
        Features features;
        for (const auto& edge : edges) {
            names.push_back(joined(edge));
            features.push_back({edge[0], edge[1]});
        }
        add(weight, names, std::move(features), one, many, remedy);
    }
    static std::vector<std::string> numbers(const std::vector<int>& list) {
        std::vector<std::string> names;
        for (const int number : list) names.push_back(std::to_string(number));
        return names;
    }
    Features corners(const std::vector<int>& triangles) const {
        Features features;
        for (const int t : triangles) features.emplace_back(mesh_.triangles[t].begin(), mesh_.triangles[t].end());
        return features;
    }

    void solids(const MeshFaults& faults) {
        add(Weight::fault, numbers(faults.inverted_tets), {}, "inverted or flat tetrahedron",
            "inverted or flat tetrahedra", "exchange two of their corners, or mesh it anew");
        add(Weight::warning, numbers(faults.sliver_tets), {}, "sliver among the tetrahedra",
            "slivers among the tetrahedra", "they make the solver slow and stresses wrong; mesh it anew");
    }

    void faces(const MeshFaults& faults) {
        add(Weight::fault, numbers(faults.flat_triangles), corners(faults.flat_triangles), "triangle without area",
            "triangles without area", "--repair drop takes them out");
        std::map<std::array<int, 3>, int> seen;
        std::vector<std::string> twins;
        std::vector<int> seconds;
        for (int t = 0; t < static_cast<int>(mesh_.triangles.size()); ++t) {
            auto sorted = mesh_.triangles[t];
            std::sort(sorted.begin(), sorted.end());
            const auto [first, fresh] = seen.emplace(sorted, t);
            if (fresh) continue;
            twins.push_back(joined(std::array{first->second, t}));
            seconds.push_back(t);
        }
        add(Weight::fault, twins, corners(seconds), "pair of triangles with the same corners",
            "pairs of triangles with the same corners", "--repair drop keeps one of each");
    }

    void surface(const MeshFaults& faults) {
        add_edges(Weight::warning, faults.branching_edges, "edge of more than two triangles",
                  "edges of more than two triangles",
                  "the surface is not manifold there: cut it apart, or remove what is inside");
        add_edges(Weight::warning, faults.flipped_edges, "edge between triangles that face opposite ways",
                  "edges between triangles that face opposite ways", "--repair orient turns them");
        if (ask_.borders)
            add_edges(Weight::note, faults.border_edges, "border edge", "border edges",
                      "the surface is open: right for a sheet, not for the skin of a solid");
        std::vector<std::string> inside_out;
        Features features;
        for (const SurfacePart& part : surface_parts(mesh_.triangles))
            if (part.closed && part.consistent && volume_of(mesh_, part.triangles) < 0.0) {
                inside_out.push_back("that of triangle " + std::to_string(part.triangles[0]));
                for (std::vector<int>& feature : corners(part.triangles)) features.push_back(std::move(feature));
            }
        add(Weight::warning, inside_out, std::move(features), "closed surface that is inside out",
            "closed surfaces that are inside out", "--repair orient turns them");
    }

    void points(const MeshFaults& faults) {
        std::vector<std::string> twins;
        Features features, loose;
        for (const auto& pair : faults.duplicate_points) {
            twins.push_back(joined(pair));
            features.insert(features.end(), {{pair[0]}, {pair[1]}});
        }
        for (const int point : faults.unreferenced_points) loose.push_back({point});
        add(Weight::warning, twins, std::move(features), "pair of points at the same place",
            "pairs of points at the same place",
            "they are not joined, and contact keeps them apart; --repair weld joins them");
        add(Weight::note, numbers(faults.unreferenced_points), std::move(loose), "point of no element",
            "points of no element", "they stand still; --repair drop takes them out");
    }

    void intersections(const MeshFaults& faults) {
        Surfaces s;
        s.planar = ask_.planar;
        s.triangles = mesh_.triangles;
        s.edges = ask_.planar ? faults.border_edges : unique_edges(mesh_.triangles);
        s.body.assign(mesh_.points.size(), 0);
        s.radius.assign(mesh_.points.size(), 0.0);
        s.touching = TouchingBodies(1);
        std::vector<ClosePair> crossing, touching;
        for (const ClosePair& fault : find_close_pairs(s, mesh_.points, 0.0).faults)
            (fault.kind == ClosePair::Kind::crosses ? crossing : touching).push_back(fault);
        add_close_pairs(crossing, "place where the surface passes through itself",
                        "places where the surface passes through itself",
                        "separate the parts, or let the body touch only others (contact.touches)");
        add_close_pairs(touching, "place where the surface touches itself exactly",
                        "places where the surface touches itself exactly",
                        "nothing is between: move the parts apart by a small gap, or weld what should be joined "
                        "(--repair weld)");
    }

    void add_close_pairs(const std::vector<ClosePair>& close_pairs, const char* one, const char* many,
                         const char* remedy) {
        std::vector<std::string> names;
        Features features;
        for (const ClosePair& close_pair : close_pairs) {
            names.push_back(joined(close_pair.first) + " and " + joined(close_pair.second));
            features.insert(features.end(), {close_pair.first, close_pair.second});
        }
        add(Weight::fault, names, std::move(features), one, many, remedy);
    }

    void scale() {
        const Box box = bounding_box(mesh_.points);
        const double size = box.diagonal();
        const auto metres = [](double value) {
            char text[32];
            std::snprintf(text, sizeof text, "%.3g m", value);
            return std::string(text);
        };
        if (mesh_.points.size() < 2) return;  // a single particle has no size
        if (size > (ask_.read ? house : largest_body) || size < smallest_body)
            found_.push_back({Weight::warning, "the mesh is " + metres(size) + " across",
                              "talweg measures in metres: if the file is in another unit, set the body's place.scale, "
                              "for millimetres to 0.001"});
        if (norm(box.center()) > farthest * size)
            found_.push_back({Weight::warning, "the mesh is " + metres(norm(box.center())) + " from the origin",
                              "rounding takes its digits: move it there with place.translate"});
    }

    const Mesh& mesh_;
    MeshQuestions ask_;
    std::vector<Issue> found_;
};

}  // namespace

std::vector<Issue> diagnose_mesh(const Mesh& mesh, const MeshQuestions& questions) {
    return Doctor(mesh, questions).all();
}

}  // namespace talweg
