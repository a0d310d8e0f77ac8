#include "talweg/record/rest_triangles.hpp"

#include "talweg/math/error.hpp"
#include "talweg/record/frames.hpp"

namespace talweg {

namespace {

std::filesystem::path rest_file_of(const RunDirectory& run) { return run.path / "rest.npy"; }

}  // namespace

void write_rest_triangles(const RunDirectory& run, const RestTriangles& triangles) {
    if (triangles.empty()) return;
    FrameWriter writer = FrameWriter::create(rest_file_of(run), 3);
    for (const auto& corners : triangles) writer.append(corners);
    writer.flush();
}

RestTriangles read_rest_triangles(const RunDirectory& run) {
    RestTriangles triangles;
    if (!std::filesystem::exists(rest_file_of(run))) return triangles;
    const FrameReader reader(rest_file_of(run));
    if (reader.points() != 3 || reader.components() != 3)
        throw Error(rest_file_of(run).string() + " does not hold three corners per triangle; run the scene again");
    for (std::uint64_t t = 0; t < reader.frames(); ++t) {
        const std::vector<Vec3> corners = reader.read(t);
        triangles.push_back({corners[0], corners[1], corners[2]});
    }
    return triangles;
}

}  // namespace talweg
