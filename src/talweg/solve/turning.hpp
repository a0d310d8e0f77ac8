/// Moves that turn a piece as a whole, bent into turns.
///
/// Newton's direction is a straight line for every point: where it turns a piece by an angle θ it also stretches it by
/// ½θ², which a stiff body answers with tiny steps along a curved valley. So the part of p that is a turn about the
/// piece's centre, or about what holds it, is carried out as one:
///
///     p_i = v + ω × r_i + s_i   →   p̂_i = v + R(ω) (r_i + s_i) − r_i,   r_i = c_i − q
///
/// with v and ω the motion of a rigid body that is nearest to p, masses weighing. p̂ and p agree to first order, so
/// both lead down; |p̂ − p| is of second order, so convergence stays quadratic.
#pragma once
#include "talweg/model/pieces.hpp"

namespace talweg {

class Turning {
public:
    Turning(const Model& model, const Pieces& pieces);

    /// Bends the move p from c, in a landscape with that b, where it turns a piece so far that points stray by more
    /// than `negligible` (m). False when there is no such piece, and p stays as it was.
    bool bend(const Nodes& c, const Positions& b, double negligible, Nodes& p);

private:
    /// How a piece can turn: about its centre of mass, a point or an axis; or not at all.
    enum class Freedom { centre, point, axis, none };
    struct Turn {
        int piece = -1;
        Freedom freedom = Freedom::centre;
        int about[2] = {-1, -1};  // points, at different places, that it turns about
        Vec3 axis = Vec3::zero();
        Vec3 centre = Vec3::zero(), move = Vec3::zero(), omega = Vec3::zero();
        double mass = 0.0;
        Mat3 inertia = Mat3::zero(), rotation = Mat3::zero();
        Vec3 momentum = Vec3::zero();
        bool bends = false;
    };
    Freedom freedom_of(const Pieces::Piece& piece, Turn& turn) const;
    void fit(const Nodes& c, const Positions& b, const Nodes& p);
    void solve(Turn& turn) const;

    const Model& model_;
    const Pieces& pieces_;
    std::vector<Turn> turns_;  // of pieces that can turn
    struct Turned {
        int node, turn;
    };
    std::vector<Turned> nodes_;  // of these pieces, ascending
};

}  // namespace talweg
