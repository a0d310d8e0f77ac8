#include "talweg/geometry/doctor/diagnose_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/doctor/surface_parts.hpp"
#include "talweg/geometry/examine_mesh.hpp"
#include "talweg/geometry/intersection/find_meetings.hpp"
#include "talweg/geometry/unique_edges.hpp"

namespace talweg {
namespace {

// Between these a body is a plausible one in metres; a model in millimetres is a thousand times too large.
constexpr double smallest_body = 1e-4, largest_body = 1e3;
// So far from the origin, in sizes of the body, six digits of each coordinate are lost.
constexpr double farthest = 1e6;

std::string shown(int index) { return std::to_string(index); }
template <std::size_t N>
std::string shown(const std::array<int, N>& indices) {
    std::string text;
    for (const int i : indices) text += (text.empty() ? "" : "–") + std::to_string(i);
    return text;
}
std::string shown(const std::vector<int>& indices) {
    std::string text;
    for (const int i : indices) text += (text.empty() ? "" : "–") + std::to_string(i);
    return text;
}

class Doctor {
public:
    explicit Doctor(const Mesh& mesh, bool planar) : mesh_(mesh), planar_(planar) {}

    std::vector<Ailment> all() {
        const MeshFaults faults = examine_mesh(mesh_);
        solids(faults);
        faces(faults);
        if (!planar_) surface(faults);
        points(faults);
        intersections();
        scale();
        std::stable_sort(found_.begin(), found_.end(),
                         [](const Ailment& a, const Ailment& b) { return a.weight > b.weight; });
        return std::move(found_);
    }

private:
    template <class List>
    Ailment* add(Weight weight, const List& list, const char* one, const char* many, const char* remedy) {
        if (list.empty()) return nullptr;
        std::vector<std::string> names;
        for (const auto& entry : list) names.push_back(shown(entry));
        found_.push_back({weight, counted(one, many, names), remedy});
        return &found_.back();
    }

    void solids(const MeshFaults& faults) {
        add(Weight::fault, faults.inverted_tets, "inverted or flat tetrahedron", "inverted or flat tetrahedra",
            "exchange two of their corners, or mesh it anew");
        add(Weight::warning, faults.sliver_tets, "sliver among the tetrahedra", "slivers among the tetrahedra",
            "they make the solver slow and stresses wrong; mesh it anew");
    }

    void faces(const MeshFaults& faults) {
        if (Ailment* ailment = add(Weight::fault, faults.flat_triangles, "triangle without area",
                                   "triangles without area", "--repair drop takes them out"))
            ailment->triangles = faults.flat_triangles;
        std::map<std::array<int, 3>, int> seen;
        std::vector<std::array<int, 2>> twins;
        std::vector<int> both;
        for (int t = 0; t < static_cast<int>(mesh_.triangles.size()); ++t) {
            auto corners = mesh_.triangles[t];
            std::sort(corners.begin(), corners.end());
            const auto [first, fresh] = seen.emplace(corners, t);
            if (fresh) continue;
            twins.push_back({first->second, t});
            both.insert(both.end(), {first->second, t});
        }
        if (Ailment* ailment = add(Weight::fault, twins, "pair of triangles with the same corners",
                                   "pairs of triangles with the same corners", "--repair drop keeps one of each"))
            ailment->triangles = both;
    }

    void surface(const MeshFaults& faults) {
        if (Ailment* ailment = add(Weight::warning, faults.branching_edges, "edge of more than two triangles",
                                   "edges of more than two triangles",
                                   "the surface is not manifold there: cut it apart, or remove what is inside"))
            ailment->triangles = triangles_at(faults.branching_edges);
        if (Ailment* ailment =
                add(Weight::warning, faults.flipped_edges, "edge between triangles that face opposite ways",
                    "edges between triangles that face opposite ways", "--repair orient turns them"))
            ailment->triangles = triangles_at(faults.flipped_edges);
        add(Weight::note, faults.border_edges, "border edge", "border edges",
            "the surface is open: right for a sheet, not for the skin of a solid");
        std::vector<std::string> inside_out;
        std::vector<int> turned;
        for (const SurfacePart& part : surface_parts(mesh_.triangles))
            if (part.closed && part.consistent && volume_of(mesh_, part.triangles) < 0.0) {
                inside_out.push_back("that of triangle " + std::to_string(part.triangles[0]));
                turned.insert(turned.end(), part.triangles.begin(), part.triangles.end());
            }
        if (!turned.empty())
            found_.push_back(
                {Weight::warning,
                 counted("closed surface that is inside out", "closed surfaces that are inside out", inside_out),
                 "--repair orient turns them", turned});
    }

