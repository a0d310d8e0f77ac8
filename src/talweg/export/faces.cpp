#include "talweg/export/faces.hpp"

#include <map>

namespace talweg {

Faces faces_of(const ShownBody& skin, const MeshLooks& looks) {
    Faces faces;
    std::size_t quad = 0;
    const auto add = [&](std::size_t triangle, int corner) {
        faces.corners.push_back(skin.triangles[triangle][corner]);
        if (!looks.texture.empty()) faces.texture.push_back(looks.texture[triangle][corner]);
    };
    for (std::size_t t = 0; t < skin.triangles.size(); ++t) {
        const bool whole = quad < looks.quads.size() && looks.quads[quad] == static_cast<int>(t);
        for (int k = 0; k < 3; ++k) add(t, k);
        if (whole) {
            add(++t, 2);
            ++quad;
        }
        faces.counts.push_back(whole ? 4 : 3);
    }
    return faces;
}

ShownBody split_at_seams(const ShownBody& skin, const MeshLooks& looks, std::vector<Vec2>& texture) {
    texture.clear();
    if (looks.texture.empty()) return skin;
    ShownBody split{skin.name, {}};
    std::map<std::array<double, 3>, int> number;  // of a point with its u and v
    for (std::size_t t = 0; t < skin.triangles.size(); ++t) {
        auto& triangle = split.triangles.emplace_back();
        for (int k = 0; k < 3; ++k) {
            const int point = skin.triangles[t][k];
            const Vec2 at = looks.texture[t][k];
            const auto [found, fresh] = number.emplace(std::array{static_cast<double>(point), at[0], at[1]},
                                                       static_cast<int>(split.points.size()));
            if (fresh) {
                split.points.push_back(skin.points[point]);
                texture.push_back(at);
            }
            triangle[k] = found->second;
        }
    }
    return split;
}

}  // namespace talweg
