#include "talweg/geometry/read/tetgen.hpp"

#include <cmath>

#include "talweg/geometry/read/element_builder.hpp"
#include "talweg/geometry/read/scanner.hpp"

namespace talweg::read {
namespace {

struct Nodes {
    int dimension;
    std::int64_t first;  // number of the first point: 0 or 1
};

Nodes read_nodes(const Source& source, ElementBuilder& builder) {
    Scanner scanner(source);
    scanner.ignore_comments('#');
    const std::int64_t claimed = scanner.integer("the number of points");
    const std::int64_t dimension = scanner.integer("the dimension");
    const int attributes = scanner.require_count(scanner.integer("the number of attributes"), 2, "attributes");
    const int markers = scanner.require_count(scanner.integer("the number of boundary markers"), 2, "markers");
    if (dimension != 2 && dimension != 3)
        scanner.fail("the dimension must be 2 or 3, found " + std::to_string(dimension));
    const int count = scanner.require_count(claimed, 6, "points");
    if (count == 0) scanner.fail("the file has no points; mesh again so that TetGen writes them (without -B or -N)");

    Nodes nodes{int(dimension), 0};
    for (int i = 0; i < count; ++i) {
        const std::int64_t number = scanner.integer("a point's number");
        if (i == 0) nodes.first = number;
        if (number != nodes.first + i || nodes.first < 0 || nodes.first > 1)
            scanner.fail("points must be numbered in order from 0 or 1, found " + std::to_string(number));
        Vec3 p = Vec3::zero();
        for (int a = 0; a < nodes.dimension; ++a) p[a] = scanner.number("a coordinate");
        builder.points.push_back(p);
        for (int a = 0; a < attributes; ++a) scanner.any_number("an attribute");
        for (int m = 0; m < markers; ++m) {
            const std::int64_t marker = scanner.integer("a boundary marker");
            if (m == 0) builder.add_to_numbered_group(0, marker, std::array{i});
        }
    }
    return nodes;
}

void read_elements(const Source& source, const Nodes& nodes, ElementBuilder& builder) {
    Scanner scanner(source);
    scanner.ignore_comments('#');
    const std::int64_t claimed = scanner.integer("the number of elements");
    const std::int64_t corner_count = scanner.integer("the number of points per element");
    const int attributes = scanner.require_count(scanner.integer("the number of attributes"), 2, "attributes");
    if (corner_count != nodes.dimension + 1)
        scanner.fail("elements with " + std::to_string(corner_count) + " points are not supported; mesh without -o2");
    const int count = scanner.require_count(claimed, 8, "elements");

    for (int i = 0; i < count; ++i) {
        scanner.integer("an element's number");
        std::array<int, 4> corners{};
        for (int c = 0; c < corner_count; ++c) {
            const std::int64_t number = scanner.integer("a point of an element"), index = number - nodes.first;
            if (number < nodes.first || std::size_t(index) >= builder.points.size())
                scanner.fail("point " + std::to_string(number) + " is named, but the node file has only " +
                             std::to_string(builder.points.size()) + ", counted from " + std::to_string(nodes.first));
            corners[std::size_t(c)] = int(index);
        }
        const std::span<const int> members(corners.data(), std::size_t(corner_count));
        if (nodes.dimension == 2)
            builder.add_polygon(members);
        else
            builder.tets.push_back(corners);
        for (int a = 0; a < attributes; ++a) {
            const double region = scanner.any_number("an attribute");
            // Regions are whole numbers, though TetGen may write them as 1.0; other attributes name nothing.
            if (a == 0 && std::abs(region) < 1e9 && region == std::floor(region))
                builder.add_to_numbered_group(nodes.dimension, int(region), members);
        }
    }
}

}  // namespace

Mesh read_tetgen_pair(const Source& nodes, const Source& elements) {
    ElementBuilder builder;
    read_elements(elements, read_nodes(nodes, builder), builder);
    return std::move(builder).finish(elements);
}

Mesh read_tetgen(const Source& source) {
    const bool has_nodes = source.path.extension() == ".node";
    std::filesystem::path other = source.path;
    other.replace_extension(has_nodes ? ".ele" : ".node");
    if (!std::filesystem::exists(other))
        source.fail("needs " + other.filename().string() + " beside it; TetGen writes both");
    const Source partner = load_source(other);
    return has_nodes ? read_tetgen_pair(source, partner) : read_tetgen_pair(partner, source);
}

}  // namespace talweg::read
