/// How far a place is from the minimum of its landscape, in what people measure: speeds, forces, balance.
///
/// The length of the Newton direction p alone is no measure: where barriers and sticking friction soften within a small
/// move, a short p leaves a large force; where a body is stiff, a short p leaves a large stress. So four things are
/// asked, with h the step, ε a speed and θ a part:
///
///     moves     |W p| / h                                 of every point           ≤ ε
///     forces    |δf|, δf = C p                            of every contact         ≤ θ max(|f|, mean |f|) + m ε/h
///     balance   |Σ g| / h², and moments over the radius   of every free piece      ≤ m ε/h + θ Σ|f|
///     fall      √(−gᵀp / m) / h                           of every piece           ≤ ε
///
/// and of what is held that the forces on all that is free in it balance to 5 m ε/h + θ (Σ|f| + |holding force|).
///
/// C is the Hessian of a barrier or of lagged friction, f its force, m the mass that feels it. Without inertia masses
/// say nothing: loads take the place of m ε/h, and instead of the fall every element's own force must be settled, so
/// that stresses are. What misses its mark by no more than rounding of positions can do to it is told apart
/// (docs/decisions/0006).
#pragma once
#include "talweg/assembly/assembler.hpp"
#include "talweg/model/live_points.hpp"
#include "talweg/model/pieces.hpp"

namespace talweg {

/// θ: forces count as settled when what is left to change is such a part of them.
inline constexpr double settled_part = 0.01;

struct Settlement {
    double moves = 0.0;    // m/s
    double forces = 0.0;   // largest |δf| over what is allowed
    double balance = 0.0;  // m/s
    double fall = 0.0;     // m/s; without inertia largest |δf| of an element over what is allowed
    int body = -1;         // whose balance that is

    double excess = 0.0;                  // the largest of the four over what is allowed: settled at 1 and below
    double excess_beyond_rounding = 0.0;  // the same, where rounding is allowed as well

    bool settled() const { return excess <= 1.0; }
    bool settled_but_for_rounding() const { return excess_beyond_rounding <= 1.0; }
    /// The worse of both, number by number.
    void include(const Settlement& other);
};

/// Pieces of several nodes. Particles are pieces of one, by the million, and cannot turn.
struct LargerPieces {
    std::vector<int> numbers;  // of every piece: which of these it is; ~node of one that is a single node
    int count = 0;
    explicit LargerPieces(const Pieces& pieces);
};

/// Knows the pieces and masses of a model, and judges places of its landscapes.
class Settler {
public:
    Settler(const Model& model, const Pieces& pieces);

    /// At x = W c + b, where `system` was assembled with the transient terms, and p is Newton's direction.
    Settlement judge(const Landscape& at, const Nodes& c, const Positions& x, const System& system,
                     const std::vector<std::shared_ptr<const Term>>& transient, const Nodes& p, double tolerance);

private:
    const Model& model_;
    const Pieces& pieces_;
    LargerPieces larger_;
    LivePoints live_;
    std::vector<double> point_mass_;
    Positions move_;
};

}  // namespace talweg
