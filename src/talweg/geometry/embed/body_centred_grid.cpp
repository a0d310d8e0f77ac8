#include "talweg/geometry/embed/body_centred_grid.hpp"

#include <algorithm>
#include <cmath>

#include "talweg/geometry/measures.hpp"
#include "talweg/math/error.hpp"

namespace talweg {
namespace {

// Edges of the face towards +axis, in turn: towards +u, +v, −u, −v with u, v the next axes.
int side_axis(int axis, int edge) { return (axis + 1 + edge % 2) % 3; }
bool side_positive(int edge) { return edge < 2; }
int edge_towards(int axis, int side, bool positive) { return (side == (axis + 1) % 3 ? 0 : 1) + (positive ? 0 : 2); }

}  // namespace

BodyCentredGrid::BodyCentredGrid(const Box& box, double spacing) : spacing_(spacing) {
    constexpr double most_cubes = 1e7;
    const Vec3 size = box.size();
    double product = 1.0;
    for (int a = 0; a < 3; ++a) {
        // A surface that ends on a lattice plane must not need another cube because of rounding.
        const double count = std::ceil(size[a] / spacing - 1e-9) + 2.0;
        product *= count;
        if (!(product <= most_cubes))
            throw Error("a lattice of spacing " + std::to_string(spacing) +
                        " m around this surface has more than 10 million cubes; use a coarser one");
        cells_[a] = int(count);
        origin_[a] = box.center()[a] - 0.5 * cells_[a] * spacing;
    }
    for (std::size_t t = 0; t < 12; ++t) {
        const auto lattice_points = corners(t);
        for (int i = 0; i < 4; ++i) {
            templates_[t].corners[i] = lattice_coordinates(lattice_points[i]);
            templates_[t].bounds.include(templates_[t].corners[i]);
        }
    }
}

std::size_t BodyCentredGrid::cube_index(const Cube& c) const {
    return (std::size_t(c[0]) * std::size_t(cells_[1]) + std::size_t(c[1])) * std::size_t(cells_[2]) +
           std::size_t(c[2]);
}

BodyCentredGrid::Cube BodyCentredGrid::cube_of(std::size_t index) const {
    const std::size_t y = std::size_t(cells_[1]), z = std::size_t(cells_[2]);
    return {int(index / (y * z)), int(index / z % y), int(index % z)};
}

std::size_t BodyCentredGrid::corner_index(const Cube& c) const {
    const std::size_t y = std::size_t(cells_[1]) + 1, z = std::size_t(cells_[2]) + 1;
    return cube_count() + (std::size_t(c[0]) * y + std::size_t(c[1])) * z + std::size_t(c[2]);
}

bool BodyCentredGrid::exists(std::size_t tet) const {
    const int axis = int(tet / 4 % 3);
    return cube_of(tet / 12)[axis] + 1 < cells_[axis];
}

std::array<std::size_t, 4> BodyCentredGrid::corners(std::size_t tet) const {
    const Cube low = cube_of(tet / 12);
    const int axis = int(tet / 4 % 3), edge = int(tet % 4);
    const int side = side_axis(axis, edge), along = 3 - axis - side;
    Cube high = low;
    ++high[axis];
    // The edge's ends as corners of the cube above, where its lower face lies at 0 along the axis.
    Cube start = high, end = high;
    if (side_positive(edge)) ++start[side], ++end[side];
    ++end[along];
    // Going round the face turns the edge with it, which keeps the tets alike; odd edges run backwards.
    const bool forward = (edge == 0 || edge == 3);
    if (!forward) std::swap(start, end);
    return {cube_index(low), cube_index(high), corner_index(start), corner_index(end)};
}

Vec3 BodyCentredGrid::lattice_coordinates(std::size_t lattice_point) const {
    if (lattice_point < cube_count()) {
        const Cube c = cube_of(lattice_point);
        return {c[0] + 0.5, c[1] + 0.5, c[2] + 0.5};
    }
    const std::size_t index = lattice_point - cube_count(), y = std::size_t(cells_[1]) + 1,
                      z = std::size_t(cells_[2]) + 1;
    return {double(index / (y * z)), double(index / z % y), double(index % z)};
}

Vec3 BodyCentredGrid::position(std::size_t lattice_point) const {
    return origin_ + spacing_ * lattice_coordinates(lattice_point);
}

std::size_t BodyCentredGrid::lattice_point_count() const { return corner_index({cells_[0], cells_[1], cells_[2]}) + 1; }

// The same bits as position() gives: sums of whole and half numbers are exact.
std::array<Vec3, 4> BodyCentredGrid::positions(std::size_t tet) const {
    const Cube c = cube_of(tet / 12);
    const Vec3 cube{double(c[0]), double(c[1]), double(c[2])};
    std::array<Vec3, 4> x;
    for (int i = 0; i < 4; ++i) x[i] = origin_ + spacing_ * (cube + templates_[tet % 12].corners[i]);
    return x;
}

std::size_t BodyCentredGrid::tet_at(Cube c, int axis, bool positive, int side, bool side_is_positive) const {
    if (!positive) --c[axis];
    if (c[axis] < 0 || c[axis] + 1 >= cells_[axis]) return none;
    return 12 * cube_index(c) + 4 * std::size_t(axis) + std::size_t(edge_towards(axis, side, side_is_positive));
}

std::array<std::size_t, 4> BodyCentredGrid::neighbours(std::size_t tet) const {
    const Cube low = cube_of(tet / 12);
    const int axis = int(tet / 4 % 3), edge = int(tet % 4), side = side_axis(axis, edge);
    Cube high = low;
    ++high[axis];
    const std::size_t face = tet - tet % 4;
    // Around the face between the cubes, and in each of the cubes across the plane through its middle and the edge.
    return {face + std::size_t((edge + 1) % 4), face + std::size_t((edge + 3) % 4),
            tet_at(low, side, side_positive(edge), axis, true), tet_at(high, side, side_positive(edge), axis, false)};
}

std::size_t BodyCentredGrid::tet_in_cube(std::size_t cube, int half) const {
    const int axis = half / 8, edge = half % 4;
    return tet_at(cube_of(cube), axis, half / 4 % 2 == 1, side_axis(axis, edge), side_positive(edge));
}

std::array<std::size_t, 2> BodyCentredGrid::cubes_of(std::size_t tet) const {
    const auto c = corners(tet);
    return {c[0], c[1]};
}

BodyCentredGrid::Cube BodyCentredGrid::cube_at(const Vec3& p) const {
    Cube c;
    for (int a = 0; a < 3; ++a)
        c[a] = int(std::clamp(std::floor((p[a] - origin_[a]) / spacing_), 0.0, double(cells_[a] - 1)));
    return c;
}

std::size_t BodyCentredGrid::locate(const Vec3& p) const {
    const Cube c = cube_at(p);
    const Vec3 local = p - position(cube_index(c));
    // The face the point is nearest to, then the edge of that face.
    std::array<int, 3> order{0, 1, 2};
    std::sort(order.begin(), order.end(), [&](int a, int b) {
        return std::abs(local[a]) != std::abs(local[b]) ? std::abs(local[a]) > std::abs(local[b]) : a < b;
    });
    return tet_at(c, order[0], local[order[0]] >= 0.0, order[1], local[order[1]] >= 0.0);
}

std::array<double, 4> BodyCentredGrid::weights(std::size_t tet, const Vec3& p) const {
    const auto x = positions(tet);
    // Relative to the first corner, so that a far-away lattice loses no digits.
    const Vec3 a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0], d = p - x[0];
    const double volume = dot(a, cross(b, c));
    const double wa = dot(d, cross(b, c)) / volume, wb = dot(a, cross(d, c)) / volume,
                 wc = dot(a, cross(b, d)) / volume;
    return {1.0 - wa - wb - wc, wa, wb, wc};
}

}  // namespace talweg
