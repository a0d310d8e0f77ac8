#include "talweg/geometry/shapes/sweep.hpp"

#include <algorithm>

#include "talweg/geometry/complete_mesh.hpp"

namespace talweg::shapes {

Mesh sweep(const Mesh& section, int layers, bool closed, const std::function<Vec3(int, const Vec3&)>& place) {
    const int per_layer = int(section.points.size());
    const int layer_count = closed ? layers : layers + 1;
    Mesh mesh;
    for (int layer = 0; layer < layer_count; ++layer)
        for (const Vec3& p : section.points) mesh.points.push_back(place(layer, p));
    for (int layer = 0; layer < layers; ++layer) {
        const int low = layer * per_layer, high = (layer + 1) % layer_count * per_layer;
        for (auto t : section.triangles) {
            std::sort(t.begin(), t.end());
            mesh.tets.push_back({low + t[0], low + t[1], low + t[2], high + t[2]});
            mesh.tets.push_back({low + t[0], low + t[1], high + t[1], high + t[2]});
            mesh.tets.push_back({low + t[0], high + t[0], high + t[1], high + t[2]});
        }
    }
    orient_tets(mesh);
    complete_solid(mesh);
    return mesh;
}

}  // namespace talweg::shapes
