#include "talweg/scene/build/reduced_builder.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <set>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/scene/build/cached_modes.hpp"
#include "talweg/scene/build/rig_builder.hpp"
#include "talweg/scene/text/refuse.hpp"

namespace talweg {

namespace {

/// Columns by control points of the handles, o and o + L e_k, in place of X̄: their sum is 1 where weights sum to one.
Eigen::MatrixXd by_control_points(const Eigen::MatrixXd& j, int columns) {
    Eigen::MatrixXd made = j;
    for (Eigen::Index h = 0; h < j.cols() / columns; ++h)
        for (int k = 0; k + 1 < columns; ++k) made.col(h * columns + columns - 1) -= j.col(h * columns + k);
    return made;
}

Vec3 control_point(const RigFrame& frame, int k) {
    Vec3 place = frame.origin;
    if (k < frame.axes()) place[k] += frame.length;
    return place;
}

/// How far each displacement goes, so that all come nearest to what is wanted: places, then velocities.
void fit_displacements(const Eigen::MatrixXd& columns, const Eigen::VectorXd& mass, const Eigen::MatrixXd& wanted,
                       Eigen::MatrixXd& fitted) {
    const Eigen::Index modes = columns.cols() / 3;
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(modes, modes), right = Eigen::MatrixXd::Zero(modes, 2);
    for (int a = 0; a < 3; ++a) {
        Eigen::MatrixXd along(columns.rows(), modes);
        for (Eigen::Index m = 0; m < modes; ++m) along.col(m) = columns.col(3 * m + a);
        gram += along.transpose() * mass.asDiagonal() * along;
        for (int k = 0; k < 2; ++k) right.col(k) += along.transpose() * mass.cwiseProduct(wanted.col(3 * k + a));
    }
    const Eigen::MatrixXd amounts = gram.completeOrthogonalDecomposition().solve(right);
    for (Eigen::Index m = 0; m < modes; ++m)
        for (int a = 0; a < 3; ++a)
            for (int k = 0; k < 2; ++k) fitted(3 * m + a, 3 * k + a) = amounts(m, k);
}

/// Control points by the images of the frame: o, and o + L e_k.
Eigen::MatrixXd control_gains(int handles, const RigFrame& frame) {
    const int columns = frame.columns();
    Eigen::MatrixXd gains = Eigen::MatrixXd::Identity(handles * columns, handles * columns);
    for (int h = 0; h < handles; ++h)
        for (int k = 0; k + 1 < columns; ++k) gains(h * columns + k, h * columns + columns - 1) = 1.0;
    return gains;
}

std::vector<std::vector<int>> elements_of(const Mesh& mesh) {
    std::vector<std::vector<int>> elements;
    for (const auto& tet : mesh.tets) elements.emplace_back(tet.begin(), tet.end());
    if (mesh.tets.empty())
        for (const auto& triangle : mesh.triangles) elements.emplace_back(triangle.begin(), triangle.end());
    return elements;
}

/// V and ∇φ of an element's corners.
struct Gradients {
    double volume;
    std::array<Vec3, 4> of_corner;
};

Gradients gradients(const Mesh& mesh, const std::vector<int>& corners) {
    const Vec3 &o = mesh.points[corners[0]], a = mesh.points[corners[1]] - o, b = mesh.points[corners[2]] - o;
    const Vec3 c = corners.size() == 4 ? mesh.points[corners[3]] - o : Vec3{0, 0, 1};
    const double det = dot(a, cross(b, c));
    Gradients made{std::fabs(det) / (corners.size() == 4 ? 6.0 : 2.0),
                   {Vec3::zero(), cross(b, c) / det, cross(c, a) / det, cross(a, b) / det}};
    if (corners.size() == 3) made.of_corner[3] = Vec3::zero();
    made.of_corner[0] = -1.0 * (made.of_corner[1] + made.of_corner[2] + made.of_corner[3]);
    return made;
}

/// What the most compliant functions do to each element: their gradients, element by element. Elements alike in these
/// are strained alike, whatever the body does.
Eigen::MatrixXd strains(const Mesh& mesh, const std::vector<std::vector<int>>& elements, const Eigen::MatrixXd& columns,
                        const Eigen::VectorXd& compliance) {
    constexpr Eigen::Index most = 32;
    std::vector<Eigen::Index> used;
    for (Eigen::Index c = 0; c < columns.cols() && static_cast<Eigen::Index>(used.size()) < most; ++c)
        if (compliance[c] > 0.0) used.push_back(c);
    const auto axes = static_cast<Eigen::Index>(elements.front().size()) - 1;
    Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(elements.size()),
                                                 axes * static_cast<Eigen::Index>(used.size()));
    for (std::size_t e = 0; e < elements.size(); ++e) {
        const Gradients each = gradients(mesh, elements[e]);
        for (std::size_t n = 0; n < elements[e].size(); ++n)
            for (std::size_t u = 0; u < used.size(); ++u)
                for (Eigen::Index k = 0; k < axes; ++k)
                    rows(static_cast<Eigen::Index>(e), static_cast<Eigen::Index>(u) * axes + k) +=
                        compliance[used[u]] * columns(elements[e][n], used[u]) * each.of_corner[n][static_cast<int>(k)];
    }
    return rows;
}

void require_solid(const BodySpec& spec, const BodyShape& shape, const Scene& scene) {
    const Where& where = spec.reduce ? spec.reduce->where : spec.rig->where;
    const auto joined = [&](const ConnectionSpec& connection) {
        return std::find(connection.between.begin(), connection.between.end(), spec.name) != connection.between.end();
    };
    if (std::any_of(scene.connections.begin(), scene.connections.end(), joined))
        refuse(where, "is of a body that connections join, which is not possible; hold it, or leave \"reduce\" out");
    if (spec.mass == MassRule::consistent) refuse(where, "goes with lumped mass only; leave \"mass\" out");
    if (!spec.reduce) return;
    if (shape.mesh.tets.empty() && !(scene.planar && !shape.mesh.triangles.empty()))
        refuse(where, "is of a body that is no solid; only solids can be reduced");
    for (const EnergySpec& energy : spec.energies)
        for (const auto& [name, parameter] : energy.parameters)
            if (!parameter.uniform())
                refuse(parameter.where, fmt::format("changes over a reduced body; give {} one value", name));
}

}  // namespace

