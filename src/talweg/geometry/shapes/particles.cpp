#include "talweg/geometry/shapes/particles.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talweg/math/error.hpp"
#include "talweg/math/random.hpp"

namespace talweg {

namespace {

/// Of length 1, in the given axes alone.
Vec3 direction_among(const bool* free, Random& random) {
    for (;;) {
        Vec3 d = Vec3::zero();
        for (int a = 0; a < 3; ++a)
            if (free[a]) d[a] = 2.0 * random.number() - 1.0;
        if (const double length = norm(d); length > 0.1 && length <= 1.0) return d / length;
    }
}

struct Region {
    ParticleRegion kind;
    Vec3 half;
    bool free[3];  // axes along which it has an extent

    bool contains(const Vec3& x) const {
        const auto part = [&](int a) { return free[a] ? x[a] / half[a] : 0.0; };
        for (int a = 0; a < 3; ++a)
            if (std::fabs(x[a]) > half[a]) return false;
        if (kind == ParticleRegion::box) return true;
        const double round = part(0) * part(0) + part(2) * part(2);
        return round + (kind == ParticleRegion::ball ? part(1) * part(1) : 0.0) <= 1.0;
    }
};

/// Cells along each axis, and a number for each.
struct Cells {
    std::array<std::int64_t, 3> count;
    double spacing;
    Vec3 low;

    Cells(const Region& region, double cell) : spacing(cell) {
        double all = 1.0;
        for (int a = 0; a < 3; ++a) {
            const double needed = region.free[a] ? std::max(1.0, std::floor(2.0 * region.half[a] / cell + 1e-9)) : 1.0;
            if ((all *= needed) > 1e8) throw Error("more than a hundred million particles; choose a larger spacing");
            count[a] = static_cast<std::int64_t>(needed);
            low[a] = region.free[a] ? -0.5 * needed * cell : 0.0;
        }
    }
};

/// In the middle of cells, or anywhere in them.
std::vector<Vec3> lattice(const Region& region, double spacing, bool jittered, Random& random) {
    const Cells cells(region, spacing);
    std::vector<Vec3> points;
    for (std::int64_t i = 0; i < cells.count[0]; ++i)
        for (std::int64_t j = 0; j < cells.count[1]; ++j)
            for (std::int64_t k = 0; k < cells.count[2]; ++k) {
                const std::int64_t at[3] = {i, j, k};
                Vec3 x = Vec3::zero();
                for (int a = 0; a < 3; ++a)
                    if (region.free[a])
                        x[a] = cells.low[a] + (double(at[a]) + (jittered ? random.number() : 0.5)) * spacing;
                if (region.contains(x)) points.push_back(x);
            }
    return points;
}

/// A point at a time from around an earlier one, as long as there is room; a grid of cells with at most one point each
/// tells who is near.
std::vector<Vec3> poisson(const Region& region, double spacing, Random& random) {
    constexpr int tries = 30;
    const int axes = int(region.free[0]) + int(region.free[1]) + int(region.free[2]);
    const double cell = spacing / std::sqrt(double(std::max(axes, 1)));
    std::int64_t count[3];
    double all = 1.0;
    for (int a = 0; a < 3; ++a) {
        count[a] =
            region.free[a] ? static_cast<std::int64_t>(std::min(1e9, std::floor(2.0 * region.half[a] / cell))) + 1 : 1;
        all *= double(count[a]);
    }
    if (all > 2e8) throw Error("more than a hundred million particles; choose a larger spacing");
    std::vector<int> grid(static_cast<std::size_t>(all), -1);
    const auto index = [&](const Vec3& x, std::int64_t* at) {
        for (int a = 0; a < 3; ++a)
            at[a] = region.free[a]
                        ? std::clamp<std::int64_t>(std::int64_t((x[a] + region.half[a]) / cell), 0, count[a] - 1)
                        : 0;
    };
    const auto place = [&](const std::int64_t* at) {
        return std::size_t((at[0] * count[1] + at[1]) * count[2] + at[2]);
    };
    std::vector<Vec3> points;
    std::vector<int> active;
    const auto near = [&](const Vec3& x) {
        std::int64_t at[3], to[3];
        index(x, at);
        for (to[0] = std::max<std::int64_t>(0, at[0] - 2); to[0] <= std::min(count[0] - 1, at[0] + 2); ++to[0])
            for (to[1] = std::max<std::int64_t>(0, at[1] - 2); to[1] <= std::min(count[1] - 1, at[1] + 2); ++to[1])
                for (to[2] = std::max<std::int64_t>(0, at[2] - 2); to[2] <= std::min(count[2] - 1, at[2] + 2); ++to[2])
                    if (const int other = grid[place(to)];
                        other >= 0 && norm_squared(points[other] - x) < spacing * spacing)
                        return true;
        return false;
    };
    const auto add = [&](const Vec3& x) {
        std::int64_t at[3];
        index(x, at);
        grid[place(at)] = static_cast<int>(points.size());
        active.push_back(static_cast<int>(points.size()));
        points.push_back(x);
    };
    add(Vec3::zero());
    while (!active.empty()) {
        const std::size_t chosen = random.below(active.size());
        bool found = false;
        for (int attempt = 0; attempt < tries && !found; ++attempt) {
            const Vec3 x =
                points[active[chosen]] + spacing * (1.0 + random.number()) * direction_among(region.free, random);
            if (!region.contains(x) || near(x)) continue;
            add(x);
            found = true;
        }
        if (!found) {
            active[chosen] = active.back();
            active.pop_back();
        }
    }
    return points;
}

}  // namespace

Mesh make_particles(std::vector<Vec3> points) {
    Mesh mesh;
    mesh.points = std::move(points);
    mesh.dimension = 0;
    return mesh;
}

Mesh make_particles(ParticleRegion kind, const Vec3& size, double spacing, ParticleOrder order, std::uint64_t seed) {
    Region region{kind, 0.5 * size, {size[0] > 0.0, size[1] > 0.0, size[2] > 0.0}};
    Random random(seed);
    const bool any = region.free[0] || region.free[1] || region.free[2];
    std::vector<Vec3> points = order == ParticleOrder::poisson && any
                                   ? poisson(region, spacing, random)
                                   : lattice(region, spacing, order == ParticleOrder::jittered, random);
    if (points.empty()) throw Error("no particle fits in; choose a smaller spacing or a larger region");
    return make_particles(std::move(points));
}

}  // namespace talweg
