#include "talweg/geometry/isosurface/isosurface.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "talweg/geometry/complete_mesh.hpp"
#include "talweg/math/error.hpp"

namespace talweg {
namespace {

/// Lattice points in units of half a spacing: corners of cubes are even, middles odd.
using Place = std::array<int, 3>;

/// Crossings keep this part of an edge away from its ends, so that no two of them fall together.
constexpr double shy = 0.1;

class Marching {
public:
    Marching(const ImplicitSurface& surface, const Box& box, double spacing)
        : surface_(surface), origin_(box.min - Vec3{spacing, spacing, spacing}), half_(0.5 * spacing) {
        double longest = 0.0;
        for (int a = 0; a < 3; ++a) {
            const double count = std::ceil(box.size()[a] / spacing) + 2.0;
            longest = std::max(longest, count);
            if (!(count <= 1 << 19)) throw Error(too_many(spacing));
            cubes_[a] = int(count);
        }
        while (root_ < longest) root_ *= 2;
    }

    Mesh run() {
        descend({0, 0, 0}, root_);
        complete_sheet(mesh_);
        return std::move(mesh_);
    }

private:
    static std::string too_many(double spacing) {
        return "a surface of spacing " + std::to_string(spacing) +
               " m in this box needs more than 20 million cubes; use a larger spacing";
    }

    Vec3 position(const Place& p) const { return origin_ + half_ * Vec3{double(p[0]), double(p[1]), double(p[2])}; }

    void descend(const Place& low, int size) {
        for (int a = 0; a < 3; ++a)
            if (low[a] >= cubes_[a]) return;
        // The tetrahedra of a cube reach to the middles of the next ones.
        const Vec3 margin{half_, half_, half_};
        const Place first{2 * low[0], 2 * low[1], 2 * low[2]};
        const Place last{first[0] + 2 * size, first[1] + 2 * size, first[2] + 2 * size};
        if (!surface_.may_cross({position(first) - margin, position(last) + margin})) return;
        if (size == 1) {
            if (++visited_ > 20'000'000) throw Error(too_many(2.0 * half_));
            march(first);
            return;
        }
        for (int part = 0; part < 8; ++part)
            descend({low[0] + (part & 4 ? size / 2 : 0), low[1] + (part & 2 ? size / 2 : 0),
                     low[2] + (part & 1 ? size / 2 : 0)},
                    size / 2);
    }

    /// The twelve tetrahedra between the middle of this cube and those of the next ones along each axis.
    void march(const Place& cube) {
        const Place middle{cube[0] + 1, cube[1] + 1, cube[2] + 1};
        for (int axis = 0; axis < 3; ++axis) {
            Place next = middle;
            next[axis] += 2;
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            // Around the face, counter-clockwise seen from `next`.
            constexpr int turn[4][2] = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
            std::array<Place, 4> corner;
            for (int i = 0; i < 4; ++i) {
                corner[i] = middle;
                corner[i][axis] += 1;
                corner[i][u] += turn[i][0];
                corner[i][v] += turn[i][1];
            }
            for (int i = 0; i < 4; ++i) cut({middle, corner[i], corner[(i + 1) % 4], next});
        }
    }

    /// The tetrahedron has det[b−a, c−a, d−a] > 0.
    void cut(const std::array<Place, 4>& tet) {
        int inside[4], outside[4], in = 0, out = 0;
        for (int i = 0; i < 4; ++i) (value(tet[i]) < 0.0 ? inside[in++] : outside[out++]) = i;
        if (in == 0 || out == 0) return;
        // The order of the corners as they now stand, inside ones first, decides which way round is outward.
        int order[4];
        std::copy(inside, inside + in, order);
        std::copy(outside, outside + out, order + in);
        bool even = true;
        for (int i = 0; i < 4; ++i)
            for (int j = i + 1; j < 4; ++j) even ^= order[i] > order[j];
        const auto at = [&](int i, int j) { return crossing(tet[order[i]], tet[order[j]]); };
        if (in == 1) {
            face(at(0, 1), at(0, 2), at(0, 3), even);
        } else if (in == 3) {
            face(at(0, 3), at(1, 3), at(2, 3), even);
        } else {
            const int a = at(0, 2), b = at(0, 3), c = at(1, 3), d = at(1, 2);
            // The shorter diagonal; a tie falls to the first, by the places alone.
            if (norm_squared(mesh_.points[a] - mesh_.points[c]) <= norm_squared(mesh_.points[b] - mesh_.points[d])) {
                face(a, b, c, even);
                face(a, c, d, even);
            } else {
                face(a, b, d, even);
                face(b, c, d, even);
            }
        }
    }

    void face(int a, int b, int c, bool even) {
        mesh_.triangles.push_back(even ? std::array{a, b, c} : std::array{a, c, b});
    }

    static std::uint64_t key(const Place& p) {
        return (std::uint64_t(p[0] + 2) << 42) | (std::uint64_t(p[1] + 2) << 21) | std::uint64_t(p[2] + 2);
    }

    double value(const Place& p) {
        const auto [found, is_new] = values_.try_emplace(key(p), 0.0);
        if (is_new) found->second = surface_.value(position(p));
        return found->second;
    }

    int crossing(const Place& in, const Place& out) {
        const auto [found, is_new] = crossings_[key(in)].try_emplace(key(out), int(mesh_.points.size()));
        if (is_new) {
            const double a = value(in), b = value(out);
            const double t = std::clamp(a / (a - b), shy, 1.0 - shy);
            mesh_.points.push_back(position(in) + t * (position(out) - position(in)));
        }
        return found->second;
    }

    const ImplicitSurface& surface_;
    Vec3 origin_;
    double half_;
    std::array<int, 3> cubes_{};
    int root_ = 1;
    std::int64_t visited_ = 0;
    std::unordered_map<std::uint64_t, double> values_;
    // By the end inside, then by the end outside; fourteen edges leave a lattice point at most.
    std::unordered_map<std::uint64_t, std::unordered_map<std::uint64_t, int>> crossings_;
    Mesh mesh_;
};

}  // namespace

ImplicitSurface with_slope(std::function<double(const Vec3&)> value, double slope) {
    const auto may_cross = [value, slope](const Box& box) {
        return std::abs(value(box.center())) <= slope * 0.5 * box.diagonal();
    };
    return {std::move(value), may_cross};
}

Mesh isosurface(const ImplicitSurface& surface, const Box& box, double spacing) {
    if (!(spacing > 0.0) || !std::isfinite(spacing)) throw Error("the spacing of a surface must be a positive length");
    if (box.empty()) return Mesh{};
    return Marching(surface, box, spacing).run();
}

}  // namespace talweg
