#include "talweg/scene/build/displacement_modes.hpp"

#include <Eigen/SparseCholesky>

#include "talweg/assembly/assembler.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/build/cached_modes.hpp"
#include "talweg/solve/unknowns.hpp"

namespace talweg {

namespace {

/// The body by itself, unreduced, as it rests.
World resting(const BodySpec& body, const Scene& scene) {
    Scene alone = scene;
    alone.bodies = {body};
    BodySpec& only = alone.bodies.front();
    only.reduce = {};
    only.rig = {};
    only.loads.clear();
    only.constraints.clear();
    only.start = StartSpec();
    only.start.stretch = {1, 1, 1};
    only.damping = {0.0, 0.0, {}};
    only.density = 1000.0;  // of which modes are no matter
    alone.obstacles.clear();
    alone.connections.clear();
    alone.contact = {};
    alone.expect.clear();
    alone.gravity = Vec3::zero();
    alone.gravitation = {};
    return build_model(alone, Start::as_it_is);
}

struct Rest {
    explicit Rest(const World& from) : world(from), unknowns(world.model.held_axes), assembler(world.model) {
        landscape.c_tilde = world.state.c;
        landscape.inertia = 0.0;
        landscape.scale = 1.0;
        landscape.rate = 1.0;
        landscape.b = {world.model, 0.0};
        follow(world.model.map, world.state.c, landscape.b, landscape.x_ref);
        System system;
        assembler.assemble(landscape, world.state.c, Hessian::exact, system);
        std::vector<Eigen::Triplet<double>> entries;
        const BlockPattern& pattern = *system.hessian.pattern;
        for (int i = 0; i < pattern.node_count(); ++i)
            for (int k = pattern.row_begin(i); k < pattern.row_end(i); ++k)
                add(i, pattern.column(k), system.hessian.values[k], entries);
        stiffness.resize(unknowns.count(), unknowns.count());
        stiffness.setFromTriplets(entries.begin(), entries.end());
        mass.resize(unknowns.count());
        for (int i = 0; i < unknowns.node_count(); ++i)
            for (int a = 0; a < 3; ++a)
                if (const int k = unknowns(i, a); k >= 0) mass[k] = world.model.mass.diagonal[i];
    }
    void add(int i, int j, const Mat3& block, std::vector<Eigen::Triplet<double>>& entries) const {
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b) {
                const int row = unknowns(i, a), column = unknowns(j, b);
                if (row < 0 || column < 0) continue;
                entries.emplace_back(row, column, block(a, b));
                if (i != j) entries.emplace_back(column, row, block(a, b));
            }
    }
    Eigen::VectorXd forces(const Eigen::VectorXd& displaced) {
        Nodes c = world.state.c, g;
        for (int i = 0; i < unknowns.node_count(); ++i)
            for (int a = 0; a < 3; ++a)
                if (const int k = unknowns(i, a); k >= 0) c[i][a] += displaced[k];
        assembler.gradient(landscape, c, g);
        std::vector<double> free;
        unknowns.gather(g, free);
        return Eigen::Map<Eigen::VectorXd>(free.data(), static_cast<Eigen::Index>(free.size()));
    }

    World world;
    Unknowns unknowns;
    Assembler assembler;
    Landscape landscape;
    Eigen::SparseMatrix<double> stiffness;
    Eigen::VectorXd mass;
};

}  // namespace

Eigen::MatrixXd displacement_modes(const BodySpec& body, const Scene& scene, int count, bool derivatives,
                                   const std::function<void(double)>& progress) {
    Rest rest(resting(body, scene));
    const double scale = rest.stiffness.diagonal().sum() / rest.mass.sum();
    const double shift = 1e-9 * scale;
    const Modes modes = cached_modes(rest.stiffness, rest.mass, count, shift, {}, progress);
    Eigen::MatrixXd all = modes.vectors;
    if (derivatives) {
        Eigen::SparseMatrix<double> shifted = rest.stiffness;
        for (Eigen::Index i = 0; i < shifted.rows(); ++i) shifted.coeffRef(i, i) += shift * rest.mass[i];
        const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(shifted);
        std::vector<Eigen::Index> bending;
        for (Eigen::Index k = 0; k < modes.values.size(); ++k)
            if (modes.values[k] > 1e-6 * scale) bending.push_back(k);
        const double step = 1e-3 * rest.world.model.diagonal;
        // f(u) + f(−u) has no odd orders, so that differences of it are the mixed second derivative up to the fourth.
        const auto even = [&](const Eigen::VectorXd& u) -> Eigen::VectorXd { return rest.forces(u) + rest.forces(-u); };
        const auto along = [&](Eigen::Index k) -> Eigen::VectorXd {
            return modes.vectors.col(k) * (step / modes.vectors.col(k).cwiseAbs().maxCoeff());
        };
        std::vector<Eigen::VectorXd> corrections;
        double largest = 0.0;
        for (std::size_t i = 0; i < bending.size(); ++i)
            for (std::size_t j = i; j < bending.size(); ++j) {
                const Eigen::VectorXd a = along(bending[i]), b = along(bending[j]);
                corrections.push_back(-solver.solve(even(a + b) - even(a - b)));
                largest = std::max(largest, corrections.back().cwiseAbs().maxCoeff());
            }
        // Those that vanish by symmetry would be made large functions of what rounding left.
        constexpr double nothing = 1e-3;
        std::erase_if(corrections,
                      [&](const Eigen::VectorXd& one) { return one.cwiseAbs().maxCoeff() <= nothing * largest; });
        const Eigen::Index first = all.cols();
        all.conservativeResize(all.rows(), first + static_cast<Eigen::Index>(corrections.size()));
        for (std::size_t k = 0; k < corrections.size(); ++k)
            all.col(first + static_cast<Eigen::Index>(k)) = corrections[k];
    }
    const int nodes = rest.world.model.node_count();
    Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(rest.world.model.place_count(), 3 * all.cols());
    for (int point = 0; point < rest.world.model.place_count(); ++point) {
        const int node = rest.world.model.map.single_node(point);
        for (int a = 0; a < 3 && node >= 0 && node < nodes; ++a)
            if (const int k = rest.unknowns(node, a); k >= 0)
                for (Eigen::Index m = 0; m < all.cols(); ++m) columns(point, 3 * m + a) = all(k, m);
    }
    // Each as large as the whole body: its number is then in metres.
    for (Eigen::Index m = 0; m < all.cols(); ++m) {
        const double largest = columns.middleCols(3 * m, 3).cwiseAbs().maxCoeff();
        if (largest > 0.0) columns.middleCols(3 * m, 3) /= largest;
    }
    return columns;
}

}  // namespace talweg
