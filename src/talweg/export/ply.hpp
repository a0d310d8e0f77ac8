/// PLY, a file per frame, binary little-endian or text: the points of all bodies as vertices (double) with the number
/// of their body and the recorded fields as further properties, triangles as faces, the edges of bodies without any as
/// edges. Comments name the bodies.
#pragma once
#include "talweg/export/export_settings.hpp"

namespace talweg {

enum class PlyEncoding { binary, text };

/// A field at one frame: a number per point of the run.
struct PointValues {
    std::string name;
    std::vector<double> values;
};

/// One frame. `positions` and fields are those of the whole run.
std::string ply_text(std::span<const ShownBody> shown, const std::vector<Vec3>& positions, const std::string& comment,
                     PlyEncoding encoding, std::span<const PointValues> fields = {});

/// frame_000000.ply and so on; says how many.
std::uint64_t export_ply(const Clip& clip, const std::filesystem::path& into, const ExportSettings& settings);

}  // namespace talweg
