/// Levels of ever larger regions that correct what a smoother leaves of a residual: with them iterations hardly grow
/// with the size of a mesh.
///
///     z = M⁻¹ r + Q r,   Q = P A_c⁻¹ Pᵀ
///
/// where M is an incomplete factorisation of the matrix, the caller's, and P the motions of regions. On coarse levels,
/// which cost little, A_c⁻¹ is approximated by the same means one after the other,
///
///     A_c⁻¹ ≈ Q + (I − Q A_c) M⁻¹ (I − A_c Q)
///
/// ("balancing": Mandel, Comm. Numer. Meth. Engng. 9, 1993), at the last level by a Cholesky factor. As long as M and Q
/// are symmetric and positive, so is all of this: no spectrum has to be known, and a Q of an earlier matrix serves as
/// long as it helps. What wears out first is A_c, for stiffness turns with a body: it is made anew of the matrix at
/// hand by the same P, for a third of what all costs. P serves longer (docs/decisions/0014).
#pragma once
#include "talweg/solve/cholesky/sparse_cholesky.hpp"
#include "talweg/solve/incomplete_cholesky.hpp"
#include "talweg/solve/multilevel/galerkin.hpp"

namespace talweg {

class Hierarchy {
public:
    /// Of a matrix, the rows of its pattern in full, and the motions that cost it little.
    Hierarchy(const BlockProduct& a, const FullRows& rows, std::vector<NodeModes> modes);
    /// As it was saved. Throws Error when these are not the bytes of a hierarchy over so many nodes.
    Hierarchy(std::span<const std::byte> saved, int nodes);
    ~Hierarchy();

    /// The levels of another matrix by the same motions of regions.
    void renew(const BlockProduct& a, const FullRows& rows);
    /// The next matrix will be of another pattern.
    void forget_pattern();

    /// False: a coarse matrix is not positive definite, so neither is the matrix.
    bool definite() const { return definite_; }
    int level_count() const { return 1 + static_cast<int>(levels_.size()); }
    /// Unknowns of a coarse level, from 1 on.
    int unknown_count(int level) const;
    /// Of a correction, of the set-up and of a renewal, in units of solve/cost_units.hpp.
    double cycle_cost() const { return cycle_cost_; }
    double setup_cost() const { return motions_cost_ + renewal_cost_; }
    double renewal_cost() const { return renewal_cost_; }

    /// z += Q r, in two: the motion of regions is found, while others may smooth, and added. Returns rᵀ z.
    void find_correction(const Nodes& r);
    double add_correction(const Nodes& r, Nodes& z) const;

    std::vector<std::byte> save() const;

private:
    struct Level;
    void coarsen(const BlockProduct& a, const FullRows& rows, std::vector<NodeModes> modes, int width);
    bool is_last(const Level& level) const { return &level == levels_.back().get(); }
    void factorize(Level& level);
    void lay_out(const FullRows& rows);
    void count_costs();
    void solve(std::size_t level, const Nodes& r, Nodes& z);
    void find(std::size_t level, const Nodes& r);

    std::vector<std::unique_ptr<Level>> levels_;  // coarse ones
    std::unique_ptr<SparseCholesky> last_;        // of the last level, where it is small enough
    std::vector<double> values_;
    bool definite_ = true;
    double inversion_ = 0.0;  // flops of what its factor's top is inverted with
    double cycle_cost_ = 0.0, motions_cost_ = 0.0, renewal_cost_ = 0.0;
};

}  // namespace talweg
