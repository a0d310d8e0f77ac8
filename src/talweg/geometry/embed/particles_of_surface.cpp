#include "talweg/geometry/embed/particles_of_surface.hpp"

#include <fmt/format.h>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/distance/nearest.hpp"
#include "talweg/geometry/embed/winding_number.hpp"
#include "talweg/geometry/neighbour_grid.hpp"
#include "talweg/geometry/surface_sampler.hpp"
#include "talweg/geometry/tree/bounding_tree.hpp"
#include "talweg/math/error.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/math/random.hpp"

namespace talweg {

namespace {

void require_triangles(const Mesh& surface) {
    if (surface.triangles.empty()) throw Error("this surface has no triangles; name a solid shape or a closed mesh");
}

/// Whether a triangle is nearer to x than a distance.
bool near_surface(const Mesh& surface, const BoundingTree& tree, const Vec3& x, double distance) {
    const Vec3 far{distance, distance, distance};
    bool near = false;
    tree.visit({x - far, x + far}, [&](int t) {
        const auto& [a, b, c] = surface.triangles[t];
        const auto& p = surface.points;
        near = near || norm_squared(nearest_point_triangle(x, p[a], p[b], p[c]).apart) < distance * distance;
    });
    return near;
}

}  // namespace

Mesh make_particles_inside(const Mesh& surface, double spacing, ParticleOrder order, std::uint64_t seed) {
    require_triangles(surface);
    Box all;
    std::vector<Box> boxes;
    for (const auto& triangle : surface.triangles) {
        Box& box = boxes.emplace_back();
        for (const int corner : triangle) box.include(surface.points[corner]);
        all.include(box.min);
        all.include(box.max);
    }
    BoundingTree tree;
    tree.build(boxes);
    const WindingNumber winding(surface);
    std::vector<Vec3> points = make_particles(ParticleRegion::box, all.size(), spacing, order, seed).points;
    std::vector<std::uint8_t> inside(points.size());
    parallel_pieces(static_cast<int>(points.size()), [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            points[i] += all.center();
            // A lattice that fits in exactly is as far away as it shall be, but for rounding.
            inside[i] = winding(points[i]) > 0.5 && !near_surface(surface, tree, points[i], (0.5 - 1e-6) * spacing);
        }
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (inside[i]) points[kept++] = points[i];
    points.resize(kept);
    if (points.empty())
        throw Error(
            "no particle fits inside the surface; choose a smaller spacing, or close and orient the surface "
            "(`talweg check` tells)");
    return make_particles(std::move(points));
}

Mesh make_particles_on(const Mesh& surface, double spacing, ParticleOrder order, std::uint64_t seed) {
    require_triangles(surface);
    const SurfaceSampler sampler(surface);
    const double wanted = std::max(1.0, std::round(sampler.area() / (spacing * spacing)));
    if (!(wanted < 1e8)) throw Error("more than a hundred million particles; choose a larger spacing");
    Random random(seed);
    const auto sample = [&](int k) {
        if (order == ParticleOrder::regular)
            return sampler.at(mirrored_digits(k, 2), mirrored_digits(k, 3), mirrored_digits(k, 5)).place;
        const double pick = random.number(), root = random.number(), along = random.number();
        return sampler.at(pick, root, along).place;
    };
    const int count = static_cast<int>(wanted);
    std::vector<Vec3> points;
    if (order != ParticleOrder::poisson) {
        for (int k = 1; k <= count; ++k) points.push_back(sample(k));
        return make_particles(std::move(points));
    }
    constexpr int rounds = 40;  // in each of which as many as may find room try
    for (int round = 0; round < rounds; ++round) {
        const std::size_t before = points.size();
        for (int k = 0; k < count; ++k) points.push_back(sample(k));
        const NeighbourGrid grid(points, spacing);
        std::vector<std::uint8_t> taken(points.size(), 0);
        std::fill_n(taken.begin(), before, std::uint8_t(1));
        std::size_t next = before;
        for (std::size_t i = before; i < points.size(); ++i) {
            const auto near = grid.of(static_cast<int>(i));
            if (std::any_of(near.begin(), near.end(), [&](int j) { return taken[j] != 0; })) continue;
            taken[i] = 1;
            points[next++] = points[i];
        }
        points.resize(next);
    }
    return make_particles(std::move(points));
}

void link_particles(double reach, Mesh& particles) {
    const NeighbourGrid grid(particles.points, reach);
    auto& links = particles.edge_groups["links"];
    for (int i = 0; i < grid.point_count(); ++i)
        for (const int j : grid.of(i))
            if (i < j) links.push_back({i, j});
    if (links.empty())
        throw Error(
            fmt::format("no two particles are nearer to one another than the {:g} m of \"links\"; choose more "
                        "than their spacing",
                        reach));
}

}  // namespace talweg
