/// Liquids as position-based methods have them: one constraint per particle, that it is not denser than at rest.
///
///     C_i = σ_i/σ₀ − 1 ≤ 0,   σ_i = Σ_j W(|x_i − x_j|) + walls,   λ_i = −C_i/(Σ_k w_k |∇_k C_i|² + ε)
///     Δx_i = w_i Σ_j (λ_i + λ_j + s_ij) ∇W/σ₀,   s_ij = −k (W(r_ij)/W(Δq))⁴/(…)
///
/// All λ of an iteration are found at the same places and applied together (Jacobi), particles in parallel. A wave of
/// density may be corrected by several particles at once, up to 3.3 times too much in the plane, 6.3 times in space;
/// ε is what keeps that from growing. Macklin and Müller, "Position Based Fluids", 2013: there ε is "constraint force
/// mixing", s an artificial pressure against clusters, with Δq a fifth of the kernel's reach.
///
/// When a step has ended, velocities are smoothed (XSPH; Monaghan 1989): v_i += c Σ_j V (v_j − v_i) W_ij. The paper
/// takes some c; here it follows from μ, so that a linear shear gives the stress μ γ̇, and is at most ½.
///
/// Neighbours are found where forces have brought the particles. All forces are of pairs: momentum is kept. Walls are
/// obstacles, as in model/liquid.hpp; the bulk modulus counts nothing.
#pragma once
#include <optional>

#include "talweg/geometry/neighbour_grid.hpp"
#include "talweg/model/liquid.hpp"
#include "talweg/projections/interface/constrained_term.hpp"
#include "talweg/projections/interface/liquid_rule.hpp"

namespace talweg {

class LiquidDensity final : public ConstrainedTerm {
public:
    LiquidDensity(const Model& model, const ParticleMap& map, std::shared_ptr<const LiquidParticles> liquid,
                  const LiquidRule& rule);

    std::string_view name() const override { return "liquid_volume"; }
    void start(const ConstraintRule& rule, const Particles& particles) override;
    void project(const ConstraintRule& rule, Particles& particles) override;
    /// The largest σ/σ₀ − 1, no less than 0, of particles that see those they saw when the step began.
    double violation(const ConstraintRule& rule, const Particles& particles) const override;
    void smooth(const ConstraintRule& rule, const Particles& particles, Nodes& v) const override;

private:
    /// C_i, not below 0, and what its particle itself changes of it; `mobility` Σ w |∇C|².
    struct Dense {
        double excess, mobility;
        Vec3 own;
    };
    Dense density(int i, const Particles& particles) const;
    /// How far into the liquid, m, a wall stands from a particle that was next to it when the step began.
    double distance(int i, const NearWall& wall, const Vec3& x) const;
    Vec3 gradient(const Vec3& apart, double r) const { return (-kernel_.steepness(r) / rest_) * apart; }
    double crowding(int i, int j, double r, const Particles& particles) const;

    std::shared_ptr<const LiquidParticles> liquid_;
    LiquidRule rule_;
    SmoothingKernel kernel_;
    KernelBeyondPlane beyond_;
    double rest_;             // σ₀, 1/m³
    double steepness_;        // Σ |∇C|² on the lattice, 1/m²
    double spread_;           // Σ W r²/(2 d) on the lattice, 1/m
    double filling_;          // V Σ W
    std::vector<int> nodes_;  // of each particle of the liquid
    LiquidWalls walls_;       // of obstacles, their points as indices into all particles
    std::vector<double> lambda_;
    std::vector<Vec3> own_, began_;
    std::optional<NeighbourGrid> grid_;
    std::optional<WallsInReach> near_;
};

}  // namespace talweg
