/// Stiffness and mass of a world over its free components, as Eigen's sparse matrices, and their lowest modes.
#pragma once
#include <Eigen/SparseCholesky>

#include "talweg/assembly/assembler.hpp"
#include "talweg/solve/scalar_matrix.hpp"

namespace talweg::testing {

using Sparse = Eigen::SparseMatrix<double>;

/// ∂²P/∂c², lower triangle.
inline Sparse stiffness(const Model& model, const Nodes& c) {
    Assembler assembler(model);
    Landscape at;
    at.c_tilde = c;
    at.inertia = 0.0;
    at.scale = 1.0;
    at.rate = 1.0;
    Positions b;
    prescribed_points(model, 0.0, b);
    at.b = b;
    follow(model.map, c, at.b, at.x_ref);
    System system;
    assembler.assemble(at, c, Hessian::exact, system);
    ScalarMatrix lower(*assembler.pattern(), Unknowns(model.held_axes));
    lower.set_values(system.hessian, 0.0);
    return Eigen::Map<const Sparse>(lower.size(), lower.size(), lower.entry_count(), lower.column_offsets.data(),
                                    lower.rows.data(), lower.values.data());
}

/// M, lower triangle.
inline Sparse mass(const Model& model) {
    const Unknowns unknowns(model.held_axes);
    std::vector<Eigen::Triplet<double>> entries;
    for (int a = 0; a < 3; ++a) {
        for (int i = 0; i < model.node_count(); ++i)
            if (unknowns(i, a) >= 0) entries.emplace_back(unknowns(i, a), unknowns(i, a), model.mass.diagonal[i]);
        for (const auto& [i, j, m] : model.mass.couplings)
            if (unknowns(i, a) >= 0 && unknowns(j, a) >= 0) entries.emplace_back(unknowns(j, a), unknowns(i, a), m);
    }
    Sparse matrix(unknowns.count(), unknowns.count());
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

struct Mode {
    double eigenvalue;
    Eigen::VectorXd shape;
};

/// The smallest |λ| with A x = λ B x, A positive definite; both lower triangles. Inverse iteration.
inline Mode lowest_mode(const Sparse& a, const Sparse& b) {
    const Eigen::SimplicialLDLT<Sparse> solver(a);
    Eigen::VectorXd x = Eigen::VectorXd::Random(a.rows()).cwiseAbs();
    double lambda = 0.0;
    for (int k = 0; k < 200; ++k) {
        const Eigen::VectorXd bx = b.selfadjointView<Eigen::Lower>() * x, y = solver.solve(bx);
        const double next = x.dot(bx) / y.dot(bx);
        x = y / y.norm();
        if (std::abs(next - lambda) < 1e-12 * std::abs(next) && k > 3) break;
        lambda = next;
    }
    const Eigen::VectorXd ax = a.selfadjointView<Eigen::Lower>() * x, bx = b.selfadjointView<Eigen::Lower>() * x;
    return {x.dot(ax) / x.dot(bx), x};
}

}  // namespace talweg::testing
