/// Newton's gravitation between all points that have mass, softened below a length ε (Plummer).
///
///     E = −½ Σ_i Σ_{j≠i} G m_i m_j / √(|x_i − x_j|² + ε²)
///
/// A term of single points each of which looks at all the others: its matrix would be full, and is never assembled.
/// Integrators without landscape see the forces where the points are. A landscape takes them from x_ref, where its step
/// began: E(x_ref) − f(x_ref)·(x − x_ref). Four points go at once against one after another of the others, in their
/// order: sums are the same for any number of threads.
#pragma once
#include "talweg/model/term.hpp"

namespace talweg {

class Gravitation final : public Term {
public:
    /// Masses in kg, one per point; constant in m³/(kg s²), softening in m.
    Gravitation(std::vector<int> points, std::vector<double> masses, double constant, double softening);

    std::string_view name() const override { return "gravitation"; }
    bool dissipative() const override { return false; }
    bool internal() const override { return false; }
    int point_count() const override { return 1; }
    int element_count() const override { return static_cast<int>(points_.size()); }
    const int* points() const override { return points_.data(); }

    double energy(const Configuration& at, int begin, int end) const override;
    EnergySum add_derivatives(const Configuration& at, int begin, int end, const DerivativeTarget& into) const override;
    bool guarded() const override { return false; }
    double largest_safe_step(const Vec3*, const Vec3*, int, int) const override { return 1.0; }
    ForceSize force_size(const Configuration& at, const Vec3* move, int element, Vec3* change) const override;
    void add_forces(const Vec3* x, const Vec3* v, int begin, int end, Vec3* f,
                    const std::byte* memory = nullptr) const override;

private:
    /// Force on a point, N, and what it has of all potentials: −Σ_j G m_i m_j/r, J.
    struct Pull {
        Vec3 force;
        double energy;
    };
    /// function(element, pull) for each of [begin, end).
    template <class Function>
    void for_pulls(const Vec3* x, int begin, int end, const Function& function) const;

    std::vector<int> points_;
    std::vector<double> masses_;
    double constant_, softening_squared_;
};

}  // namespace talweg
