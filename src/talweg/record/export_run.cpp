#include "talweg/record/export_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "talweg/math/error.hpp"
#include "talweg/record/export_obj.hpp"
#include "talweg/record/export_ply.hpp"
#include "talweg/record/file.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/point_fields.hpp"
#include "talweg/record/run_directory.hpp"
#include "talweg/record/topology.hpp"

namespace talweg {

namespace {

struct Format {
    const char* name;
    std::string (*write)(std::span<const Body>, std::span<const Vec3>, std::span<const PointValues>, bool text);
};

constexpr Format formats[] = {
    {"obj", [](std::span<const Body> bodies, std::span<const Vec3> x, std::span<const PointValues>,
               bool) { return obj_text(bodies, x); }},
    {"ply", [](std::span<const Body> bodies, std::span<const Vec3> x, std::span<const PointValues> fields,
               bool text) { return ply_text(bodies, x, text ? PlyEncoding::text : PlyEncoding::binary, fields); }},
};

const Format& find_format(const std::string& name) {
    const auto found =
        std::find_if(std::begin(formats), std::end(formats), [&](const Format& f) { return f.name == name; });
    if (found == std::end(formats))
        throw Error(fmt::format("no export format '{}'; there are: {}", name, fmt::join(export_formats(), ", ")));
    return *found;
}

}  // namespace

std::vector<std::string> export_formats() {
    std::vector<std::string> names;
    for (const Format& format : formats) names.emplace_back(format.name);
    return names;
}

ExportResult export_run(const std::filesystem::path& run, const ExportSettings& settings) {
    const Format& format = find_format(settings.format);
    const RunDirectory directory{run};
    if (!directory.holds_run()) throw Error(run.string() + " is not the directory of a run (it has no run.json)");
    const std::vector<Body> bodies = read_topology(directory.topology());
    const FrameReader reader(directory.positions());
    const PointFields fields(directory, bodies);
    const auto frames = select_frames(settings.frames, reader.frames());

    ExportResult result{settings.into.empty() ? run / settings.format : settings.into, 0};
    std::error_code error;
    std::filesystem::create_directories(result.directory, error);
    if (error) throw_system_error("create the directory " + result.directory.string(), error.value());
    for (const std::uint64_t frame : frames) {
        const auto path = result.directory / fmt::format("frame_{:06}.{}", frame, settings.format);
        std::vector<PointValues> values;
        for (const PointFields::Field& field : fields.fields())
            if (frame < fields.frames()) values.push_back({field.name, fields.read(field, frame)});
        replace_file(path, format.write(bodies, reader.read(frame), values, settings.text));
        ++result.files;
    }
    return result;
}

}  // namespace talweg
