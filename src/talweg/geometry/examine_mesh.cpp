#include "talweg/geometry/examine_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <unordered_map>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/measures.hpp"

namespace talweg {
namespace {

std::vector<bool> referenced_points(const Mesh& mesh) {
    std::vector<bool> referenced(mesh.points.size(), false);
    const auto note = [&](const auto& elements) {
        for (const auto& element : elements)
            for (const int corner : element) referenced[corner] = true;
    };
    note(mesh.triangles), note(mesh.tets), note(mesh.quads), note(mesh.hexes);
    for (const auto& [name, edges] : mesh.edge_groups) note(edges);
    return referenced;
}

double longest_edge(const Mesh& mesh, const std::array<int, 4>& t) {
    double longest = 0.0;
    for (int i = 0; i < 4; ++i)
        for (int j = i + 1; j < 4; ++j) longest = std::max(longest, norm(mesh.points[t[j]] - mesh.points[t[i]]));
    return longest;
}

void examine_tets(const Mesh& mesh, MeshFaults& faults) {
    const auto& x = mesh.points;
    for (std::size_t i = 0; i < mesh.tets.size(); ++i) {
        const auto& t = mesh.tets[i];
        const double volume = signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]), edge = longest_edge(mesh, t);
        // A flat tet may come out with a positive volume of rounding size.
        if (!(volume > 1e-14 * edge * edge * edge))
            faults.inverted_tets.push_back(int(i));
        else if (6.0 * std::sqrt(2.0) * volume < MeshFaults::sliver_quality * edge * edge * edge)
            faults.sliver_tets.push_back(int(i));
    }
}

void examine_triangles(const Mesh& mesh, MeshFaults& faults) {
    struct Side {
        std::array<int, 2> edge;  // ascending
        bool forward;
    };
    std::vector<Side> sides;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        const auto& t = mesh.triangles[i];
        double longest_squared = 0.0;
        for (int c = 0; c < 3; ++c) {
            const int a = t[c], b = t[(c + 1) % 3];
            sides.push_back({{std::min(a, b), std::max(a, b)}, a < b});
            longest_squared = std::max(longest_squared, norm_squared(mesh.points[b] - mesh.points[a]));
        }
        const double area = norm(area_vector(mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]));
        if (!(area > 1e-12 * longest_squared)) faults.flat_triangles.push_back(int(i));
    }
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.edge < b.edge; });
    for (std::size_t i = 0; i < sides.size();) {
        std::size_t end = i + 1;
        while (end < sides.size() && sides[end].edge == sides[i].edge) ++end;
        if (end - i == 1) faults.border_edges.push_back(sides[i].edge);
        if (end - i > 2) faults.branching_edges.push_back(sides[i].edge);
        if (end - i == 2 && sides[i].forward == sides[i + 1].forward) faults.flipped_edges.push_back(sides[i].edge);
        i = end;
    }
}

// Points are sorted into cubes much larger than the tolerance; only equal or neighbouring cubes can hold duplicates.
void examine_points(const Mesh& mesh, int first_embedded, MeshFaults& faults) {
    const std::vector<bool> referenced = referenced_points(mesh);
    const Box box = bounding_box(mesh.points);
    const double tolerance = 1e-12 * box.diagonal();
    const double cube = std::max(box.diagonal() / 1e5, std::numeric_limits<double>::min());
    std::unordered_multimap<std::uint64_t, int> cubes;
    const auto key = [&](const Vec3& p) {
        std::uint64_t k = 0;
        for (int a = 0; a < 3; ++a) k = k * 1000003u + std::uint64_t((p[a] - box.min[a]) / cube + 1.0);
        return k;
    };
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
        if (!referenced[i]) {
            faults.unreferenced_points.push_back(int(i));
            continue;
        }
        // The corners of the tolerance around the point name every cube that a duplicate may be in.
        std::array<std::uint64_t, 8> keys;
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 shift{corner & 1 ? tolerance : -tolerance, corner & 2 ? tolerance : -tolerance,
                             corner & 4 ? tolerance : -tolerance};
            keys[corner] = key(mesh.points[i] + shift);
        }
        std::sort(keys.begin(), keys.end());
        const auto last = std::unique(keys.begin(), keys.end());
        int first_twin = -1;
        for (auto k = keys.begin(); k != last; ++k)
            for (auto [it, end] = cubes.equal_range(*k); it != end; ++it)
                if (norm(mesh.points[it->second] - mesh.points[i]) <= tolerance &&
                    (it->second < first_embedded) == (int(i) < first_embedded) &&
                    (first_twin < 0 || it->second < first_twin))
                    first_twin = it->second;
        // Each point is paired with its first twin, so that a heap of equal points gives a list, not a square of one.
        if (first_twin >= 0)
            faults.duplicate_points.push_back({first_twin, int(i)});
        else
            cubes.emplace(key(mesh.points[i]), int(i));
    }
}

std::string shown(int index) { return std::to_string(index); }
std::string shown(const std::array<int, 2>& pair) { return std::to_string(pair[0]) + "–" + std::to_string(pair[1]); }

template <class List>
std::string line(const std::string& what, const List& list) {
    if (list.empty()) return {};
    constexpr std::size_t most = 5;
    std::string text = std::to_string(list.size()) + " " + what + ": ";
    for (std::size_t i = 0; i < std::min(most, list.size()); ++i) text += (i > 0 ? ", " : "") + shown(list[i]);
    return text + (list.size() > most ? ", …\n" : "\n");
}

}  // namespace

bool MeshFaults::none() const {
    return inverted_tets.empty() && sliver_tets.empty() && flat_triangles.empty() && unreferenced_points.empty() &&
           duplicate_points.empty() && closed();
}

std::string MeshFaults::describe() const {
    return line("inverted or flat tetrahedra", inverted_tets) + line("sliver tetrahedra", sliver_tets) +
           line("triangles without area", flat_triangles) +
           line("pairs of points at the same place", duplicate_points) +
           line("points in no element", unreferenced_points) + line("border edges of the surface", border_edges) +
           line("edges with more than two triangles", branching_edges) +
           line("edges between triangles that face opposite ways", flipped_edges);
}

MeshFaults examine_mesh(const Mesh& mesh, int first_embedded) {
    MeshFaults faults;
    examine_tets(mesh, faults);
    examine_triangles(mesh, faults);
    examine_points(mesh, first_embedded, faults);
    return faults;
}

}  // namespace talweg
