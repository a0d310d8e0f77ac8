#include "talweg/export/usda.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "talweg/export/faces.hpp"
#include "talweg/export/growing_file.hpp"
#include "talweg/export/portable_names.hpp"
#include "talweg/export/single_precision.hpp"
#include "talweg/geometry/bounding_box.hpp"

namespace talweg {

namespace {

/// A body as USD names it. Curves repeat a point where they meet, so `points` may hold one more than once.
struct Prim {
    std::string identifier, schema, name;
    ShownBody skin;
    Faces faces = {};
    std::vector<int> curve_lengths = {};
};

/// Edges strung together: as long as one begins where the one before ended, they are one curve.
void string_edges(Prim& prim) {
    std::vector<int> points;
    int end = -1;
    for (const auto& [a, b] : prim.skin.edges) {
        if (a != end) {
            points.push_back(prim.skin.points[a]);
            prim.curve_lengths.push_back(1);
        }
        points.push_back(prim.skin.points[b]);
        ++prim.curve_lengths.back();
        end = b;
    }
    prim.skin.points = std::move(points);
}

Prim prim_of(const ShownBody& skin, const MeshLooks& looks, const std::string& identifier) {
    if (!skin.triangles.empty()) return {identifier, "Mesh", "mesh", skin, faces_of(skin, looks)};
    if (skin.edges.empty()) return {identifier, "Points", "points", skin};
    Prim prim{identifier, "BasisCurves", "curves", skin};
    string_edges(prim);
    return prim;
}

std::string list_of(const std::vector<Float3>& vectors) {
    std::string text = "[";
    for (const auto& [x, y, z] : vectors) fmt::format_to(std::back_inserter(text), "({}, {}, {}), ", x, y, z);
    if (text.size() > 1) text.resize(text.size() - 2);
    return text + "]";
}

std::vector<Float3> extent_of(const std::vector<Vec3>& points) {
    if (points.empty()) return single_precision({Vec3::zero(), Vec3::zero()});
    const Box box = bounding_box(points);
    return single_precision({box.min, box.max});
}

/// `value(frame)` for the default and for every time code.
template <class Value>
void append_samples(GrowingFile& file, const Clip& clip, const char* declaration, Value value) {
    file.append(fmt::format("            {} = {}\n", declaration, list_of(value(clip.frames()[0]))));
    file.append(fmt::format("            {}.timeSamples = {{\n", declaration));
    for (const std::uint64_t frame : clip.frames())
        file.append(fmt::format("                {}: {},\n", frame, list_of(value(frame))));
    file.append("            }\n");
}

/// Who is who, for particles that come and go.
template <class There>
void append_ids(GrowingFile& file, const Clip& clip, const There& there) {
    const auto ids = [&](std::uint64_t frame) { return fmt::format("[{}]", fmt::join(there(frame).points, ", ")); };
    file.append(
        fmt::format("            int64[] ids = {}\n            int64[] ids.timeSamples = {{\n", ids(clip.frames()[0])));
    for (const std::uint64_t frame : clip.frames())
        file.append(fmt::format("                {}: {},\n", frame, ids(frame)));
    file.append("            }\n");
}

void append_topology(GrowingFile& file, const Prim& prim, double width) {
    if (prim.schema == "Mesh") {
        file.append(fmt::format("            int[] faceVertexCounts = [{}]\n", fmt::join(prim.faces.counts, ", ")));
        file.append(fmt::format("            int[] faceVertexIndices = [{}", fmt::join(prim.faces.corners, ", ")));
        file.append("]\n            uniform bool doubleSided = 1\n");
        file.append("            uniform token subdivisionScheme = \"none\"\n");
        if (!prim.faces.texture.empty()) {
            std::string texture;
            for (const Vec2& at : prim.faces.texture)
                fmt::format_to(std::back_inserter(texture), "{}({}, {})", texture.empty() ? "" : ", ",
                               static_cast<float>(at[0]), static_cast<float>(at[1]));
            file.append("            texCoord2f[] primvars:st = [" + texture +
                        "] (\n                interpolation = \"faceVarying\"\n            )\n");
        }
    } else {
        if (prim.schema == "BasisCurves") {
            file.append("            uniform token type = \"linear\"\n");
            file.append(
                fmt::format("            int[] curveVertexCounts = [{}]\n", fmt::join(prim.curve_lengths, ", ")));
        }
        file.append(
            fmt::format("            float[] widths = [{}] (\n                interpolation = \"constant\"\n"
                        "            )\n",
                        static_cast<float>(width)));
    }
}

/// A string of the format: what would end it, or is no text, is left out.
std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text)
        if (c == '"' || c == '\\')
            (result += '\\') += c;
        else if (static_cast<unsigned char>(c) >= 32)
            result += c;
    return result + "\"";
}

