#include "talweg/export/coloured_ply.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "talweg/geometry/doctor/marked_triangles.hpp"

namespace talweg {
namespace {

constexpr std::array<int, 3> grey{200, 202, 206};

/// Vertices in the order they are written, and what joins them.
class Painting {
public:
    explicit Painting(std::span<const Vec3> x) : x_(x) {
        for (int i = 0; i < static_cast<int>(x.size()); ++i) add_vertex(i, grey);
    }

    template <std::size_t N>
    std::array<int, N> corners(const std::array<int, N>& points, const std::array<int, 3>* colour) {
        std::array<int, N> result = points;
        if (colour)
            for (int& corner : result) corner = add_vertex(corner, *colour);
        return result;
    }

    int count() const { return count_; }
    const std::string& text() const { return text_; }

private:
    int add_vertex(int point, const std::array<int, 3>& colour) {
        fmt::format_to(std::back_inserter(text_), "{} {} {} {} {} {}\n", x_[point][0], x_[point][1], x_[point][2],
                       colour[0], colour[1], colour[2]);
        return count_++;
    }

    std::span<const Vec3> x_;
    std::string text_;
    int count_ = 0;
};

}  // namespace

std::string coloured_ply(std::span<const Vec3> x, const std::vector<std::array<int, 3>>& triangles,
                         const std::vector<std::array<int, 2>>& edges, std::span<const Paint> paints) {
    // An edge alone is shown as a triangle without area would be.
    std::vector<std::array<int, 3>> flat;
    for (const auto& [a, b] : edges) flat.push_back({a, b, b});
    std::vector<const std::array<int, 3>*> of_triangle(triangles.size(), nullptr), of_edge(edges.size(), nullptr);
    for (const Paint& paint : paints) {
        const auto set = [&](const auto& list, auto& colours) {
            const std::vector<bool> marked = marked_triangles(list, paint.features);
            for (std::size_t i = 0; i < list.size(); ++i)
                if (marked[i] && !colours[i]) colours[i] = &paint.colour;
        };
        set(triangles, of_triangle);
        set(flat, of_edge);
    }
    Painting painting(x);
    std::string faces, lines;
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const auto [a, b, c] = painting.corners(triangles[t], of_triangle[t]);
        faces += fmt::format("3 {} {} {}\n", a, b, c);
    }
    for (std::size_t e = 0; e < edges.size(); ++e) {
        const auto [a, b] = painting.corners(edges[e], of_edge[e]);
        lines += fmt::format("{} {}\n", a, b);
    }
    std::string header = fmt::format(
        "ply\nformat ascii 1.0\ncomment talweg, metres, y up\nelement vertex {}\n"
        "property double x\nproperty double y\nproperty double z\n"
        "property uchar red\nproperty uchar green\nproperty uchar blue\n",
        painting.count());
    if (!triangles.empty())
        header += fmt::format("element face {}\nproperty list uchar int vertex_indices\n", triangles.size());
    if (!edges.empty())
        header += fmt::format("element edge {}\nproperty int vertex1\nproperty int vertex2\n", edges.size());
    return header + "end_header\n" + painting.text() + faces + lines;
}

}  // namespace talweg
