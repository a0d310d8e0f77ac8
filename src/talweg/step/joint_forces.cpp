#include "talweg/step/joint_forces.hpp"

#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>

namespace talweg {

namespace {

using SparseRows = Eigen::SparseMatrix<double>;

/// Which of the bodies' own nodes are held as they are along an axis: what holds them is no joint.
std::vector<std::uint8_t> held_along(const Model& model, int axis) {
    const Linkage& own = *model.linkage;
    std::vector<std::uint8_t> held;
    for (int i = 0; i < own.nodes.point_count(); ++i) {
        const int node = own.nodes.single_node(i);
        held.push_back(node >= 0 && !own.anchored[node] && (model.held_axes[node] & (1 << axis)) != 0);
    }
    return held;
}

/// λ along one axis. The relations of a joint that repeats another make R Rᵀ singular: a little is added to it, and
/// taken away again by refinement, which leaves the least λ.
Eigen::VectorXd multipliers(const Linkage& own, const std::vector<std::uint8_t>& held, const Nodes& residual,
                            int axis) {
    const auto count = static_cast<int>(own.relations.size());
    std::vector<Eigen::Triplet<double>> entries;
    Eigen::VectorXd r(own.nodes.point_count());
    for (int i = 0; i < r.size(); ++i) r[i] = held[i] ? 0.0 : residual[i][axis];
    for (int k = 0; k < count; ++k)
        for (const NodeWeight& w : own.relations[k].row)
            if (!held[w.node]) entries.emplace_back(k, w.node, w.weight);
    SparseRows rows(count, r.size());
    rows.setFromTriplets(entries.begin(), entries.end());
    const SparseRows square = rows * SparseRows(rows.transpose());
    SparseRows shifted = square;
    const double shift = 1e-9 * (square.diagonal().maxCoeff() + 1e-300);
    for (int k = 0; k < count; ++k) shifted.coeffRef(k, k) += shift;
    const Eigen::SimplicialLDLT<SparseRows> factor(shifted);
    const Eigen::VectorXd right = rows * r;
    Eigen::VectorXd lambda = Eigen::VectorXd::Zero(count);
    for (int pass = 0; pass < 3; ++pass) lambda += factor.solve(right - square * lambda);
    return lambda;
}

}  // namespace

JointForces measure_joint_forces(const Landscape& landscape, const Nodes& c, Backend& backend) {
    const Model& model = backend.model();
    const Linkage& own = *model.linkage;
    const Nodes place = own.own(c);
    // c − c̃ of own nodes is linear in that of the model's.
    Nodes apart(c.size());
    for (std::size_t i = 0; i < c.size(); ++i) apart[i] = c[i] - landscape.c_tilde[i];
    Nodes residual = own.mass * own.own_move(apart);
    for (Vec3& r : residual) r = (landscape.inertia / landscape.scale) * r;
    const Positions& g = backend.assembler().point_gradient();
    for (int i = 0; i < own.map.point_count(); ++i)
        for (const NodeWeight& w : own.map.row(i)) residual[w.node] += (w.weight / landscape.scale) * g[i];

    std::vector<Vec3> lambda(own.relations.size());
    for (int axis = 0; axis < 3; ++axis) {
        const Eigen::VectorXd found = multipliers(own, held_along(model, axis), residual, axis);
        for (std::size_t k = 0; k < lambda.size(); ++k) lambda[k][axis] = found[static_cast<Eigen::Index>(k)];
    }

    JointForces forces;
    forces.on_body.resize(model.bodies.size());
    forces.holds.resize(model.bodies.size());
    for (const Joint& joint : own.joints) {
        auto& on_body = joint.hold ? forces.holds : forces.on_body;
        // What a relation takes hold of on the first body: a place with weight 1, or a direction with weight 0.
        const int count = joint.anchor[1] - joint.anchor[0];
        std::vector<Vec3> at(count, Vec3::zero());
        std::vector<double> share(count, 0.0);
        Vec3 center = Vec3::zero();
        double places = 0.0;
        for (int k = 0; k < count; ++k) {
            for (const NodeWeight& w : own.relations[joint.anchor[0] + k].row) {
                if (own.node_body[w.node] != joint.body[0]) continue;
                at[k] += w.weight * place[w.node];
                share[k] += w.weight;
            }
            center += share[k] * at[k];
            places += share[k];
        }
        if (places > 0.0) center = center / places;
        Momentum all;
        for (int k = 0; k < count; ++k) {
            const Vec3& f = lambda[joint.anchor[0] + k];
            const Momentum here{share[k] * f, cross(at[k], f)};
            on_body[joint.body[0]] += here;
            if (joint.body[1] >= 0) on_body[joint.body[1]] += -1.0 * here;
            all += {share[k] * f, cross(at[k] - share[k] * center, f)};
        }
        forces.in_joint.push_back(joint.body[1] >= 0 ? -1.0 * all : all);
    }
    return forces;
}

}  // namespace talweg
