#include "talweg/geometry/read/element_builder.hpp"

#include <algorithm>
#include <utility>

#include "talweg/geometry/complete_mesh.hpp"
#include "talweg/geometry/measures.hpp"
#include "talweg/geometry/outer_surface.hpp"

namespace talweg::read {
namespace {

template <std::size_t N>
std::array<int, N> ascending(std::array<int, N> corners) {
    std::sort(corners.begin(), corners.end());
    return corners;
}

template <std::size_t N>
void require_distinct_corners(const std::vector<std::array<int, N>>& elements, const char* kind, const Source& source) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const auto corners = ascending(elements[i]);
        if (const auto twice = std::adjacent_find(corners.begin(), corners.end()); twice != corners.end())
            source.fail(std::string(kind) + " " + std::to_string(i) + " has point " + std::to_string(*twice) +
                        " twice among its corners (both counted from 0); remove degenerate elements and export again");
    }
}

void turn_left_handed(const std::vector<Vec3>& x, std::vector<std::array<int, 4>>& tets) {
    const bool all_left = std::all_of(tets.begin(), tets.end(), [&](const std::array<int, 4>& t) {
        return signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]) < 0.0;
    });
    if (all_left)
        for (auto& t : tets) std::swap(t[2], t[3]);
}

// Meshers list the boundary and inner interfaces of a solid as triangles too; any other triangle is a shell.
void require_tet_faces(const ElementBuilder& file, const Source& source) {
    std::vector<std::array<int, 3>> faces;
    faces.reserve(4 * file.tets.size());
    for (const auto& tet : file.tets)
        for (const auto& [a, b, c] : tet_faces) faces.push_back(ascending<3>({tet[a], tet[b], tet[c]}));
    std::sort(faces.begin(), faces.end());
    for (std::size_t i = 0; i < file.triangles.size(); ++i)
        if (!std::binary_search(faces.begin(), faces.end(), ascending(file.triangles[i])))
            source.fail("triangle " + std::to_string(i) +
                        " (counted from 0) is no face of a tetrahedron: the file mixes a solid with a shell; save them "
                        "as two files, one body each");
}

std::vector<std::array<int, 2>> lines_off_edges(const std::vector<std::array<int, 2>>& lines,
                                                const std::vector<std::array<int, 2>>& edges) {
    std::vector<std::array<int, 2>> off;
    for (const auto& line : lines)
        if (!std::binary_search(edges.begin(), edges.end(), ascending(line))) off.push_back(line);
    return off;
}

}  // namespace

void ElementBuilder::add_polygon(std::span<const int> corners) {
    std::vector<int> ring(corners.begin(), corners.end());
    ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
    while (ring.size() > 3 && ring.front() == ring.back()) ring.pop_back();
    while (ring.size() < 3) ring.push_back(ring.back());  // degenerate: refused by finish, with its number
    for (std::size_t i = 1; i + 1 < ring.size(); ++i) triangles.push_back({ring[0], ring[i], ring[i + 1]});
}

void ElementBuilder::add_polyline(std::span<const int> corners) {
    for (std::size_t i = 0; i + 1 < corners.size(); ++i) lines.push_back({corners[i], corners[i + 1]});
}

void ElementBuilder::add_to_group(const std::string& name, std::span<const int> members) {
    if (name.empty()) return;
    auto& group = groups[name];
    group.insert(group.end(), members.begin(), members.end());
}

void ElementBuilder::add_to_numbered_group(int dimension, std::int64_t number, std::span<const int> members) {
    constexpr std::array kinds{"point", "curve", "surface", "volume"};
    if (number != 0) add_to_group(kinds[std::size_t(dimension)] + ("_" + std::to_string(number)), members);
}

Mesh ElementBuilder::finish(const Source& source) && {
    if (points.empty()) source.fail("the mesh has no points; export it again");
    require_distinct_corners(lines, "line", source);
    require_distinct_corners(triangles, "triangle", source);
    require_distinct_corners(tets, "tetrahedron", source);

    Mesh mesh;
    mesh.points = std::move(points);
    if (!tets.empty()) {
        require_tet_faces(*this, source);
        turn_left_handed(mesh.points, tets);
        mesh.tets = std::move(tets);
        complete_solid(mesh);
    } else if (!triangles.empty()) {
        mesh.triangles = std::move(triangles);
        complete_sheet(mesh);
    } else if (!lines.empty()) {
        mesh.dimension = 1;
        mesh.edge_groups["structural"] = std::exchange(lines, {});
    } else if (source.points_suffice) {
        mesh.dimension = 0;
    } else {
        source.fail(
            "the file holds points only; talweg needs lines, triangles or tetrahedra between them, or a shape of type "
            "\"particles\"");
    }
    if (auto off = lines_off_edges(lines, mesh.edge_groups["structural"]); !off.empty())
        mesh.edge_groups["lines"] = std::move(off);

    for (auto& [name, members] : groups) {
        std::sort(members.begin(), members.end());
        members.erase(std::unique(members.begin(), members.end()), members.end());
    }
    mesh.point_groups = std::move(groups);
    return mesh;
}

}  // namespace talweg::read
