/// Few functions that move a whole body: x_i = b_i + Σ_f columns(i, f) c_f, and groups of elements that stand for all.
///
/// Skinning modes (Benchekroun et al., "Fast complementary dynamics via skinning eigenmodes", 2023): eigenvectors w of
/// the Laplacian, weighted by stiffness, each times 1, X, Y, Z. They span the same after any rotation, so bodies
/// turn without strain. Polynomials: w = 1, or 1 and the coordinates. Displacement modes: vibrations at rest, x = X + Σ
/// q φ; their derivatives add what they miss at second order (Barbič and James, "Real-time subspace integration for St.
/// Venant–Kirchhoff deformable models", 2005). These span other things after a rotation, which shows.
#pragma once
#include <Eigen/Core>
#include <functional>

#include "talweg/model/rig.hpp"
#include "talweg/scene/shape/body_shape.hpp"
#include "talweg/scene/spec/scene.hpp"

namespace talweg {

struct Subspace {
    Eigen::MatrixXd columns;     // points that are nodes × functions
    Eigen::VectorXd compliance;  // of the columns: how far each moves beside others; 0: it strains all alike
    bool from_rest = false;      // b is the rest shape, and each three columns are a displacement's components
    bool constant = false;       // the first column is 1, and the others are orthogonal to it
};

/// `against`: J of a rig, whose motions are not to be among these; empty: none. `progress` is told the part that is
/// done. Throws Error that names the line.
Subspace make_subspace(const BodySpec& body, const BodyShape& shape, const Positions& start,
                       const Eigen::VectorXd& mass, const RigFrame& frame, const Eigen::MatrixXd& against,
                       const Scene& scene, const std::function<void(double)>& progress = {});

/// Columns that are new beside those before them, orthogonal when points count by mass, each of that mass in all: in
/// their order, so that more of them span more.
/// `kept`: the numbers of those that are new.
Eigen::MatrixXd orthogonal_in_order(const Eigen::MatrixXd& columns, const Eigen::VectorXd& mass,
                                    const Eigen::MatrixXd& against = {}, std::vector<Eigen::Index>* kept = nullptr);

/// Groups of rows that are alike, by k-means from a fixed start; by row. At most `count`; as many as rows or more: each
/// by itself.
std::vector<int> cluster_rows(const Eigen::MatrixXd& rows, int count);

}  // namespace talweg
