#include "talweg/scene/build/rig_builder.hpp"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/laplacian.hpp"
#include "talweg/geometry/outer_surface.hpp"
#include "talweg/geometry/unique_edges.hpp"
#include "talweg/scene/build/skeleton.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/read_numbers.hpp"
#include "talweg/scene/text/refuse.hpp"

namespace talweg {

namespace {

std::string handle_name(const HandleSpec& handle, std::size_t number) {
    return handle.name ? in_quotes(*handle.name) : fmt::format("handle {}", number);
}

double mean_spacing(const Mesh& mesh, int count) {
    const Box box = bounding_box({mesh.points.begin(), mesh.points.begin() + count});
    return box.diagonal() / std::cbrt(static_cast<double>(count));
}

int nearest_point(const Positions& points, const Vec3& place) {
    int best = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
        if (norm_squared(points[i] - place) < norm_squared(points[best] - place)) best = static_cast<int>(i);
    return best;
}

/// Points that lie nearest to a handle belong to it; where several claim one, they share it. Between, weights are
/// harmonic, so they sum to one and lie between 0 and 1 as far as the mesh is one of acute angles.
Eigen::MatrixXd harmonic_weights(const RigSpec& spec, const BodyShape& shape, const Positions& start) {
    const int count = shape.node_points();
    const auto handles = static_cast<Eigen::Index>(spec.handles.size());
    Eigen::MatrixXd values = Eigen::MatrixXd::Zero(count, handles);
    const double spacing = mean_spacing(shape.mesh, count);
    for (Eigen::Index h = 0; h < handles; ++h) {
        const std::vector<Vec3>& at = spec.handles[h].at;
        const Vec3 along = at.back() - at.front();
        const int samples = at.size() == 1 ? 0 : std::max(1, static_cast<int>(2.0 * norm(along) / spacing));
        for (int k = 0; k <= samples; ++k)
            values(nearest_point(start, at.front() + (samples > 0 ? double(k) / samples : 0.0) * along), h) = 1.0;
    }
    std::vector<char> given(count, 0);
    for (int i = 0; i < count; ++i)
        if (const double sum = values.row(i).sum(); sum > 0.0) {
            given[i] = 1;
            values.row(i) /= sum;
        }
    int lost = -1;
    const auto weights = harmonic_extension(mesh_laplacian(shape.mesh, count), given, values, &lost);
    if (weights) return *weights;
    if (lost < 0) refuse(spec.where, "finds no harmonic weights on this mesh; give weights in a file");
    refuse(spec.where, fmt::format("has no handle on the part of the body that point {} belongs to; give every "
                                   "connected part one, or weights in a file",
                                   lost));
}

Eigen::MatrixXd weights_from_file(const RigSpec& spec, int points, int handles) {
    std::vector<double> numbers;
    try {
        numbers = read_numbers(*spec.weights);
    } catch (const Error& error) {
        refuse(spec.where, std::string("has weights that cannot be read: ") + error.what());
    }
    if (numbers.size() != static_cast<std::size_t>(points) * static_cast<std::size_t>(handles))
        refuse(spec.where, fmt::format("has {} weights in {}, but {} points and {} handles; give one row per point",
                                       numbers.size(), *spec.weights, points, handles));
    return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(numbers.data(),
                                                                                                    points, handles);
}

/// Rows that sum to one: as they are, or made so, which is noted.
void normalise(const RigSpec& spec, Eigen::MatrixXd& weights, std::vector<std::string>& notes) {
    double worst = 0.0;
    for (Eigen::Index i = 0; i < weights.rows(); ++i) {
        const double sum = weights.row(i).sum();
        if (!std::isfinite(sum) || !(sum > 1e-6))
            refuse(spec.where, fmt::format("has weights of point {} that sum to {}; every point needs a handle that "
                                           "carries it",
                                           i, sum));
        worst = std::max(worst, std::fabs(sum - 1.0));
        weights.row(i) /= sum;
    }
    if (worst > 1e-6)
        notes.push_back(located(spec.where, fmt::format("{} has weights that do not sum to one (off by up to {:.3g}); "
                                                        "they were divided by their sums",
                                                        subject(spec.where), worst)));
}

/// A motion by keyframes, as tracks of points are, that ends before the run does.
void note_short_motion(const RigSpec& spec, const HandleSpec& handle, std::size_t number, double duration,
                       std::vector<std::string>& notes) {
    const auto* motion = handle.motion ? std::get_if<KeyframedMotionSpec>(&handle.motion->kind) : nullptr;
    if (!motion || motion->keyframes.size() < 2 || !(motion->keyframes.back().time < 0.999 * duration)) return;
    notes.push_back(located(handle.where, fmt::format("{}: the motion of {} ends at {:.4g} s and the run at {:.4g} s; "
                                                      "it keeps its last pose",
                                                      subject(spec.where), handle_name(handle, number),
                                                      motion->keyframes.back().time, duration)));
}

/// D = 1 − l φ, l the leak, (M + ℓ² L) φ = 0 inside, φ = 1 on the surface, ℓ the mean edge (Zhang et al.,
/// "Complementary dynamics", 2020, where l = 1): momentum leaks within a layer.
Eigen::VectorXd leaking_share(const RigSpec& spec, const BodyShape& shape) {
    const int count = shape.node_points();
    if (shape.mesh.tets.empty())
        refuse(spec.where, "leaks momentum at the surface, which only solids have an inside of");
    std::vector<char> on_surface(count, 0);
    for (const auto& triangle : outer_surface(shape.mesh.tets))
        for (const int i : triangle) on_surface[i] = 1;
    double length = 0.0;
    const auto edges = unique_edges(shape.mesh.tets);
    for (const auto& [i, j] : edges) length += norm(shape.mesh.points[i] - shape.mesh.points[j]);
    length /= static_cast<double>(edges.size());
    Eigen::SparseMatrix<double> screened = length * length * mesh_laplacian(shape.mesh, count);
    for (int i = 0; i < count; ++i) screened.coeffRef(i, i) += shape.shares[i];
    Eigen::MatrixXd values = Eigen::MatrixXd::Ones(count, 1);
    const auto phi = harmonic_extension(screened, on_surface, values);
    if (!phi) refuse(spec.where, "finds no layer to leak momentum in; leave \"leak\" out");
    return Eigen::VectorXd::Ones(count) - spec.leak * phi->col(0);
}

/// Refuses a rig whose first pose turns elements inside out: neighbours whose weights are far apart, or joints that
/// begin elsewhere than they were bound.
void refuse_tears(const RigSpec& spec, const BodyShape& shape, const Positions& start, const Rig& rig) {
    const std::vector<AffineMap> maps = rig.motion->at(0.0);
    const auto led = [&](int i) {
        Vec3 sum = Vec3::zero();
        for (std::size_t h = 0; h < maps.size(); ++h)
            sum += rig.weights(i, static_cast<Eigen::Index>(h)) * maps[h](start[i]);
        return sum;
    };
    const auto volume = [](const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
        return dot(b - a, cross(c - a, d - a));
    };
    int torn = 0;
    for (const auto& [a, b, c, d] : shape.mesh.tets)
        torn += volume(led(a), led(b), led(c), led(d)) * volume(start[a], start[b], start[c], start[d]) <= 0.0;
    if (torn > 0)
        refuse(spec.where,
               fmt::format("turns {} of {} elements inside out where it begins; mend its weights, or let it "
                           "begin where the body rests",
                           torn, shape.mesh.tets.size()));
}

}  // namespace

Eigen::MatrixXd orthonormal_columns(const Eigen::MatrixXd& j, const Eigen::VectorXd& mass) {
    constexpr double new_enough = 1e-8;
    const Eigen::VectorXd root = mass.cwiseSqrt();
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(root.asDiagonal() * j);
    qr.setThreshold(new_enough);
    const Eigen::Index rank = qr.rank();
    const Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(j.rows(), rank);
    Eigen::MatrixXd columns(j.rows(), rank);
    for (Eigen::Index i = 0; i < j.rows(); ++i)
        columns.row(i) = mass[i] > 0.0 ? Eigen::RowVectorXd(q.row(i) / root[i]) : Eigen::RowVectorXd::Zero(rank);
    return columns;
}

Rig build_rig(const BodySpec& body, const BodyShape& shape, const Positions& start, const Scene& scene,
              std::vector<std::string>& notes) {
    const RigSpec& spec = *body.rig;
    const int count = shape.node_points();
    Rig rig;
    if (spec.file) {
        if (!spec.handles.empty()) refuse(spec.where, "has both handles and a file; choose one");
        Skeleton skeleton = read_skeleton(body, shape, start, scene.time.duration(), notes);
        rig.motion = skeleton.motion;
        rig.weights = spec.weights ? weights_from_file(spec, count, rig.motion->handle_count()) : skeleton.weights;
    } else {
        if (spec.handles.empty()) refuse(spec.where, "has no handles; give some, or a glTF file with a skin");
        std::vector<Motion> motions;
        std::vector<RigHandle> handles;
        for (const HandleSpec& handle : spec.handles) {
            if (handle.motion && !handle.motion->motion())
                refuse(handle.where, "follows a cache of points; give it a motion of its own");
            handles.push_back(
                {handle.name.value_or(std::to_string(handles.size())), handle.at.front(), handle.at.back()});
            note_short_motion(spec, handle, motions.size(), scene.time.duration(), notes);
            motions.push_back(handle.motion ? *handle.motion->motion()
                                            : Motion{Vec3::zero(), SteadyPose{Vec3::zero(), Vec3::zero(), 0.0, 0.0}});
        }
        rig.motion = std::make_shared<HandleMotions>(std::move(motions), std::move(handles));
        rig.weights = spec.weights ? weights_from_file(spec, count, rig.motion->handle_count())
                                   : harmonic_weights(spec, shape, start);
    }
    normalise(spec, rig.weights, notes);
    for (Eigen::Index h = 0; h < rig.weights.cols(); ++h)
        if (!(rig.weights.col(h).cwiseAbs().maxCoeff() > 1e-9))
            notes.push_back(
                located(spec.where,
                        fmt::format("{}: {} carries no point", subject(spec.where),
                                    spec.handles.empty() ? fmt::format("joint {}", h)
                                                         : handle_name(spec.handles[h], static_cast<std::size_t>(h)))));
    refuse_tears(spec, shape, start, rig);
    const Box box = bounding_box(start);
    rig.frame = {.origin = box.center(), .length = std::max(box.diagonal(), 1e-300), .planar = scene.planar};
    rig.share = spec.leak > 0.0 ? leaking_share(spec, shape) : Eigen::VectorXd::Ones(count);
    return rig;
}

}  // namespace talweg
