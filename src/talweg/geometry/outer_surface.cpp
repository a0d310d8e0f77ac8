#include "talweg/geometry/outer_surface.hpp"

#include <algorithm>
#include <cstddef>

namespace talweg {

std::vector<std::array<int, 3>> outer_surface(const std::vector<std::array<int, 4>>& tets) {
    struct Face {
        std::array<int, 3> key;  // ascending, the same from both sides
        std::size_t place;       // 4 · tet + face
    };
    std::vector<Face> faces;
    faces.reserve(4 * tets.size());
    for (const auto& tet : tets)
        for (const auto& corners : tet_faces) {
            std::array<int, 3> key{tet[corners[0]], tet[corners[1]], tet[corners[2]]};
            std::sort(key.begin(), key.end());
            faces.push_back({key, faces.size()});
        }
    std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) { return a.key < b.key; });

    std::vector<std::size_t> single;
    for (std::size_t i = 0; i < faces.size();) {
        std::size_t end = i + 1;
        while (end < faces.size() && faces[end].key == faces[i].key) ++end;
        if (end == i + 1) single.push_back(faces[i].place);
        i = end;
    }
    std::sort(single.begin(), single.end());

    std::vector<std::array<int, 3>> surface;
    surface.reserve(single.size());
    for (const std::size_t place : single) {
        const auto& tet = tets[place / 4];
        const auto& corners = tet_faces[place % 4];
        surface.push_back({tet[corners[0]], tet[corners[1]], tet[corners[2]]});
    }
    return surface;
}

}  // namespace talweg