void append_prim(GrowingFile& file, const Clip& clip, const Prim& prim) {
    const bool loose = prim.schema == "Points";
    const auto there = [&](std::uint64_t frame) { return loose ? clip.present(prim.skin, frame) : prim.skin; };
    const auto points = [&](std::uint64_t frame) { return there(frame).of(clip.positions(frame)); };
    // Nobody has said how thick a line or a point is: a hundredth of the body can be seen and hides nothing. But for
    // particles that contact gives a radius.
    const double width = loose && prim.skin.radius > 0.0
                             ? 2.0 * prim.skin.radius
                             : 0.01 * bounding_box(prim.skin.of(clip.positions(clip.frames()[0]))).diagonal();
    file.append(
        fmt::format("\n    def Xform \"{}\" (\n        doc = {}\n    )\n    {{\n        def {} \"{}\"\n        {{\n",
                    prim.identifier, quoted(prim.skin.name), prim.schema, prim.name));
    append_topology(file, prim, width > 0 ? width : 0.01);
    append_samples(file, clip, "float3[] extent", [&](std::uint64_t frame) { return extent_of(points(frame)); });
    append_samples(file, clip, "point3f[] points",
                   [&](std::uint64_t frame) { return single_precision(points(frame)); });
    append_samples(file, clip, "vector3f[] velocities",
                   [&](std::uint64_t frame) { return single_precision(there(frame).of(clip.velocities(frame))); });
    if (loose) append_ids(file, clip, there);
    file.append("        }\n    }\n");
}

/// The surface of a liquid, whose triangles change from frame to frame.
void append_surface(GrowingFile& file, const Clip& clip, std::size_t body, const LiquidSurfaces& liquids,
                    const std::string& identifier) {
    file.append(fmt::format("\n    def Xform \"{}\" (\n        doc = {}\n    )\n    {{\n        def Mesh \"mesh\"\n",
                            identifier, quoted(clip.shown()[body].name)));
    file.append("        {\n            uniform bool doubleSided = 1\n");
    file.append("            uniform token subdivisionScheme = \"none\"\n");
    // By attribute, then by frame: each surface is made once.
    std::array<std::string, 5> samples, first;
    constexpr std::array names{"int[] faceVertexCounts", "int[] faceVertexIndices", "float3[] extent",
                               "point3f[] points", "vector3f[] velocities"};
    for (const std::uint64_t frame : clip.frames())
        for (const LiquidSurface& surface : liquids.at(frame)) {
            if (surface.body != body) continue;
            std::string corners;
            for (const auto& [a, b, c] : surface.triangles)
                fmt::format_to(std::back_inserter(corners), "{}{}, {}, {}", corners.empty() ? "" : ", ", a, b, c);
            const std::vector<Vec3> points = clip.turned(surface.points),
                                    v = surface.carried(clip.velocities(frame), Vec3::zero());
            const std::array values{fmt::format("[{}]", fmt::join(std::vector(surface.triangles.size(), 3), ", ")),
                                    "[" + corners + "]", list_of(extent_of(points)), list_of(single_precision(points)),
                                    list_of(single_precision(v))};
            for (std::size_t k = 0; k < names.size(); ++k) {
                if (first[k].empty()) first[k] = values[k];
                fmt::format_to(std::back_inserter(samples[k]), "                {}: {},\n", frame, values[k]);
            }
        }
    for (std::size_t k = 0; k < names.size(); ++k)
        file.append(fmt::format("            {0} = {1}\n            {0}.timeSamples = {{\n{2}            }}\n",
                                names[k], first[k], samples[k]));
    file.append("        }\n    }\n");
}

}  // namespace

std::uint64_t export_usda(const Clip& clip, const std::filesystem::path& into, const ExportSettings& settings) {
    GrowingFile file(into);
    file.append(fmt::format(R"(#usda 1.0
(
    defaultPrim = "run"
    doc = "talweg, {}"
    endTimeCode = {}
    framesPerSecond = {}
    metersPerUnit = 1
    startTimeCode = {}
    timeCodesPerSecond = {}
    upAxis = "{}"
)

def Xform "run"
{{)",
                            conventions(clip), clip.frames().back(), clip.frames_per_second(), clip.frames().front(),
                            clip.frames_per_second(), clip.up() == UpAxis::y ? "Y" : "Z"));
    const std::vector<std::string> names = identifiers(shown_names(clip.shown()));
    for (std::size_t i = 0; i < names.size(); ++i)
        if (settings.liquids && settings.liquids->has(i))
            append_surface(file, clip, i, *settings.liquids, names[i]);
        else
            append_prim(file, clip, prim_of(clip.shown()[i], clip.looks()[i], names[i]));
    file.append("}\n");
    file.finish();
    return 1;
}

}  // namespace talweg
