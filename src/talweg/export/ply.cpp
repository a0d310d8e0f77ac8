#include "talweg/export/ply.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <numeric>

#include "talweg/export/surfaced_frame.hpp"
#include "talweg/format/file.hpp"
#include "talweg/record/point_fields.hpp"

namespace talweg {

static_assert(std::endian::native == std::endian::little, "binary PLY is written as little-endian");

namespace {

template <class T>
void append_bytes(std::string& text, const T& value) {
    text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_vertex(std::string& text, const Vec3& x, int body, std::span<const PointValues> fields, int point,
                   PlyEncoding encoding) {
    if (encoding == PlyEncoding::binary) {
        append_bytes(text, x);
        append_bytes(text, body);
        for (const PointValues& field : fields) append_bytes(text, field.values[point]);
    } else {
        fmt::format_to(std::back_inserter(text), "{} {} {} {}", x[0], x[1], x[2], body);
        for (const PointValues& field : fields) fmt::format_to(std::back_inserter(text), " {}", field.values[point]);
        text += '\n';
    }
}

template <std::size_t N>
void append_element(std::string& text, std::array<int, N> element, int first, PlyEncoding encoding) {
    for (int& point : element) point += first;
    if (encoding == PlyEncoding::binary) {
        if (N == 3) append_bytes(text, std::uint8_t{3});
        append_bytes(text, element);
    } else {
        fmt::format_to(std::back_inserter(text), "{}{}\n", N == 3 ? "3 " : "", fmt::join(element, " "));
    }
}

std::string header(std::span<const ShownBody> shown, const std::string& comment, PlyEncoding encoding,
                   std::span<const PointValues> fields) {
    std::size_t points = 0, faces = 0, edges = 0;
    std::string text = fmt::format("ply\nformat {} 1.0\ncomment {}\n",
                                   encoding == PlyEncoding::binary ? "binary_little_endian" : "ascii", comment);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        points += shown[i].points.size();
        faces += shown[i].triangles.size();
        edges += shown[i].edges.size();
        text += fmt::format("comment body {}: {}\n", i, shown[i].name);
    }
    text += fmt::format("element vertex {}\nproperty double x\nproperty double y\nproperty double z\n", points);
    text += "property int body\n";
    for (const PointValues& field : fields) text += fmt::format("property double {}\n", field.name);
    if (faces > 0) text += fmt::format("element face {}\nproperty list uchar int vertex_indices\n", faces);
    if (edges > 0) text += fmt::format("element edge {}\nproperty int vertex1\nproperty int vertex2\n", edges);
    return text + "end_header\n";
}

}  // namespace

std::string ply_text(std::span<const ShownBody> shown, const std::vector<Vec3>& positions, const std::string& comment,
                     PlyEncoding encoding, std::span<const PointValues> fields) {
    std::string text = header(shown, comment, encoding, fields);
    for (std::size_t i = 0; i < shown.size(); ++i)
        for (const int point : shown[i].points)
            append_vertex(text, positions[point], static_cast<int>(i), fields, point, encoding);
    int first = 0;
    for (const ShownBody& skin : shown) {
        for (const auto& triangle : skin.triangles) append_element(text, triangle, first, encoding);
        first += static_cast<int>(skin.points.size());
    }
    first = 0;
    for (const ShownBody& skin : shown) {
        for (const auto& edge : skin.edges) append_element(text, edge, first, encoding);
        first += static_cast<int>(skin.points.size());
    }
    return text;
}

std::uint64_t export_ply(const Clip& clip, const std::filesystem::path& into, const ExportSettings& settings) {
    const std::string comment = "talweg, " + conventions(clip);
    const PointFields fields(clip.run().directory(), clip.run().bodies());
    for (const std::uint64_t frame : clip.frames()) {
        const SurfacedFrame there = surfaced_frame(clip, frame, settings.liquids);
        std::vector<PointValues> values;
        for (const PointFields::Field& field : fields.fields())
            if (frame < fields.frames())
                values.push_back({field.name, there.with_surfaces(fields.read(field, frame), 0.0)});
        if (!clip.run().ages().empty()) {  // particles come and go: who is who
            std::vector<double> ids(there.positions.size());
            std::iota(ids.begin(), ids.end(), 0.0);
            values.push_back({"id", std::move(ids)});
        }
        replace_file(into / fmt::format("frame_{:06}.ply", frame),
                     ply_text(there.shown, there.positions, comment,
                              settings.text ? PlyEncoding::text : PlyEncoding::binary, values));
    }
    return clip.frames().size();
}

}  // namespace talweg
