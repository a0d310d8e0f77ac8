#include "talweg/export/obj.hpp"

#include <fmt/format.h>

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

}  // namespace

std::string obj_text(std::span<const ShownBody> shown, const std::vector<Vec3>& positions, const std::string& comment) {
    std::string text = "# " + comment + "\n";
    std::size_t first = 0;
    for (const ShownBody& skin : shown) {
        std::string name = skin.name;
        for (char& c : name)
            if (c == ' ') c = '_';  // a name ends at a blank
        text += "o " + name + "\n";
        for (const Vec3& x : skin.of(positions))
            fmt::format_to(std::back_inserter(text), "v {} {} {}\n", x[0], x[1], x[2]);
        append_elements(text, 'l', skin.edges, first);
        append_elements(text, 'f', skin.triangles, first);
        first += skin.points.size();
    }
    return text;
}

std::uint64_t export_obj(const Clip& clip, const std::filesystem::path& into, const ExportSettings&) {
    const std::string comment = "talweg, " + conventions(clip);
    for (const std::uint64_t frame : clip.frames())
        replace_file(into / fmt::format("frame_{:06}.obj", frame),
                     obj_text(clip.shown(), clip.positions(frame), comment));
    return clip.frames().size();
}

}  // namespace talweg
