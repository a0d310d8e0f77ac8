#include "talweg/scene/shape/stiff_shape.hpp"

#include <fmt/format.h>

#include <cmath>

#include "talweg/geometry/examine_mesh.hpp"
#include "talweg/geometry/measures.hpp"
#include "talweg/math/error.hpp"
#include "talweg/math/symmetric_eigen.hpp"

namespace talweg {

namespace {

void require_closed(const Mesh& surface) {
    MeshFaults faults = examine_mesh(surface);
    if (surface.triangles.empty() || !faults.closed()) {
        MeshFaults open;
        open.border_edges = faults.border_edges;
        open.branching_edges = faults.branching_edges;
        open.flipped_edges = faults.flipped_edges;
        std::string what = open.describe();
        while (!what.empty() && what.back() == '\n') what.pop_back();
        throw Error("a rigid or affine body is the inside of a closed surface; this one " +
                    (what.empty() ? std::string("has no triangles") : "has " + what) +
                    "; close it, give it a \"wall\" of some thickness, or leave it soft");
    }
}

/// Adds the triangles, or the edges where there are none, and the points they use, numbered from `first` on.
void add_surface(const Mesh& mesh, const std::vector<std::array<int, 2>>& edges, int first, Mesh& surface) {
    std::vector<int> number(mesh.points.size(), -1);
    const int offset = first - static_cast<int>(surface.points.size());
    const auto renumber = [&](auto cell) {
        for (int& corner : cell) {
            if (number[corner] < 0) {
                number[corner] = offset + static_cast<int>(surface.points.size());
                surface.points.push_back(mesh.points[corner]);
            }
            corner = number[corner];
        }
        return cell;
    };
    for (const auto& triangle : mesh.triangles) surface.triangles.push_back(renumber(triangle));
    for (const auto& edge : edges) surface.edge_groups["structural"].push_back(renumber(edge));
    for (const auto& [name, points] : mesh.point_groups)
        for (const int point : points)
            if (number[point] >= 0) surface.point_groups[name].push_back(number[point]);
}

/// The wires of a mesh without triangles.
std::vector<std::array<int, 2>> wires_of(const Mesh& mesh) {
    const auto found = mesh.edge_groups.find("structural");
    if (!mesh.triangles.empty() || found == mesh.edge_groups.end()) return {};
    return found->second;
}

Moments moments_of(const Mesh& mesh, const std::vector<std::array<int, 2>>& wires, const BodySpec& body, bool planar) {
    if (planar) {
        if (mesh.triangles.empty())
            throw Error(
                "a rigid or affine body of a planar scene is made of triangles; this one has none; give it a "
                "shape with triangles, or leave it soft");
        return planar_moments(mesh);
    }
    if (body.wall && !wires.empty()) return wire_moments(mesh, wires, *body.wall);
    if (body.wall && !mesh.triangles.empty()) return wall_moments(mesh, *body.wall);
    require_closed(mesh);
    return enclosed_moments(mesh);
}

constexpr double least_spread = 1e-12;  // of the largest: flatter bodies are made as thick as that

/// Changes the moments to those that the body is given, which are about the shape before it is placed.
void give(const InertiaSpec& given, const PlaceSpec& place, double mass, bool planar, Moments& moments) {
    if (given.center) {
        std::vector<Vec3> center = {*given.center};
        put(place, center);
        moments.center = center[0];
    }
    if (given.tensor.empty()) return;
    Mat3 tensor = Mat3::zero();
    for (int i = 0; i < 3; ++i) tensor(i, i) = given.tensor[i];
    if (given.tensor.size() == 6) {
        tensor(0, 1) = tensor(1, 0) = given.tensor[3];
        tensor(0, 2) = tensor(2, 0) = given.tensor[4];
        tensor(1, 2) = tensor(2, 1) = given.tensor[5];
    }
    const auto principal = symmetric_eigen(tensor).values;
    const std::string numbers = fmt::format("{:.6g}, {:.6g}, {:.6g} kg m²", principal[0], principal[1], principal[2]);
    double sum = 0.0, largest = 0.0;
    for (int a = 0; a < 3; ++a) {
        if (planar ? !(tensor(2, 2) > 0.0) : !(principal[a] > 0.0))
            throw Error("its inertia is not positive: principal moments " + numbers + "; all must be greater than 0");
        sum += principal[a];
        largest = std::max(largest, principal[a]);
    }
    if (planar) {  // about z alone can it turn
        moments.spread = moments.spread * (tensor(2, 2) / (mass * (moments.spread(0, 0) + moments.spread(1, 1))));
        return;
    }
    if (largest > (1.0 + 1e-9) * (sum - largest))
        throw Error("no body has its inertia: of the principal moments " + numbers +
                    ", the largest is more than the sum of the others; give those of a real body");
    const Mat3 turn = place.rotate ? rotation_matrix(place.rotate->rotation_vector()) : Mat3::identity();
    moments.spread = turn * spread_of(tensor, mass) * turn.transposed();
}

/// Flat bodies get a little thickness, so that four points span a tetrahedron.
void thicken(Mat3& spread) {
    SymmetricEigen<3> axes = symmetric_eigen(spread);
    double largest = 0.0;
    for (int a = 0; a < 3; ++a) largest = std::max(largest, axes.values[a]);
    for (int a = 0; a < 3; ++a) {
        const double lacking = 1e-8 * largest - axes.values[a];
        if (axes.values[a] > least_spread * largest || !(lacking > 0.0)) continue;
        const Vec3 axis = axes.vectors.column(a);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) spread(i, j) += lacking * axis[i] * axis[j];
    }
}

/// The points of `shape.mesh` ride with the carriers, which come before them.
template <std::size_t N>
void ride(const std::array<Vec3, N>& carriers, double share, BodyShape& shape) {
    for (std::size_t i = 0; i < shape.mesh.points.size(); ++i) {
        shape.embedded.push_back({0, affine_weights(carriers, shape.mesh.points[i])});
        shape.mesh.point_groups["surface"].push_back(static_cast<int>(N + i));
    }
    shape.mesh.points.insert(shape.mesh.points.begin(), carriers.begin(), carriers.end());
    shape.shares.assign(N, share);
}

}  // namespace