void ReducedBuilder::group_elements(const BodyShape& shape, const Eigen::MatrixXd& all, const Subspace& subspace,
                                    Made& made) const {
    const auto elements = elements_of(shape.mesh);
    const int corners = static_cast<int>(elements.front().size()), axes = corners - 1;
    const std::vector<int> of =
        cached_clusters(strains(shape.mesh, elements, all.rightCols(subspace.columns.cols()), subspace.compliance),
                        made.spec->reduce->clusters);
    const int groups = 1 + *std::max_element(of.begin(), of.end());
    std::vector<double> volume(groups, 0.0);
    std::vector<Eigen::MatrixXd> sums(groups);  // axes × nodes
    for (std::size_t e = 0; e < elements.size(); ++e) {
        Gradients each = gradients(shape.mesh, elements[e]);
        if (!shape.fill.empty()) each.volume *= shape.fill[e];
        volume[of[e]] += each.volume;
        Eigen::MatrixXd& sum = sums[of[e]];
        if (sum.size() == 0) sum = Eigen::MatrixXd::Zero(axes, all.cols());
        for (int n = 0; n < corners; ++n)
            for (int k = 0; k < axes; ++k) sum.row(k) += each.volume * each.of_corner[n][k] * all.row(elements[e][n]);
    }
    Mesh& mesh = made.groups.mesh;
    mesh.dimension = shape.mesh.dimension;
    for (int g = 0; g < groups; ++g) {
        if (!(volume[g] > 0.0)) continue;
        const double length = axes == 3 ? std::cbrt(6.0 * volume[g]) : std::sqrt(2.0 * volume[g]);
        const int first = static_cast<int>(mesh.points.size());
        for (int k = 0; k <= axes; ++k) {
            Vec3 rest = Vec3::zero();
            if (k > 0) rest[k - 1] = length;
            mesh.points.push_back(rest);
            made.b.push_back(subspace.from_rest ? rest : Vec3::zero());
            std::vector<NodeWeight>& row = made.rows.emplace_back();
            for (Eigen::Index f = 0; k > 0 && f < all.cols(); ++f)
                if (const double weight = length * sums[g](k - 1, f) / volume[g]; weight != 0.0)
                    row.push_back({made.nodes[f], weight});
        }
        if (axes == 3)
            mesh.tets.push_back({first, first + 1, first + 2, first + 3});
        else
            mesh.triangles.push_back({first, first + 1, first + 2});
    }
}

