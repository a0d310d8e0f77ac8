#include "talweg/geometry/embed/embed_surface.hpp"

#include <algorithm>
#include <cmath>

#include "talweg/geometry/complete_mesh.hpp"
#include "talweg/geometry/embed/kept_tets.hpp"
#include "talweg/geometry/embed/tet_fill.hpp"
#include "talweg/math/error.hpp"

namespace talweg {
namespace {

// Every edge is passed as often in one direction as in the other.
bool has_no_border(const Mesh& surface) {
    std::vector<std::array<int, 3>> edges;  // low, high, direction
    for (const auto& t : surface.triangles)
        for (int i = 0; i < 3; ++i) {
            const int a = t[i], b = t[(i + 1) % 3];
            edges.push_back({std::min(a, b), std::max(a, b), a < b ? 1 : -1});
        }
    std::sort(edges.begin(), edges.end());
    int balance = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        balance += edges[i][2];
        const bool last = i + 1 == edges.size() || edges[i][0] != edges[i + 1][0] || edges[i][1] != edges[i + 1][1];
        if (last && balance != 0) return false;
    }
    return true;
}

// The tet of each surface point, kept from now on. A point on the border of its tet may as well belong to a kept
// neighbour.
std::vector<std::size_t> hold_points(const std::vector<Vec3>& points, const BodyCentredGrid& grid,
                                     std::vector<Place>& places) {
    std::vector<std::size_t> tets;
    for (const Vec3& p : points) {
        std::size_t tet = grid.locate(p);
        if (!is_kept(places[tet])) {
            const Vec3 margin = 1e-9 * grid.spacing() * Vec3{1.0, 1.0, 1.0};
            grid.for_each_tet_near({p - margin, p + margin}, [&](std::size_t other) {
                const auto w = grid.weights(other, p);
                if (is_kept(places[other]) && *std::min_element(w.begin(), w.end()) > -1e-9) tet = other;
            });
        }
        if (!is_kept(places[tet])) places[tet] = Place::crossed;
        tets.push_back(tet);
    }
    return tets;
}

Mesh collect_lattice(const BodyCentredGrid& grid, const std::vector<std::size_t>& tets) {
    Mesh lattice;
    std::vector<int> number(grid.lattice_point_count(), -1);
    for (const std::size_t tet : tets) {
        std::array<int, 4> corners;
        const auto lattice_points = grid.corners(tet);
        for (int c = 0; c < 4; ++c) {
            int& n = number[lattice_points[c]];
            if (n < 0) {
                n = int(lattice.points.size());
                lattice.points.push_back(grid.position(lattice_points[c]));
            }
            corners[c] = n;
        }
        lattice.tets.push_back(corners);
    }
    complete_solid(lattice);
    return lattice;
}

int place_in(const std::vector<std::size_t>& ascending, std::size_t value) {
    return int(std::lower_bound(ascending.begin(), ascending.end(), value) - ascending.begin());
}

}  // namespace

EmbeddedSurface embed_surface(const Mesh& surface, double spacing) {
    if (surface.triangles.empty()) throw Error("a lattice needs a surface of triangles to be built around");
    if (!(spacing > 0.0) || !std::isfinite(spacing))
        throw Error("the spacing of a lattice must be a positive length in metres, got " + std::to_string(spacing));
    const bool closed = has_no_border(surface);
    const BodyCentredGrid grid(bounding_box(surface.points), spacing);
    const WindingNumber winding(surface);
    std::vector<Place> places = find_places(surface, closed, grid, winding);
    const std::vector<std::size_t> holders = hold_points(surface.points, grid, places);

    std::vector<std::size_t> kept, crossed;
    for (std::size_t tet = 0; tet < places.size(); ++tet) {
        if (is_kept(places[tet])) kept.push_back(tet);
        if (places[tet] == Place::crossed) crossed.push_back(tet);
    }
    EmbeddedSurface result;
    result.fill.assign(kept.size(), 1.0);
    const std::vector<double> crossed_fill =
        closed ? fill_inside_closed(surface, grid, crossed) : fill_inside_open(winding, grid, crossed);
    for (std::size_t i = 0; i < crossed.size(); ++i)
        result.fill[std::size_t(place_in(kept, crossed[i]))] = crossed_fill[i];

    double filled = 0.0;
    for (const double f : result.fill) filled += f;
    // Right beside an open sheet the winding number reaches one half, and rounding may carry samples over it, but no
    // tet that the sheet does not cross.
    const bool encloses = closed ? filled > 0.0 : crossed.size() < kept.size();
    if (!encloses)
        throw Error("the surface encloses nothing, so it cannot become a solid; close it, or simulate it as a shell");

    result.lattice = collect_lattice(grid, kept);
    for (std::size_t i = 0; i < surface.points.size(); ++i) {
        result.tet.push_back(place_in(kept, holders[i]));
        result.weights.push_back(grid.weights(holders[i], surface.points[i]));
    }
    return result;
}

}  // namespace talweg
