/// A liquid of particles: an energy against compression, and viscosity.
///
/// What a particle has room for is told by its neighbours (smoothed particle hydrodynamics; Gingold and Monaghan 1977,
/// Lucy 1977), σ_i = Σ_j W(|x_i − x_j|), and by walls, which count as if the liquid went on beyond them:
///
///     J_i = σ₀ / σ_i,   σ₀ on the lattice of the spacing at rest,   E = Σ ½ k V₀ max(0, 1 − J_i)²
///
/// so p_i = k (1 − J_i) is the pressure; a liquid that is thinned, as at a free surface, does not pull. Within a step J
/// is linear in x, its kernels taken where the step began (Xie et al., "A Contact Proxy Splitting Method for Lagrangian
/// Solid-Fluid Coupling", 2023): E is convex, its Hessian a sum of one square per particle.
///
/// Viscosity dissipates, per pair, μ V₀² (−W′/r) |v_i − v_j|²: the force is the Laplacian of Brookshaw (1985), and
/// linear shear gives the stress μ γ̇. Walls may take part as if the liquid beyond them moved on linearly: no slip.
#pragma once
#include "talweg/math/kernel_beyond_plane.hpp"
#include "talweg/model/liquid_walls.hpp"
#include "talweg/model/neighbour_term.hpp"

namespace talweg {

/// All liquid particles of a world, and the walls that they know.
struct LiquidParticles {
    std::vector<int> points;
    std::vector<double> bulk;          // k of each, Pa
    std::vector<double> viscosity;     // μ of each, Pa s
    std::vector<std::uint8_t> clings;  // of each: walls hold it
    double spacing = 0.0;              // m: on a lattice that wide the liquid is at rest
    int dimension = 3;                 // 2: planar
    bool least_squares = false;        // how J changes: as the fit of moves around, not as the sum of kernels
    LiquidWalls walls;

    double volume() const { return dimension == 2 ? spacing * spacing : spacing * spacing * spacing; }
    static constexpr double relative_reach = 3.0;  // of kernels, in spacings
};

struct LiquidSurroundings;
class LiquidOutlook;

class LiquidTerm : public NeighbourTerm {
public:
    /// Terms of the same particles may share an outlook; none: one of its own.
    explicit LiquidTerm(std::shared_ptr<const LiquidParticles> particles,
                        std::shared_ptr<LiquidOutlook> outlook = nullptr);
    bool internal() const override { return false; }  // walls push
    int element_count() const override { return static_cast<int>(particles_->points.size()); }
    const int* points() const override { return particles_->points.data(); }
    int points_end() const override { return points_end_; }
    const std::shared_ptr<const LiquidParticles>& particles() const { return particles_; }
    const std::shared_ptr<LiquidOutlook>& outlook() const { return outlook_; }

protected:
    std::shared_ptr<const LiquidSurroundings> surroundings(const Vec3* x_ref) const;

    std::shared_ptr<const LiquidParticles> particles_;
    std::shared_ptr<LiquidOutlook> outlook_;
    SmoothingKernel kernel_;
    LatticeSums lattice_;  // by which the liquid on its lattice is exactly at rest, and μ exactly μ
    KernelBeyondPlane beyond_;

private:
    int points_end_ = 0;
};

class LiquidVolume final : public LiquidTerm {
public:
    using LiquidTerm::LiquidTerm;
    std::string_view name() const override { return "liquid_volume"; }
    bool dissipative() const override { return false; }
    std::shared_ptr<const View> look(const Vec3* x_ref) const override;
    /// What every particle at x does against a uniform stretch of all that it sees, −∂E_i/∂V, Pa: its part of the
    /// stress. k (1 − J) times how truly the kernel measures stretch there: next to 1 on the lattice.
    std::vector<double> pressures(const Vec3* x) const { return measure(x).pressure; }
    struct Measured {
        std::vector<double> pressure, relative_density;  // Pa; σ/σ₀
    };
    Measured measure(const Vec3* x) const;
};

class LiquidViscosity final : public LiquidTerm {
public:
    using LiquidTerm::LiquidTerm;
    std::string_view name() const override { return "liquid_viscosity"; }
    bool dissipative() const override { return true; }
    std::shared_ptr<const View> look(const Vec3* x_ref) const override;
};

}  // namespace talweg