int ReducedBuilder::add(const BodySpec& spec, const BodyShape& shape, const VertexBody& body,
                        ConstraintBuilder& constraints, std::vector<std::string>& notes) {
    require_solid(spec, shape, scene_);
    const auto count = static_cast<Eigen::Index>(body.mass.size());
    const Eigen::VectorXd mass = Eigen::Map<const Eigen::VectorXd>(body.mass.data(), count);
    // Functions go by shares of the volume, not by mass: a density that is changed on the way leaves them as they are.
    const Eigen::VectorXd share = Eigen::Map<const Eigen::VectorXd>(shape.shares.data(), count);
    const Box box = bounding_box(body.start);
    RigFrame frame{.origin = box.center(), .length = std::max(box.diagonal(), 1e-300), .planar = scene_.planar};
    std::optional<Rig> rig;
    Eigen::MatrixXd led(count, 0);
    if (spec.rig) {
        rig = build_rig(spec, shape, body.start, scene_, notes);
        frame = rig->frame;
        led = by_control_points(skinning_matrix(rig->weights, body.start, frame), frame.columns());
    }
    Subspace subspace;
    subspace.columns.resize(count, 0);
    if (spec.reduce && (!rig || rig->motion) && !(spec.rig && spec.rig->secondary == Secondary::none))
        subspace = make_subspace(spec, shape, body.start, share, frame, led, scene_, [&](double part) {
            if (progress_) progress_(spec.name, part);
        });
    Eigen::MatrixXd all(count, led.cols() + subspace.columns.cols());
    all << led, subspace.columns;
    const Eigen::MatrixXd gram = all.transpose() * mass.asDiagonal() * all;

    // Start and velocity: what is nearest, exact where the functions span them.
    Eigen::MatrixXd wanted(count, 6);
    for (Eigen::Index i = 0; i < count; ++i)
        for (int a = 0; a < 3; ++a) {
            wanted(i, a) = body.start[i][a] - (subspace.from_rest ? body.rest[i][a] : 0.0);
            wanted(i, 3 + a) = body.velocity[i][a];
        }
    Eigen::MatrixXd fitted = Eigen::MatrixXd::Zero(all.cols(), 6);
    for (Eigen::Index h = 0; h < led.cols(); ++h) {
        const Vec3 place = control_point(frame, static_cast<int>(h % frame.columns()));
        for (int a = 0; a < 3; ++a) fitted(h, a) = place[a];
    }
    if (led.cols() == 0 && !subspace.from_rest)
        fitted = gram.ldlt().solve(all.transpose() * mass.asDiagonal() * wanted);
    if (subspace.from_rest) fit_displacements(all, mass, wanted, fitted);
    Made& made = made_.emplace_back();
    made.spec = &spec;
    for (Eigen::Index f = 0; f < all.cols(); ++f) {
        const bool place = f < led.cols() || (f == 0 && subspace.constant);
        Axes held = 0;
        if (subspace.from_rest) held = static_cast<Axes>(all_axes & ~(1 << (f % 3)));
        const Vec3 c{fitted(f, 0), fitted(f, 1), fitted(f, 2)}, v{fitted(f, 3), fitted(f, 4), fitted(f, 5)};
        made.nodes.push_back(builder_.add_node(c, v, gram(f, f), held, place ? NodeKind::place : NodeKind::direction));
        made.mass.push_back(gram(f, f));
        made.weight.push_back(mass.dot(all.col(f)));
    }
    for (Eigen::Index f = 0; f < all.cols(); ++f)
        for (Eigen::Index g = f + 1; g < all.cols(); ++g)
            if (std::fabs(gram(f, g)) > 1e-13 * std::sqrt(gram(f, f) * gram(g, g)))
                builder_.add_coupling(made.nodes[f], made.nodes[g], gram(f, g));

    // Points: those that something can touch or pull are computed in every step, the others when they are looked at.
    std::set<int> used;
    if (scene_.contact && spec.contact.touches != Touching::nothing)
        for (const auto& triangle : shape.mesh.triangles) used.insert(triangle.begin(), triangle.end());
    const bool pulled = !spec.loads.empty();
    const auto row_of = [&](Eigen::Index i) {
        std::vector<NodeWeight> row;
        for (Eigen::Index f = 0; f < all.cols(); ++f)
            if (all(i, f) != 0.0) row.push_back({made.nodes[f], all(i, f)});
        return row;
    };
    const auto put = [&](const Vec3& rest, std::vector<NodeWeight> row, const Vec3& b, int i) {
        return pulled || used.contains(i) ? builder_.add_point(rest, row, b)
                                          : builder_.add_shown_point(rest, std::move(row), b);
    };
    const int first = builder_.model().point_count();
    for (Eigen::Index i = 0; i < count; ++i)
        put(body.rest[i], row_of(i), subspace.from_rest ? body.rest[i] : Vec3::zero(), static_cast<int>(i));
    for (std::size_t r = 0; r < body.embedded.size(); ++r) {
        const EmbeddedPoint& embedded = body.embedded[r];
        Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(all.cols());
        for (int k = 0; k < 4; ++k) sum += embedded.weights[k] * all.row(embedded.points[k]);
        std::vector<NodeWeight> row;
        for (Eigen::Index f = 0; f < all.cols(); ++f)
            if (sum[f] != 0.0) row.push_back({made.nodes[f], sum[f]});
        put(embedded.rest, row, subspace.from_rest ? embedded.rest : Vec3::zero(), static_cast<int>(count + r));
    }
    Body drawn = body.drawn;
    drawn.first_point = first;
    drawn.mass = mass.sum();
    const auto shift = [first](auto& cells) {
        for (auto& cell : cells)
            for (int& i : cell) i += first;
    };
    shift(drawn.edges);
    shift(drawn.triangles);
    shift(drawn.tets);
    for (const Hold& hold : body.holds)
        for (const int i : hold.points) drawn.held.push_back(first + i);
    builder_.add_body(std::move(drawn));

    if (rig)
        constraints.lead(spec.name + ".rig", spec.rig->where, {made.nodes.begin(), made.nodes.begin() + led.cols()},
                         rig->motion, frame, control_gains(rig->motion->handle_count(), frame));
    if (subspace.from_rest)
        for (Eigen::Index m = 0; 3 * m < all.cols(); ++m)
            constraints.tie(spec.name + ".mode " + std::to_string(m), spec.reduce->where,
                            {made.nodes.begin() + 3 * m, made.nodes.begin() + 3 * m + 3}, scene_.planar ? 2 : 3);
    for (const Hold& hold : body.holds) constraints.hold(spec, hold, body.start, first);
    if (spec.reduce && subspace.columns.cols() > 0) group_elements(shape, all, subspace, made);
    return first;
}

