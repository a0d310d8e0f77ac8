#include "talweg/solve/turning.hpp"

namespace talweg {

Turning::Turning(const Model& model, const Pieces& pieces) : model_(model), pieces_(pieces) {
    std::vector<int> nodes_of(pieces.list.size(), 0), turn_of(pieces.list.size(), -1);
    for (const int piece : pieces.of_node) ++nodes_of[piece];
    for (std::size_t k = 0; k < pieces.list.size(); ++k) {
        Turn turn{.piece = static_cast<int>(k)};
        turn.freedom = freedom_of(pieces.list[k], turn);
        // A single node, as of a particle, is where its centre is: it has nothing to turn.
        if (turn.freedom == Freedom::none || (turn.freedom == Freedom::centre && nodes_of[k] < 2)) continue;
        turn_of[k] = static_cast<int>(turns_.size());
        turns_.push_back(turn);
    }
    for (int i = 0; i < model.node_count(); ++i)
        if (const int turn = turn_of[pieces.of_node[i]]; turn >= 0) nodes_.push_back({i, turn});
}

/// By where anchors are at rest: all at one place, all on one line, or neither.
Turning::Freedom Turning::freedom_of(const Pieces::Piece& piece, Turn& turn) const {
    const Axes planar = model_.planar ? 4 : 0;
    if (piece.anchors.empty()) return (piece.held & ~planar) != 0 ? Freedom::none : Freedom::centre;  // by single axes
    const double near = 1e-9 * model_.diagonal;
    const auto at = [&](int point) { return model_.rest[point]; };
    turn.about[0] = piece.anchors[0];
    double farthest = near;
    for (const int point : piece.anchors)
        if (const double away = norm(at(point) - at(turn.about[0])); away > farthest) {
            farthest = away;
            turn.about[1] = point;
        }
    if (turn.about[1] < 0) return Freedom::point;
    if (model_.planar) return Freedom::none;
    const Vec3 along = (at(turn.about[1]) - at(turn.about[0])) / farthest;
    for (const int point : piece.anchors)
        if (norm(cross(along, at(point) - at(turn.about[0]))) > near) return Freedom::none;
    return Freedom::axis;
}

/// The rigid motion nearest to p, piece by piece: Σ m |v + ω × r − p|² least.
void Turning::fit(const Nodes& c, const Positions& b, const Nodes& p) {
    for (Turn& turn : turns_) {
        turn.centre = turn.move = turn.momentum = Vec3::zero();
        turn.inertia = Mat3::zero();
        turn.mass = 0.0;
    }
    const auto place = [&](int point) {
        const auto row = model_.map.row(point);
        return row.empty() ? b[point] : c[row[0].node];
    };
    for (const auto& [i, of] : nodes_) {
        Turn& turn = turns_[of];
        if (turn.freedom != Freedom::centre) continue;
        const double mass = model_.translation_share(i) * model_.mass.diagonal[i];
        turn.mass += mass;
        turn.centre += mass * c[i];
        turn.move += mass * p[i];
    }
    for (Turn& turn : turns_) {
        if (turn.freedom == Freedom::centre && turn.mass > 0.0) {
            turn.centre = turn.centre / turn.mass;
            turn.move = turn.move / turn.mass;
        } else if (turn.freedom != Freedom::centre) {
            turn.centre = place(turn.about[0]);
            if (turn.freedom == Freedom::axis) turn.axis = place(turn.about[1]) - turn.centre;
        }
    }
    for (const auto& [i, of] : nodes_) {
        if (model_.is_coordinate(i)) continue;
        Turn& turn = turns_[of];
        const double mass = model_.mass.diagonal[i], share = model_.translation_share(i);
        const Vec3 r = c[i] - share * turn.centre;
        turn.momentum += mass * cross(r, p[i] - share * turn.move);
        const double rr = norm_squared(r);
        for (int a = 0; a < 3; ++a)
            for (int d = 0; d < 3; ++d) turn.inertia(a, d) += mass * ((a == d ? rr : 0.0) - r[a] * r[d]);
    }
}

/// ω of the momenta and the inertia; and how it would be carried out.
void Turning::solve(Turn& turn) const {
    const double trace = turn.inertia(0, 0) + turn.inertia(1, 1) + turn.inertia(2, 2);
    turn.omega = Vec3::zero();
    if (!(trace > 0.0)) return;
    if (turn.freedom == Freedom::axis) {
        const double along = dot(turn.axis, turn.inertia * turn.axis);
        if (along > 1e-12 * trace * norm_squared(turn.axis))
            turn.omega = (dot(turn.axis, turn.momentum) / along) * turn.axis;
    } else {
        Mat3 inertia = turn.inertia;
        for (int a = 0; a < 3; ++a) inertia(a, a) += 1e-12 * trace;  // of points on a line
        turn.omega = inverse(inertia) * turn.momentum;
    }
}

bool Turning::bend(const Nodes& c, const Positions& b, double negligible, Nodes& p) {
    fit(c, b, p);
    bool any = false;
    for (Turn& turn : turns_) {
        turn.bends = false;
        solve(turn);
        const double mass = turn.freedom == Freedom::centre ? turn.mass : pieces_.list[turn.piece].mass;
        const double spread = turn.inertia(0, 0) + turn.inertia(1, 1) + turn.inertia(2, 2);
        const double angle_squared = norm_squared(turn.omega);
        // Beyond a third of a turn a straight line says nothing about a turn.
        if (!(mass > 0.0) || !(angle_squared < 4.0)) continue;
        if (!(0.5 * angle_squared * std::sqrt(0.5 * spread / mass) > negligible)) continue;
        turn.rotation = rotation_matrix(turn.omega);
        any = turn.bends = true;
    }
    if (!any) return false;
    for (const auto& [i, of] : nodes_) {
        const Turn& turn = turns_[of];
        if (!turn.bends || model_.held_axes[i] == all_axes || model_.is_coordinate(i)) continue;
        const double share = model_.translation_share(i);
        const Vec3 r = c[i] - share * turn.centre, v = share * turn.move;
        const Vec3 s = p[i] - v - cross(turn.omega, r);
        Vec3 bent = v + turn.rotation * (r + s) - r;
        for (int a = 0; a < 3; ++a)
            if (model_.held_axes[i] & (1 << a)) bent[a] = p[i][a];
        p[i] = bent;
    }
    return true;
}

}  // namespace talweg
