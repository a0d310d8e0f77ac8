#include "talweg/scene/build/subspace.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "talweg/geometry/laplacian.hpp"
#include "talweg/scene/build/cached_modes.hpp"
#include "talweg/scene/build/displacement_modes.hpp"
#include "talweg/scene/text/refuse.hpp"

namespace talweg {

namespace {

/// Every weight times X̄ and 1; weight by weight.
Eigen::MatrixXd times_coordinates(const Eigen::MatrixXd& weights, const Positions& start, const RigFrame& frame) {
    Eigen::MatrixXd columns(weights.rows(), weights.cols() * frame.columns());
    for (Eigen::Index i = 0; i < weights.rows(); ++i)
        for (Eigen::Index w = 0; w < weights.cols(); ++w)
            for (int k = 0; k < frame.columns(); ++k)  // 1 first
                columns(i, w * frame.columns() + k) =
                    weights(i, w) * frame.coordinate(start[i], k == 0 ? frame.axes() : k - 1);
    return columns;
}

/// Of each tetrahedron, its stiffness beside the stiffest: what weights of the Laplacian are.
std::vector<double> stiffness_factors(const BodySpec& body, std::size_t elements) {
    for (const EnergySpec& energy : body.energies)
        for (const char* name : {"youngs_modulus", "stiffness"})
            if (const auto found = energy.parameters.find(name); found != energy.parameters.end())
                if (!found->second.uniform()) return {};  // cannot be told here; the plain Laplacian serves
    return std::vector<double>(elements, 1.0);
}

}  // namespace

Eigen::MatrixXd orthogonal_in_order(const Eigen::MatrixXd& columns, const Eigen::VectorXd& mass,
                                    const Eigen::MatrixXd& against, std::vector<Eigen::Index>* kept) {
    constexpr double new_enough = 1e-7;
    const double total = mass.sum();
    Eigen::MatrixXd made(columns.rows(), 0);
    Eigen::MatrixXd before = against;
    const auto length = [&](const Eigen::VectorXd& v) { return std::sqrt(v.dot(mass.cwiseProduct(v))); };
    for (Eigen::Index c = 0; c < columns.cols(); ++c) {
        Eigen::VectorXd v = columns.col(c);
        const double first = length(v);
        for (int round = 0; round < 3; ++round) {
            if (before.cols() > 0) v -= before * (before.transpose() * mass.cwiseProduct(v));
            if (made.cols() > 0) v -= made * (made.transpose() * mass.cwiseProduct(v)) / total;
        }
        const double left = length(v);
        if (!(left > new_enough * first) || !(left > 0.0)) continue;
        if (kept) kept->push_back(c);
        made.conservativeResize(v.size(), made.cols() + 1);
        made.rightCols(1) = v * (std::sqrt(total) / left);
    }
    return made;
}

Subspace make_subspace(const BodySpec& body, const BodyShape& shape, const Positions& start,
                       const Eigen::VectorXd& mass, const RigFrame& frame, const Eigen::MatrixXd& against,
                       const Scene& scene, const std::function<void(double)>& progress) {
    const ReduceSpec& spec = *body.reduce;
    const auto count = mass.size();
    if (spec.modes > count)
        refuse(spec.where, fmt::format("asks for {} modes of a body of {} points; ask for fewer", spec.modes, count));
    Subspace made;
    if (spec.basis == Basis::displacement || spec.basis == Basis::modal_derivatives) {
        if (against.cols() > 0)
            refuse(spec.where, "has displacement modes and a rig, which do not go together; use skinning modes");
        for (const HoldSpec& hold : body.hold)
            if (hold.motion)
                refuse(spec.where,
                       "has displacement modes and a hold that moves, which they cannot follow; use "
                       "skinning modes");
        made.columns = displacement_modes(body, scene, spec.modes, spec.basis == Basis::modal_derivatives, progress);
        made.from_rest = true;
        made.compliance = Eigen::VectorXd::Ones(made.columns.cols());
        return made;
    }
    Eigen::MatrixXd weights = Eigen::MatrixXd::Ones(count, 1);
    if (spec.basis == Basis::quadratic) {
        weights.conservativeResize(count, 1 + frame.axes());
        for (Eigen::Index i = 0; i < count; ++i)
            for (int k = 0; k < frame.axes(); ++k) weights(i, 1 + k) = frame.coordinate(start[i], k);
    }
    Eigen::VectorXd compliance = Eigen::VectorXd::Ones(weights.cols());
    const Eigen::MatrixXd rig = against.cols() > 0 ? orthogonal_in_order(against, mass) : Eigen::MatrixXd();
    if (spec.basis == Basis::skinning && spec.modes > 0) {
        // What is orthogonal to the rig together with all coordinates.
        Eigen::MatrixXd forbidden(count, 0);
        if (rig.cols() > 0) {
            forbidden.resize(count, rig.cols() * frame.columns());
            for (int k = 0; k < frame.columns(); ++k)
                for (Eigen::Index c = 0; c < rig.cols(); ++c)
                    for (Eigen::Index i = 0; i < count; ++i)
                        forbidden(i, k * rig.cols() + c) = mass[i] * frame.coordinate(start[i], k) * rig(i, c);
        }
        const auto laplacian =
            mesh_laplacian(shape.mesh, static_cast<int>(count), stiffness_factors(body, shape.mesh.tets.size()));
        const double scale = laplacian.diagonal().sum() / mass.sum();
        const Modes modes = cached_modes(laplacian, mass, spec.modes, 1e-8 * scale, forbidden, progress);
        const bool free = rig.cols() == 0;
        // The first mode of a body without a rig is the constant one, which is there.
        weights.conservativeResize(count, (free ? 1 : 0) + modes.vectors.cols());
        weights.rightCols(modes.vectors.cols()) = modes.vectors;
        if (free) weights.col(0).setOnes();
        compliance = Eigen::VectorXd::Zero(weights.cols());
        const double still = 1e-6 * modes.values.maxCoeff();
        for (Eigen::Index k = 0; k < modes.values.size(); ++k)
            if (modes.values[k] > still)
                compliance[compliance.size() - modes.values.size() + k] = 1.0 / modes.values[k];
    }
    if (spec.modes == 0 && rig.cols() > 0) {
        made.columns.resize(count, 0);
        return made;
    }
    const Eigen::MatrixXd rig_unit = rig.cols() > 0 ? Eigen::MatrixXd(rig / std::sqrt(mass.sum())) : rig;
    std::vector<Eigen::Index> kept;
    made.columns = orthogonal_in_order(times_coordinates(weights, start, frame), mass, rig_unit, &kept);
    if (spec.basis == Basis::skinning && spec.modes > 0 && rig.cols() == 0) {
        // So many weights: the constant one and the first modes.
        const Eigen::Index most = std::min<Eigen::Index>(made.columns.cols(), spec.modes * frame.columns());
        if (spec.modes < count) made.columns = Eigen::MatrixXd(made.columns.leftCols(most));
    }
    made.constant = rig.cols() == 0;
    made.compliance.resize(made.columns.cols());
    for (Eigen::Index c = 0; c < made.columns.cols(); ++c) made.compliance[c] = compliance[kept[c] / frame.columns()];
    return made;
}

std::vector<int> cluster_rows(const Eigen::MatrixXd& x, int count) {
    const auto n = static_cast<int>(x.rows());
    std::vector<int> of(n);
    if (count >= n) {
        for (int e = 0; e < n; ++e) of[e] = e;
        return of;
    }
    // Each next one starts farthest from those before.
    Eigen::MatrixXd centres(count, x.cols());
    centres.row(0) = x.row(0);
    Eigen::VectorXd nearest = (x.rowwise() - centres.row(0)).rowwise().squaredNorm();
    for (int c = 1; c < count; ++c) {
        Eigen::Index far = 0;
        nearest.maxCoeff(&far);
        centres.row(c) = x.row(far);
        nearest = nearest.cwiseMin((x.rowwise() - centres.row(c)).rowwise().squaredNorm());
    }
    constexpr int rounds = 12;
    for (int round = 0; round < rounds; ++round) {
        const Eigen::VectorXd squares = centres.rowwise().squaredNorm();
        constexpr int chunk = 1024;
        for (int begin = 0; begin < n; begin += chunk) {
            const int rows = std::min(chunk, n - begin);
            const Eigen::MatrixXd products = x.middleRows(begin, rows) * centres.transpose();
            for (int e = 0; e < rows; ++e) {
                double least = std::numeric_limits<double>::infinity();
                for (int c = 0; c < count; ++c)
                    if (const double d = squares[c] - 2.0 * products(e, c); d < least) {
                        least = d;
                        of[begin + e] = c;
                    }
            }
        }
        if (round + 1 == rounds) break;
        Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(count, x.cols());
        std::vector<int> members(count, 0);
        for (int e = 0; e < n; ++e) {
            sums.row(of[e]) += x.row(e);
            ++members[of[e]];
        }
        for (int c = 0; c < count; ++c)
            if (members[c] > 0) centres.row(c) = sums.row(c) / members[c];
    }
    // Numbered anew, without empty ones.
    std::vector<int> number(count, -1);
    int used = 0;
    for (int& c : of) {
        if (number[c] < 0) number[c] = used++;
        c = number[c];
    }
    return of;
}

}  // namespace talweg