/// In terms of their own, whose elements all have long rows (assembly/dense_rows.hpp).
void ReducedBuilder::finish() {
    ElementCollector elements;
    for (Made& made : made_) {
        const std::map<std::string, std::vector<int>> none;
        const std::map<std::string, Selection> no_groups;
        if (!made.rows.empty()) {
            const int first = builder_.model().point_count();
            for (std::size_t i = 0; i < made.rows.size(); ++i)
                builder_.add_inner_point(made.groups.mesh.points[i], made.rows[i], made.b[i]);
            const PointSelector selector(made.groups.mesh.points, none, no_groups);
            const std::vector<double> masses(made.rows.size(), 0.0);
            for (const EnergySpec& energy : made.spec->energies)
                elements.add(energy, {.shape = made.groups,
                                      .mass = masses,
                                      .selector = selector,
                                      .first_point = first,
                                      .stiffness_damping = made.spec->damping.stiffness});
        }
        BodyShape modal;
        modal.mesh.dimension = 0;
        const int first = builder_.model().point_count();
        for (const int node : made.nodes) {
            const NodeWeight row{node, 1.0};
            builder_.add_inner_point(Vec3::zero(), {&row, 1});
            modal.mesh.points.push_back(Vec3::zero());
        }
        const PointSelector selector(modal.mesh.points, none, no_groups);
        if (!(scene_.gravity == Vec3::zero()))
            elements.add_gravity(scene_.gravity,
                                 {.shape = modal, .mass = made.weight, .selector = selector, .first_point = first});
        if (made.spec->damping.mass > 0.0)
            elements.add_drag(made.spec->damping.mass,
                              {.shape = modal, .mass = made.mass, .selector = selector, .first_point = first});
    }
    for (auto& term : std::move(elements).terms()) builder_.add_term(std::move(term));
}

}  // namespace talweg
