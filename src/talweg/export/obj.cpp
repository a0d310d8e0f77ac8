#include "talweg/export/obj.hpp"

#include <fmt/format.h>

#include <map>

#include "talweg/export/faces.hpp"
#include "talweg/export/surfaced_frame.hpp"
#include "talweg/format/file.hpp"

namespace talweg {

namespace {

template <std::size_t N>
void append_elements(std::string& text, char kind, const std::vector<std::array<int, N>>& elements, std::size_t first) {
    for (const auto& element : elements) {
        text += kind;
        for (const int point : element)
            fmt::format_to(std::back_inserter(text), " {}", point + first + 1);  // OBJ counts from 1
        text += '\n';
    }
}

/// vt lines, each place once, and faces that name them after a stroke.
void append_faces(std::string& text, const Faces& faces, std::size_t first, std::size_t& textures) {
    std::map<std::array<double, 2>, std::size_t> number;
    for (const Vec2& at : faces.texture)
        if (number.emplace(std::array{at[0], at[1]}, textures + number.size() + 1).second)
            fmt::format_to(std::back_inserter(text), "vt {} {}\n", at[0], at[1]);
    textures += number.size();
    std::size_t corner = 0;
    for (const int count : faces.counts) {
        text += 'f';
        for (int k = 0; k < count; ++k, ++corner) {
            fmt::format_to(std::back_inserter(text), " {}", faces.corners[corner] + first + 1);
            if (faces.texture.empty()) continue;
            const Vec2& at = faces.texture[corner];
            fmt::format_to(std::back_inserter(text), "/{}", number.at({at[0], at[1]}));
        }
        text += '\n';
    }
}

}  // namespace

std::string obj_text(std::span<const ShownBody> shown, const std::vector<Vec3>& positions, const std::string& comment,
                     std::span<const MeshLooks> looks) {
    std::string text = "# " + comment + "\n";
    std::size_t first = 0, textures = 0;
    for (std::size_t b = 0; b < shown.size(); ++b) {
        const ShownBody& skin = shown[b];
        std::string name = skin.name;
        for (char& c : name)
            if (c == ' ') c = '_';  // a name ends at a blank
        text += "o " + name + "\n";
        for (const Vec3& x : skin.of(positions))
            fmt::format_to(std::back_inserter(text), "v {} {} {}\n", x[0], x[1], x[2]);
        append_elements(text, 'l', skin.edges, first);
        append_faces(text, faces_of(skin, b < looks.size() ? looks[b] : MeshLooks{}), first, textures);
        first += skin.points.size();
    }
    return text;
}

std::uint64_t export_obj(const Clip& clip, const std::filesystem::path& into, const ExportSettings& settings) {
    const std::string comment = "talweg, " + conventions(clip);
    for (const std::uint64_t frame : clip.frames()) {
        SurfacedFrame there{clip.shown(), {}};
        if (settings.liquids)
            there = surfaced_frame(clip, frame, settings.liquids);
        else
            there.positions = clip.positions(frame);  // all, so that numbers stay
        replace_file(into / fmt::format("frame_{:06}.obj", frame),
                     obj_text(there.shown, there.positions, comment, clip.looks()));
    }
    return clip.frames().size();
}

}  // namespace talweg
