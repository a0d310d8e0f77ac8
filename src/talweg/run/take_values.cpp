#include "talweg/run/take_values.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

/// More nodes than that are not looked for in the values of points that follow them.
constexpr std::size_t most_unknowns = 600;

bool free(const Model& model, int node, int axis) { return !(model.held_axes[node] & (1 << axis)); }

/// What is left of a point's value when the nodes that are known have brought their part.
Vec3 rest_of(const Model& model, int point, const Vec3& value, const Nodes& nodes) {
    Vec3 rest = value;
    for (const auto& [node, weight] : model.map.row(point)) rest = rest - weight * nodes[node];
    return rest;
}

/// Moves nodes that no point equals so that |W c − x| of a body is least, and they change least beside that.
void fit(const Model& model, const Body& body, const Positions& values, const std::vector<bool>& taken, Nodes& nodes) {
    std::vector<int> place(nodes.size(), -1), unknown;
    std::vector<int> followers;
    for (int i = body.first_point; i < body.first_point + body.point_count; ++i) {
        bool follows = false;
        for (const auto& [node, weight] : model.map.row(i)) {
            if (taken[node] || weight == 0.0) continue;
            follows = true;
            if (std::exchange(place[node], 0) < 0) unknown.push_back(node);
        }
        if (follows) followers.push_back(i);
    }
    if (unknown.empty() || unknown.size() > most_unknowns) return;
    const auto n = static_cast<Eigen::Index>(unknown.size());
    for (Eigen::Index k = 0; k < n; ++k) place[unknown[k]] = static_cast<int>(k);
    Eigen::MatrixXd normal = Eigen::MatrixXd::Zero(n, n), right = Eigen::MatrixXd::Zero(n, 3);
    for (const int i : followers) {
        const Vec3 rest = rest_of(model, i, values[i], nodes);
        for (const auto& [a, weight_a] : model.map.row(i)) {
            if (taken[a]) continue;
            for (int axis = 0; axis < 3; ++axis) right(place[a], axis) += weight_a * rest[axis];
            for (const auto& [b, weight_b] : model.map.row(i))
                if (!taken[b]) normal(place[a], place[b]) += weight_a * weight_b;
        }
    }
    // What no point tells apart stays as it is.
    normal.diagonal().array() += 1e-14 * normal.trace();
    const Eigen::LDLT<Eigen::MatrixXd> factor(normal);
    Eigen::MatrixXd change = factor.solve(right);
    change += factor.solve(right - normal * change);
    for (Eigen::Index k = 0; k < n; ++k)
        for (int axis = 0; axis < 3; ++axis)
            if (free(model, unknown[k], axis)) nodes[unknown[k]][axis] += change(k, axis);
}

/// Nodes that a point equals take its value; by node, whether it did.
std::vector<bool> take_single(const Model& model, const Positions& values, Nodes& nodes) {
    std::vector<bool> taken(nodes.size(), false);
    for (int i = 0; i < model.place_count(); ++i) {
        const int node = model.map.single_node(i);
        if (node < 0) continue;
        taken[node] = true;
        for (int a = 0; a < 3; ++a)
            if (free(model, node, a)) nodes[node][a] = values[i][a];
    }
    return taken;
}

/// Components that something holds are not asked.
void require_taken(const Model& model, const Body& body, const Positions& values, const char* what,
                   const Nodes& nodes) {
    double size = 0.0;
    for (const Vec3& value : values) size = std::max(size, norm(value));
    for (int i = body.first_point; i < body.first_point + body.point_count; ++i) {
        const auto row = model.map.row(i);
        if (row.empty() || model.map.single_node(i) >= 0) continue;
        const Vec3 rest = rest_of(model, i, values[i], nodes);
        for (int axis = 0; axis < 3; ++axis) {
            if (!std::ranges::all_of(row, [&](const NodeWeight& w) { return free(model, w.node, axis); })) continue;
            if (std::fabs(rest[axis]) > 1e-9 * size)
                throw Error(fmt::format(
                    "these {} cannot be set: point {} of \"{}\" follows others, which do not bring it there; give all "
                    "points of the body values that go together",
                    what, i - body.first_point, body.name));
        }
    }
}

}  // namespace

void take_values(const Model& model, const Positions& values, const char* what, Nodes& nodes) {
    const std::vector<bool> taken = take_single(model, values, nodes);
    for (const Body& body : model.bodies) {
        if (body.obstacle) continue;
        fit(model, body, values, taken, nodes);
        require_taken(model, body, values, what, nodes);
    }
}

void take_nearest(const Model& model, const Positions& values, const Positions& b, Nodes& nodes) {
    Positions brought = values;
    for (std::size_t i = 0; i < std::min(brought.size(), b.size()); ++i)
        if (!model.map.row(static_cast<int>(i)).empty()) brought[i] = brought[i] - b[i];
    const std::vector<bool> taken = take_single(model, brought, nodes);
    for (const Body& body : model.bodies)
        if (!body.obstacle) fit(model, body, brought, taken, nodes);
}

}  // namespace talweg
