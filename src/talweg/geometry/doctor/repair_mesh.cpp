#include "talweg/geometry/doctor/repair_mesh.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "talweg/geometry/doctor/surface_parts.hpp"
#include "talweg/geometry/examine_mesh.hpp"
#include "talweg/math/error.hpp"

namespace talweg {
namespace {

void weld(RepairedMesh& repaired, std::vector<bool>& may_go) {
    Mesh& mesh = repaired.mesh;
    std::vector<int> first(mesh.points.size());
    std::iota(first.begin(), first.end(), 0);
    for (const auto& [kept, twin] : examine_mesh(mesh).duplicate_points) {
        first[twin] = kept;
        may_go[twin] = true;
        ++repaired.welded_points;
    }
    for (auto& triangle : mesh.triangles)
        for (int& corner : triangle) corner = first[corner];
}

bool is_flat(const std::array<int, 3>& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

void drop_triangles(RepairedMesh& repaired) {
    Mesh& mesh = repaired.mesh;
    const std::vector<int> flat = examine_mesh(mesh).flat_triangles;
    std::set<std::array<int, 3>> seen;
    std::vector<std::array<int, 3>> kept;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
        auto corners = mesh.triangles[t];
        std::sort(corners.begin(), corners.end());
        if (is_flat(corners) || std::binary_search(flat.begin(), flat.end(), t) || !seen.insert(corners).second)
            continue;
        kept.push_back(mesh.triangles[t]);
    }
    repaired.dropped_triangles = static_cast<int>(mesh.triangles.size() - kept.size());
    mesh.triangles = std::move(kept);
}

/// Points of no triangle; those that were welded away go in any case.
void drop_points(RepairedMesh& repaired, const std::vector<bool>& may_go) {
    Mesh& mesh = repaired.mesh;
    std::vector<bool> used(mesh.points.size(), false);
    for (const auto& t : mesh.triangles)
        for (const int corner : t) used[corner] = true;
    std::vector<int> number(mesh.points.size(), -1);
    std::vector<Vec3> kept;
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
        if (!used[i] && may_go[i]) continue;
        number[i] = static_cast<int>(kept.size());
        kept.push_back(mesh.points[i]);
    }
    mesh.points = std::move(kept);
    for (auto& t : mesh.triangles)
        for (int& corner : t) corner = number[corner];
}

void orient(RepairedMesh& repaired) {
    Mesh& mesh = repaired.mesh;
    for (SurfacePart& part : surface_parts(mesh.triangles)) {
        if (!part.orientable) continue;
        const auto turn = [&](std::size_t i) {
            std::swap(mesh.triangles[part.triangles[i]][1], mesh.triangles[part.triangles[i]][2]);
        };
        for (std::size_t i = 0; i < part.triangles.size(); ++i)
            if (part.turned[i]) turn(i);
        // Closed parts face outward; of open ones, the smaller number of triangles is turned.
        const auto turned = std::count(part.turned.begin(), part.turned.end(), true);
        const auto count = static_cast<std::ptrdiff_t>(part.triangles.size());
        const bool other_way = part.closed ? volume_of(mesh, part.triangles) < 0.0 : 2 * turned > count;
        for (std::size_t i = 0; other_way && i < part.triangles.size(); ++i) turn(i);
        repaired.turned_triangles += static_cast<int>(other_way ? count - turned : turned);
    }
}

}  // namespace

Repairs parse_repairs(const std::string& names) {
    Repairs repairs;
    for (std::size_t begin = 0; begin <= names.size();) {
        const std::size_t end = std::min(names.find(',', begin), names.size());
        const std::string name = names.substr(begin, end - begin);
        bool* const known = name == "weld"     ? &repairs.weld
                            : name == "drop"   ? &repairs.drop
                            : name == "orient" ? &repairs.orient
                                               : nullptr;
        if (!known) throw Error("there is no repair \"" + name + "\"; known: weld, drop, orient, joined by commas");
        *known = true;
        begin = end + 1;
    }
    return repairs;
}

RepairedMesh repair_mesh(const Mesh& mesh, const Repairs& repairs) {
    if (!mesh.tets.empty())
        throw Error("repairs are for surfaces; of a mesh with tetrahedra, repair its surface and mesh it anew");
    RepairedMesh repaired;
    repaired.mesh.points = mesh.points;
    repaired.mesh.triangles = mesh.triangles;
    repaired.mesh.dimension = mesh.dimension;
    std::vector<bool> may_go(mesh.points.size(), repairs.drop);
    if (repairs.weld) weld(repaired, may_go);
    if (repairs.drop) drop_triangles(repaired);
    const std::size_t before = repaired.mesh.points.size();
    drop_points(repaired, may_go);
    repaired.dropped_points = static_cast<int>(before - repaired.mesh.points.size()) - repaired.welded_points;
    if (repairs.orient) orient(repaired);
    return repaired;
}

}  // namespace talweg
