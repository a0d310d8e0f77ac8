#include "talweg/geometry/shapes/blobs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talweg/geometry/distance/nearest.hpp"
#include "talweg/geometry/isosurface/tidy_surface.hpp"
#include "talweg/geometry/shapes/require.hpp"

namespace talweg {
namespace {

double distance_to(const Blob& blob, const Vec3& x) {
    const Vec3 apart = blob.at.size() == 1 ? x - blob.at[0] : nearest_point_edge(x, blob.at[0], blob.at[1]).apart;
    return norm(apart) - blob.radius;
}

void require(const std::vector<Blob>& parts, double blend, double spacing) {
    shapes::require_length("blobs", "spacing", spacing);
    shapes::require_length("blobs", "blend", blend);
    if (parts.empty()) throw Error("blobs: there must be at least one part");
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string name = "parts[" + std::to_string(i) + "]";
        shapes::require_length("blobs", name + ".radius", parts[i].radius);
        if (parts[i].at.empty() || parts[i].at.size() > 2)
            throw Error("blobs: " + name + ".at must be one place or two");
        for (const Vec3& end : parts[i].at) shapes::require_finite("blobs", name + ".at", end);
        if (spacing > parts[i].radius)
            throw Error("blobs: " + name + " has a radius of " + std::to_string(parts[i].radius) +
                        " m, which triangles of spacing " + std::to_string(spacing) +
                        " m cannot show; make the spacing smaller");
    }
}

}  // namespace

double blob_distance(const std::vector<Blob>& parts, double blend, const Vec3& x) {
    // Relative to the least so far, so that nothing overflows; parts that are far add nothing.
    double least = std::numeric_limits<double>::infinity(), sum = 0.0;
    for (const Blob& part : parts) {
        const double d = distance_to(part, x), behind = (d - least) / blend;
        if (!(behind > 0.0)) {
            sum = 1.0 + (behind > -40.0 ? sum * std::exp(behind) : 0.0);
            least = d;
        } else if (behind < 40.0) {
            sum += std::exp(-behind);
        }
    }
    return least - blend * std::log(sum);
}

Mesh make_blobs(const std::vector<Blob>& parts, double blend, double spacing) {
    require(parts, blend, spacing);
    Box box;
    const double swell = blend * std::log(double(parts.size()));
    for (const Blob& part : parts)
        for (const Vec3& end : part.at) {
            const double reach = part.radius + swell;
            box.include(end - Vec3{reach, reach, reach});
            box.include(end + Vec3{reach, reach, reach});
        }
    const ImplicitSurface surface = with_slope([&](const Vec3& x) { return blob_distance(parts, blend, x); }, 1.0);
    Mesh mesh = tidy_surface(isosurface(surface, box, spacing), surface, spacing);
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
        const auto nearest =
            std::ranges::min_element(parts, {}, [&](const Blob& part) { return distance_to(part, mesh.points[i]); });
        if (!nearest->group.empty()) mesh.point_groups[nearest->group].push_back(int(i));
    }
    return mesh;
}

}  // namespace talweg
