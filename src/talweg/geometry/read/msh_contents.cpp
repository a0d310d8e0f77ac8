#include "talweg/geometry/read/msh_contents.hpp"

#include <cmath>

namespace talweg::read {
namespace {

// Gmsh's numbers of its first-order element types.
enum MshType { line = 1, triangle = 2, quad = 3, tet = 4, hexahedron = 5, prism = 6, pyramid = 7, single_point = 15 };

int dimension_of(std::int64_t type) {
    switch (type) {
        case single_point:
            return 0;
        case line:
            return 1;
        case triangle:
        case quad:
            return 2;
        default:
            return 3;
    }
}

}  // namespace

void MshContents::add_node(std::int64_t tag, const Vec3& point, const Scanner& scanner) {
    for (int a = 0; a < 3; ++a)
        if (!std::isfinite(point[a]))
            scanner.fail("node " + std::to_string(tag) + " has a coordinate that is not a finite number");
    if (!index_of_tag.emplace(tag, int(builder.points.size())).second)
        scanner.fail("node " + std::to_string(tag) + " is listed twice; the file is damaged");
    builder.points.push_back(point);
}

int MshContents::point(std::int64_t tag, const Scanner& scanner) const {
    const auto found = index_of_tag.find(tag);
    if (found == index_of_tag.end())
        scanner.fail("node " + std::to_string(tag) + " is named by an element but not listed under $Nodes");
    return found->second;
}

int MshContents::corner_count(std::int64_t type, const Scanner& scanner) {
    switch (type) {
        case single_point:
            return 1;
        case line:
            return 2;
        case triangle:
            return 3;
        case quad:
        case tet:
            return 4;
        case hexahedron:
        case prism:
        case pyramid:
            scanner.fail("hexahedra, prisms and pyramids are not supported; split them into tetrahedra");
        default:
            scanner.fail("element type " + std::to_string(type) +
                         " is unknown or of higher order; mesh with order 1 (gmsh -order 1)");
    }
}

void MshContents::add_element(std::int64_t type, std::span<const int> corners, std::span<const std::int64_t> physical) {
    if (type == line)
        builder.add_polyline(corners);
    else if (type == triangle || type == quad)
        builder.add_polygon(corners);
    else if (type == tet)
        builder.tets.push_back({corners[0], corners[1], corners[2], corners[3]});

    const int dimension = dimension_of(type);
    for (const std::int64_t tag : physical) {
        if (const auto name = physical_names.find({dimension, tag}); name != physical_names.end())
            builder.add_to_group(name->second, corners);
        else
            builder.add_to_numbered_group(dimension, tag, corners);
    }
}

}  // namespace talweg::read
