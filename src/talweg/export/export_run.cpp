#include "talweg/export/export_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "talweg/export/glb.hpp"
#include "talweg/export/npz.hpp"
#include "talweg/export/obj.hpp"
#include "talweg/export/pc2.hpp"
#include "talweg/export/ply.hpp"
#include "talweg/export/usda.hpp"
#include "talweg/export/vtu.hpp"
#include "talweg/format/plain_file.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

namespace {

namespace fs = std::filesystem;

constexpr ExportFormat formats[] = {
    {"glb", "glTF 2.0 for web pages and viewers: short clips, a morph target per frame", true, export_glb},
    {"npz", "Arrays for NumPy: positions, velocities, times, topology, recorded fields", true, export_npz},
    {"obj", "Wavefront: a file per frame, an object per body", false, export_obj},
    {"pc2", "Point cache and mesh of each body, for Blender's mesh cache modifier and others", false, export_pc2},
    {"ply", "A mesh per frame, with the recorded fields at its vertices", false, export_ply},
    {"usda", "Universal Scene Description: one file, points as time samples", true, export_usda},
    {"vtu", "For ParaView: a collection (pvd) per body with velocity, displacement and recorded fields", false,
     export_vtu},
};

const ExportFormat& find_format(const std::string& name) {
    const auto found = std::ranges::find(formats, name, [](const ExportFormat& format) { return format.name; });
    if (found == std::end(formats)) {
        std::vector<std::string> names;
        for (const ExportFormat& format : formats) names.emplace_back(format.name);
        throw Error(fmt::format("no export format '{}'; there are: {}", name, fmt::join(names, ", ")));
    }
    return *found;
}

/// Where to, when it is a single file: NAME.format, NAME being that of the run, unless a file was named.
fs::path file_in(const fs::path& run, const fs::path& into, const std::string& format) {
    const fs::path name = fs::canonical(run).filename().string() + "." + format;
    if (into.empty()) return run / name;
    if (fs::is_directory(into) || !into.has_filename()) return into / name;
    // A name without an ending gets that of the format: no program opens it otherwise.
    return into.has_extension() ? into : fs::path(into.string() + "." + format);
}

/// Of formats that can have other triangles in every frame.
LiquidSurfaces require_liquids(const Clip& clip, const std::string& format) {
    constexpr std::array able{"obj", "ply", "usda"};
    if (std::ranges::find(able, format) == able.end())
        throw Error(fmt::format("{} cannot hold a surface whose triangles change from frame to frame; these can: {}",
                                format, fmt::join(able, ", ")));
    LiquidSurfaces liquids(clip.run());
    if (liquids.empty()) throw Error("the run has no liquid in space that could have a surface; leave out --surface");
    return liquids;
}

}  // namespace

std::span<const ExportFormat> export_formats() { return formats; }

ExportResult export_run(const fs::path& run, const ExportSettings& settings) {
    const ExportFormat& format = find_format(settings.format);
    const Clip clip(run, settings.frames, settings.up);
    ExportSettings wanted = settings;
    std::optional<LiquidSurfaces> liquids;
    if (settings.surface) wanted.liquids = &liquids.emplace(require_liquids(clip, settings.format));
    ExportResult result;
    if (format.one_file) {
        result.path = file_in(run, settings.into, settings.format);
        if (result.path.has_parent_path()) make_directory(result.path.parent_path());
    } else {
        result.path = settings.into.empty() ? run / settings.format : settings.into;
        settings.into.empty() ? make_plain_directory(result.path) : make_directory(result.path);
    }
    result.files = format.write(clip, result.path, wanted);
    if (format.one_file) result.bytes = fs::file_size(result.path);
    return result;
}

}  // namespace talweg
