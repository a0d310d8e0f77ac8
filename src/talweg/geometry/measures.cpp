#include "talweg/geometry/measures.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace talweg {
namespace {

double length(const std::vector<Vec3>& x, const std::array<int, 2>& e) { return norm(x[e[1]] - x[e[0]]); }

double area(const std::vector<Vec3>& x, const std::array<int, 3>& t) {
    return norm(area_vector(x[t[0]], x[t[1]], x[t[2]]));
}

// Half the cross product of the diagonals: exact for flat cells, and the same whichever corner comes first.
double area(const std::vector<Vec3>& x, const std::array<int, 4>& q) {
    return 0.5 * norm(cross(x[q[2]] - x[q[0]], x[q[3]] - x[q[1]]));
}

double volume(const std::vector<Vec3>& x, const std::array<int, 4>& t) {
    return std::abs(signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]));
}

// Triple product of the mean edges: exact for cells that are affine images of a box.
double volume(const std::vector<Vec3>& x, const std::array<int, 8>& h) {
    const auto mean_edge = [&](std::array<int, 4> low, int step) {
        Vec3 sum = Vec3::zero();
        for (const int corner : low) sum += x[h[corner + step]] - x[h[corner]];
        return 0.25 * sum;
    };
    const Vec3 a = mean_edge({0, 1, 2, 3}, 4), b = mean_edge({0, 1, 4, 5}, 2), c = mean_edge({0, 2, 4, 6}, 1);
    return std::abs(dot(a, cross(b, c)));
}

template <std::size_t N, class Measure>
void share(const std::vector<std::array<int, N>>& elements, const Measure& measure, std::vector<double>& shares) {
    for (const std::array<int, N>& element : elements) {
        const double part = measure(element) / double(N);
        for (const int corner : element) shares[corner] += part;
    }
}

template <std::size_t N, class Measure>
void share_pairs(const std::vector<std::array<int, N>>& elements, const Measure& measure,
                 std::vector<PairShare>& shares) {
    for (const std::array<int, N>& element : elements) {
        const double part = measure(element) / double(N * (N + 1));
        for (std::size_t a = 0; a < N; ++a)
            for (std::size_t b = 0; b < a; ++b)
                shares.push_back({std::min(element[a], element[b]), std::max(element[a], element[b]), part});
    }
}

}  // namespace

double surface_area(const Mesh& mesh) {
    double sum = 0.0;
    for (const auto& t : mesh.triangles) sum += area(mesh.points, t);
    return sum;
}

double enclosed_volume(const Mesh& mesh) {
    if (mesh.points.empty()) return 0.0;
    // Seen from a point of the body instead of the origin, so that a far-away body loses no digits.
    const Vec3 origin = mesh.points[0];
    double sum = 0.0;
    for (const auto& t : mesh.triangles)
        sum += signed_volume(origin, mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]);
    return sum;
}

double tet_volume(const Mesh& mesh) {
    double sum = 0.0;
    for (const auto& t : mesh.tets)
        sum += signed_volume(mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]], mesh.points[t[3]]);
    return sum;
}

std::vector<double> point_shares(const Mesh& mesh, const std::vector<double>& fill) {
    std::vector<double> shares(mesh.points.size(), 0.0);
    const auto& x = mesh.points;
    const auto by_area = [&](const auto& element) { return area(x, element); };
    const auto by_volume = [&](const auto& element) { return volume(x, element); };
    if (mesh.dimension == 0) {
        std::fill(shares.begin(), shares.end(), 1.0);
    } else if (mesh.dimension == 3 && !mesh.tets.empty()) {
        const auto filled = [&](const std::array<int, 4>& tet) {
            return fill.empty() ? volume(x, tet) : volume(x, tet) * fill[&tet - mesh.tets.data()];
        };
        share(mesh.tets, filled, shares);
    } else if (mesh.dimension == 3) {
        share(mesh.hexes, by_volume, shares);
    } else if (mesh.dimension == 2 && !mesh.quads.empty()) {
        share(mesh.quads, by_area, shares);
    } else if (mesh.dimension == 2) {
        share(mesh.triangles, by_area, shares);
    } else if (const auto edges = mesh.edge_groups.find("structural"); edges != mesh.edge_groups.end()) {
        share(
            edges->second, [&](const std::array<int, 2>& e) { return length(x, e); }, shares);
    }
    return shares;
}

std::vector<PairShare> pair_shares(const Mesh& mesh, const std::vector<double>& fill) {
    std::vector<PairShare> shares;
    const auto& x = mesh.points;
    if (!mesh.quads.empty() || !mesh.hexes.empty()) return shares;
    if (mesh.dimension == 3) {
        share_pairs(
            mesh.tets,
            [&](const auto& t) { return fill.empty() ? volume(x, t) : volume(x, t) * fill[&t - mesh.tets.data()]; },
            shares);
    } else if (mesh.dimension == 2) {
        share_pairs(
            mesh.triangles, [&](const auto& t) { return area(x, t); }, shares);
    } else if (const auto edges = mesh.edge_groups.find("structural"); edges != mesh.edge_groups.end()) {
        share_pairs(
            edges->second, [&](const auto& e) { return length(x, e); }, shares);
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const PairShare& p, const PairShare& q) { return p.i != q.i ? p.i < q.i : p.j < q.j; });
    std::size_t kept = 0;
    for (std::size_t k = 0; k < shares.size(); ++k) {
        if (k > 0 && shares[k].i == shares[kept - 1].i && shares[k].j == shares[kept - 1].j)
            shares[kept - 1].share += shares[k].share;
        else
            shares[kept++] = shares[k];
    }
    shares.resize(kept);
    return shares;
}

}  // namespace talweg
