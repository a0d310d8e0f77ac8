#include "talweg/export/npz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "talweg/export/npz_writer.hpp"
#include "talweg/record/point_fields.hpp"
#include "talweg/record/recorded_fields.hpp"
#include "talweg/record/recorded_series.hpp"

namespace talweg {

namespace {

using Shape = std::vector<std::uint64_t>;

template <class Read>
void add_vectors(NpzWriter& file, const Clip& clip, const char* name, Read read) {
    const std::uint64_t points = read(clip.frames()[0]).size();
    file.begin(name, "<f8", Shape{clip.frames().size(), points, 3});
    for (const std::uint64_t frame : clip.frames()) file.append(std::span<const Vec3>(read(frame)));
    file.end();
}

template <std::size_t N>
void add_elements(NpzWriter& file, const Clip& clip, const char* name,
                  std::vector<std::array<int, N>> Body::*elements) {
    std::uint64_t count = 0;
    for (const Body& body : clip.run().bodies()) count += (body.*elements).size();
    file.begin(name, "<i4", Shape{count, N});
    for (const Body& body : clip.run().bodies()) file.append(std::span<const std::array<int, N>>(body.*elements));
    file.end();
}

void add_bodies(NpzWriter& file, const std::vector<Body>& bodies) {
    std::vector<std::string> names;
    std::vector<std::int32_t> first, count;
    for (const Body& body : bodies) {
        names.push_back(body.name);
        first.push_back(body.first_point);
        count.push_back(body.point_count);
    }
    file.add_words("body_names", names);
    file.add("body_first_point", "<i4", Shape{bodies.size()}, std::span<const std::int32_t>(first));
    file.add("body_point_count", "<i4", Shape{bodies.size()}, std::span<const std::int32_t>(count));
}

void add_fields(NpzWriter& file, const Clip& clip) {
    const RecordedFields recorded = read_recorded_fields(clip.run().directory(), clip.run().bodies());
    for (const RecordedFields::Field& field : recorded.fields) {
        Shape shape{clip.frames().size(), field.file->points()};
        if (field.file->components() > 1) shape.push_back(field.file->components());
        file.begin("elements_" + field.name, "<f8", shape);
        for (const std::uint64_t frame : clip.frames())
            file.append(std::span<const double>(field.file->read_values(frame)));
        file.end();
    }
}

/// By point, NaN where there is none; points keep their places, so their index is their name.
void add_point_fields(NpzWriter& file, const Clip& clip) {
    const PointFields fields(clip.run().directory(), clip.run().bodies());
    for (const PointFields::Field& field : fields.fields()) {
        if (fields.of_elements(field)) continue;
        const auto read = [&](std::uint64_t frame) {
            return fields.read(field, std::min(frame, fields.frames() - 1), std::numeric_limits<double>::quiet_NaN());
        };
        file.begin("points_" + field.name, "<f8", Shape{clip.frames().size(), read(clip.frames()[0]).size()});
        for (const std::uint64_t frame : clip.frames()) file.append(std::span<const double>(read(frame)));
        file.end();
    }
}

/// All steps, not only those of the frames: whoever sums impulses needs every one.
void add_series(NpzWriter& file, const Clip& clip) {
    const RecordedSeries series(clip.run().directory());
    for (const RecordedSeries::Entry& entry : series.entries()) {
        const auto rows = series.rows(entry.name);
        file.begin("series_" + entry.name, "<f8", Shape{rows.size(), entry.columns.size()});
        for (const auto& row : rows) file.append(std::span<const double>(row));
        file.end();
    }
}

}  // namespace

std::uint64_t export_npz(const Clip& clip, const std::filesystem::path& into, const ExportSettings&) {
    NpzWriter file(into);
    std::vector<double> times;
    std::vector<std::int64_t> frames;
    for (const std::uint64_t frame : clip.frames()) {
        times.push_back(clip.run().time(frame));
        frames.push_back(static_cast<std::int64_t>(frame));
    }
    add_vectors(file, clip, "positions", [&](std::uint64_t frame) { return clip.positions(frame); });
    add_vectors(file, clip, "velocities", [&](std::uint64_t frame) { return clip.velocities(frame); });
    if (clip.has_contact_forces())
        add_vectors(file, clip, "contact_forces", [&](std::uint64_t frame) { return clip.contact_forces(frame); });
    file.add("times", "<f8", Shape{times.size()}, std::span<const double>(times));
    file.add("frames", "<i8", Shape{frames.size()}, std::span<const std::int64_t>(frames));
    add_elements<2>(file, clip, "edges", &Body::edges);
    add_elements<3>(file, clip, "triangles", &Body::triangles);
    add_elements<4>(file, clip, "tets", &Body::tets);
    add_bodies(file, clip.run().bodies());
    add_fields(file, clip);
    add_point_fields(file, clip);
    add_series(file, clip);
    file.finish();
    return 1;
}

}  // namespace talweg
