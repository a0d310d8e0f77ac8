#include "talweg/record/export_ply.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>

namespace talweg {

static_assert(std::endian::native == std::endian::little, "binary PLY is written as little-endian");

namespace {

template <class T>
void append_bytes(std::string& text, const T& value) {
    text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_vertex(std::string& text, const Vec3& x, std::span<const PointValues> fields, std::size_t point,
                   PlyEncoding encoding) {
    if (encoding == PlyEncoding::binary) {
        append_bytes(text, x);
        for (const PointValues& field : fields) append_bytes(text, field.values[point]);
    } else {
        fmt::format_to(std::back_inserter(text), "{} {} {}", x[0], x[1], x[2]);
        for (const PointValues& field : fields) fmt::format_to(std::back_inserter(text), " {}", field.values[point]);
        text += '\n';
    }
}

void append_face(std::string& text, const std::array<int, 3>& t, PlyEncoding encoding) {
    if (encoding == PlyEncoding::binary) {
        append_bytes(text, std::uint8_t{3});
        append_bytes(text, t);
    } else {
        fmt::format_to(std::back_inserter(text), "3 {} {} {}\n", t[0], t[1], t[2]);
    }
}

void append_edge(std::string& text, const std::array<int, 2>& e, PlyEncoding encoding) {
    if (encoding == PlyEncoding::binary)
        append_bytes(text, e);
    else
        fmt::format_to(std::back_inserter(text), "{} {}\n", e[0], e[1]);
}

}  // namespace

std::string ply_text(std::span<const Body> bodies, std::span<const Vec3> positions, PlyEncoding encoding,
                     std::span<const PointValues> fields) {
    std::size_t faces = 0, edges = 0;
    for (const Body& body : bodies) {
        faces += body.triangles.size();
        if (body.triangles.empty()) edges += body.edges.size();
    }
    std::string text = fmt::format("ply\nformat {} 1.0\ncomment talweg, metres, y up\n",
                                   encoding == PlyEncoding::binary ? "binary_little_endian" : "ascii");
    text +=
        fmt::format("element vertex {}\nproperty double x\nproperty double y\nproperty double z\n", positions.size());
    for (const PointValues& field : fields) text += fmt::format("property double {}\n", field.name);
    if (faces > 0) text += fmt::format("element face {}\nproperty list uchar int vertex_indices\n", faces);
    if (edges > 0) text += fmt::format("element edge {}\nproperty int vertex1\nproperty int vertex2\n", edges);
    text += "end_header\n";

    for (std::size_t i = 0; i < positions.size(); ++i) append_vertex(text, positions[i], fields, i, encoding);
    for (const Body& body : bodies)
        for (const auto& triangle : body.triangles) append_face(text, triangle, encoding);
    for (const Body& body : bodies)
        if (body.triangles.empty())
            for (const auto& edge : body.edges) append_edge(text, edge, encoding);
    return text;
}

}  // namespace talweg
