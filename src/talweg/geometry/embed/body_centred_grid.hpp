/// The body-centred cubic lattice of tetrahedra: cubes with a point in the middle of each, and between the middles of
/// two neighbouring cubes four tetrahedra, one to each edge of the face between them. All tetrahedra are congruent and
/// nearly regular (dihedral angles 60° and 90°).
#pragma once
#include <algorithm>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/mesh.hpp"

namespace talweg {

class BodyCentredGrid {
public:
    using Cube = std::array<int, 3>;

    /// Cubes of edge length `spacing`, symmetric about the box's middle, with a free cube on every side at least.
    BodyCentredGrid(const Box& box, double spacing);

    double spacing() const { return spacing_; }
    Vec3 origin() const { return origin_; }
    std::array<int, 3> cells() const { return cells_; }
    /// Tetrahedra are numbered 12 · cube + 4 · axis + edge; those that would reach beyond the grid do not exist.
    std::size_t tet_count() const { return 12 * cube_count(); }
    bool exists(std::size_t tet) const;

    /// Corners as lattice points; det > 0.
    std::array<std::size_t, 4> corners(std::size_t tet) const;
    std::size_t lattice_point_count() const;
    Vec3 position(std::size_t lattice_point) const;
    std::array<Vec3, 4> positions(std::size_t tet) const;

    /// The four tets behind its faces; `none` where the grid ends.
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::array<std::size_t, 4> neighbours(std::size_t tet) const;

    /// The 24 tets that share in a cube: `half` = 4 · face + edge, with faces towards −x, +x, −y, +y, −z, +z and the
    /// edges of a face in turn. `none` where the grid ends.
    std::size_t cube_count() const { return std::size_t(cells_[0]) * std::size_t(cells_[1]) * std::size_t(cells_[2]); }
    Cube cube_of(std::size_t index) const;
    std::size_t tet_in_cube(std::size_t cube, int half) const;
    /// The two cubes a tet shares in.
    std::array<std::size_t, 2> cubes_of(std::size_t tet) const;

    /// The tet that holds the point, which must lie inside the box.
    std::size_t locate(const Vec3& p) const;
    /// Calls visit(tet) for every existing tet whose bounding box meets the box.
    template <class Visit>
    void for_each_tet_near(const Box& box, const Visit& visit) const;

    /// Barycentric weights of p in the tet: p = Σ weight · corner.
    std::array<double, 4> weights(std::size_t tet, const Vec3& p) const;

private:
    std::size_t cube_index(const Cube& c) const;
    std::size_t corner_index(const Cube& c) const;
    /// The tet at the face of cube c towards ±axis, on the edge of that face that lies towards ±side.
    std::size_t tet_at(Cube c, int axis, bool positive, int side, bool side_positive) const;
    Cube cube_at(const Vec3& p) const;
    Vec3 lattice_coordinates(std::size_t lattice_point) const;  // in units of the spacing from the origin

    // One of the twelve tets of a cube, in units of the spacing from the cube's lowest corner.
    struct Template {
        std::array<Vec3, 4> corners;
        Box bounds;
    };

    Vec3 origin_;
    double spacing_;
    Cube cells_;
    std::array<Template, 12> templates_;
};

template <class Visit>
void BodyCentredGrid::for_each_tet_near(const Box& box, const Visit& visit) const {
    const Box local{(box.min - origin_) / spacing_, (box.max - origin_) / spacing_};
    // A tet reaches from its own cube up to half into the next, and half a cube to the sides at most.
    Cube low, high;
    for (int a = 0; a < 3; ++a) {
        low[a] = std::max(0, int(local.min[a] - 1.5));
        high[a] = std::min(cells_[a] - 1, int(local.max[a] + 0.5));
    }
    for (int i = low[0]; i <= high[0]; ++i)
        for (int j = low[1]; j <= high[1]; ++j)
            for (int k = low[2]; k <= high[2]; ++k) {
                const Cube cube{i, j, k};
                for (int t = 0; t < 12; ++t) {
                    const Box& bounds = templates_[t].bounds;
                    bool meets = cube[t / 4] + 1 < cells_[t / 4];
                    for (int a = 0; a < 3; ++a)
                        meets =
                            meets && cube[a] + bounds.min[a] <= local.max[a] && local.min[a] <= cube[a] + bounds.max[a];
                    if (meets) visit(12 * cube_index(cube) + std::size_t(t));
                }
            }
}

}  // namespace talweg