StiffPart stiff_part(Mesh mesh, std::optional<double> density, std::optional<double> mass, const BodySpec& body,
                     bool planar) {
    const Moments moments = moments_of(mesh, wires_of(mesh), body, planar);
    if (!(moments.volume > 0.0))
        throw Error("the surface encloses a volume of " + std::to_string(moments.volume) +
                    " m³: it is inside out, or flat; turn its triangles to face outward");
    double share = moments.volume;
    if (density) share *= *density / body.density;
    if (mass) share = *mass / body.density;
    return {std::move(mesh), {moments, share}};
}

BodyShape stiff_shape(const std::vector<StiffPart>& parts, const BodySpec& body, bool planar) {
    BodyShape shape;
    const int carriers_first = planar ? 3 : 4;
    std::vector<WeighedMoments> weighed;
    for (const StiffPart& part : parts) {
        if (part.mesh.triangles.empty() != parts.front().mesh.triangles.empty())
            throw Error(
                "some of its parts are wires and others surfaces; join a body of each by a fixed joint instead");
        weighed.push_back(part.weighed);
        const int first = carriers_first + static_cast<int>(shape.mesh.points.size());
        if (parts.size() > 1) shape.parts.push_back(first);
        add_surface(part.mesh, planar ? std::vector<std::array<int, 2>>() : wires_of(part.mesh), first, shape.mesh);
    }
    auto [moments, share] = together(weighed);
    const double volume = moments.volume;
    if (body.inertia && body.inertia->mass) share = *body.inertia->mass / body.density;
    if (body.inertia) give(*body.inertia, body.place, body.density * share, planar, moments);
    if (planar) {
        shape.mesh.dimension = 2;
        ride(equimomental_triangle(moments), share / 3.0, shape);
        return shape;
    }
    if (body.inertia || body.wall) thicken(moments.spread);
    const std::array<Vec3, 4> carriers = equimomental_points(moments);
    ride(carriers, share / 4.0, shape);
    shape.mesh.dimension = 3;
    shape.mesh.tets = {{0, 1, 2, 3}};
    shape.fill = {volume / signed_volume(carriers[0], carriers[1], carriers[2], carriers[3])};
    return shape;
}

}  // namespace talweg
