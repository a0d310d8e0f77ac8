#include "talweg/record/export_obj.hpp"

#include <fmt/format.h>

namespace talweg {

namespace {

template <std::size_t N>
void append_elements(std::string& text, char kind, const std::vector<std::array<int, N>>& elements) {
    for (const auto& element : elements) {
        text += kind;
        for (const int point : element)
            fmt::format_to(std::back_inserter(text), " {}", point + 1);  // OBJ counts from 1
        text += '\n';
    }
}

}  // namespace

std::string obj_text(std::span<const Body> bodies, std::span<const Vec3> positions) {
    std::string text = "# talweg, metres, y up\n";
    for (const Body& body : bodies) {
        std::string name = body.name;
        for (char& c : name)
            if (c == ' ') c = '_';  // a name ends at a blank
        text += "o " + name + "\n";
        for (const Vec3& x : positions.subspan(body.first_point, body.point_count))
            fmt::format_to(std::back_inserter(text), "v {} {} {}\n", x[0], x[1], x[2]);
        if (body.triangles.empty())
            append_elements(text, 'l', body.edges);
        else
            append_elements(text, 'f', body.triangles);
    }
    return text;
}

}  // namespace talweg