    void points(const MeshFaults& faults) {
        if (Ailment* ailment = add(Weight::warning, faults.duplicate_points, "pair of points at the same place",
                                   "pairs of points at the same place",
                                   "they are not joined, and contact keeps them apart; --repair weld joins them"))
            for (const auto& pair : faults.duplicate_points)
                ailment->points.insert(ailment->points.end(), pair.begin(), pair.end());
        if (Ailment* ailment = add(Weight::note, faults.unreferenced_points, "point of no element",
                                   "points of no element", "they stand still; --repair drop takes them out"))
            ailment->points = faults.unreferenced_points;
    }

    void intersections() {
        Surfaces s;
        s.planar = planar_;
        s.triangles = mesh_.triangles;
        s.edges = planar_ ? planar_border() : unique_edges(mesh_.triangles);
        s.body.assign(mesh_.points.size(), 0);
        s.radius.assign(mesh_.points.size(), 0.0);
        s.body_count = 1;
        s.apart = {1};
        std::vector<Meeting> crossing, touching;
        for (const Meeting& fault : find_meetings(s, mesh_.points, 0.0).faults)
            (fault.kind == Meeting::Kind::crosses ? crossing : touching).push_back(fault);
        add_meetings(crossing, "place where an edge passes through", "places where edges pass through",
                     "the surface intersects itself: separate the parts, or let the body touch only others "
                     "(contact.touches)");
        add_meetings(touching, "place where an edge exactly touches", "places where edges exactly touch",
                     "nothing is between: move the parts apart by a small gap, or weld what should be joined "
                     "(--repair weld)");
    }

    std::vector<std::array<int, 2>> planar_border() const { return examine_mesh(mesh_).border_edges; }

    void add_meetings(const std::vector<Meeting>& meetings, const char* one, const char* many, const char* remedy) {
        if (meetings.empty()) return;
        std::vector<std::string> names;
        std::set<std::vector<int>> features;
        for (const Meeting& meeting : meetings) {
            names.push_back(shown(meeting.first) + (planar_ ? " and " : " through triangle ") + shown(meeting.second));
            features.insert(sorted(meeting.first));
            features.insert(sorted(meeting.second));
        }
        found_.push_back({Weight::fault, counted(one, many, names), remedy});
        for (int t = 0; t < static_cast<int>(mesh_.triangles.size()); ++t) {
            const auto [a, b, c] = mesh_.triangles[t];
            for (const std::vector<int>& feature : {std::vector{a, b, c}, {a, b}, {b, c}, {c, a}})
                if (features.contains(sorted(feature))) {
                    found_.back().triangles.push_back(t);
                    break;
                }
        }
    }

    static std::vector<int> sorted(std::vector<int> list) {
        std::sort(list.begin(), list.end());
        return list;
    }

    std::vector<int> triangles_at(const std::vector<std::array<int, 2>>& edges) const {
        const std::set<std::array<int, 2>> wanted(edges.begin(), edges.end());
        std::vector<int> found;
        for (int t = 0; t < static_cast<int>(mesh_.triangles.size()); ++t)
            for (int k = 0; k < 3; ++k) {
                const auto [low, high] = std::minmax(mesh_.triangles[t][k], mesh_.triangles[t][(k + 1) % 3]);
                if (wanted.contains({low, high})) {
                    found.push_back(t);
                    break;
                }
            }
        return found;
    }

    void scale() {
        const Box box = bounding_box(mesh_.points);
        const double size = box.diagonal();
        const auto metres = [](double value) {
            char text[32];
            std::snprintf(text, sizeof text, "%.3g m", value);
            return std::string(text);
        };
        if (size > largest_body || size < smallest_body)
            found_.push_back({Weight::warning, "the mesh is " + metres(size) + " across",
                              "talweg measures in metres: if the file is in another unit, set the body's place.scale, "
                              "for millimetres to 0.001"});
        if (norm(box.center()) > farthest * size)
            found_.push_back({Weight::warning, "the mesh is " + metres(norm(box.center())) + " from the origin",
                              "rounding takes its digits: move it there with place.translate"});
    }

    const Mesh& mesh_;
    bool planar_;
    std::vector<Ailment> found_;
};

}  // namespace

std::vector<Ailment> diagnose_mesh(const Mesh& mesh, bool planar) { return Doctor(mesh, planar).all(); }

}  // namespace talweg
