#include "talweg/solve/turning.hpp"

namespace talweg {

Turning::Turning(const Model& model, const Pieces& pieces)
    : model_(model), pieces_(pieces), turns_(pieces.list.size()) {
    find_freedom();
}

/// By where anchors are at rest: all at one place, all on one line, or neither.
void Turning::find_freedom() {
    const Axes planar = model_.planar ? 4 : 0;
    const double near = 1e-9 * model_.diagonal;
    for (std::size_t k = 0; k < turns_.size(); ++k) {
        Turn& turn = turns_[k];
        const Pieces::Piece& piece = pieces_.list[k];
        if (piece.anchors.empty()) {
            if ((piece.held & ~planar) != 0) turn.freedom = Freedom::none;  // by single axes
            continue;
        }
        const auto at = [&](int point) { return model_.rest[point]; };
        turn.freedom = Freedom::point;
        turn.about[0] = piece.anchors[0];
        double farthest = near;
        for (const int point : piece.anchors)
            if (const double away = norm(at(point) - at(turn.about[0])); away > farthest) {
                farthest = away;
                turn.about[1] = point;
                turn.freedom = model_.planar ? Freedom::none : Freedom::axis;
            }
        if (turn.freedom != Freedom::axis) continue;
        const Vec3 along = (at(turn.about[1]) - at(turn.about[0])) / farthest;
        for (const int point : piece.anchors)
            if (norm(cross(along, at(point) - at(turn.about[0]))) > near) turn.freedom = Freedom::none;
    }
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
    for (int i = 0; i < model_.node_count(); ++i) {
        Turn& turn = turns_[pieces_.of_node[i]];
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
        } else if (turn.freedom == Freedom::point || turn.freedom == Freedom::axis) {
            turn.centre = place(turn.about[0]);
            if (turn.freedom == Freedom::axis) turn.axis = place(turn.about[1]) - turn.centre;
        }
    }
    for (int i = 0; i < model_.node_count(); ++i) {
        Turn& turn = turns_[pieces_.of_node[i]];
        if (turn.freedom == Freedom::none || model_.is_coordinate(i)) continue;
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
    for (std::size_t k = 0; k < turns_.size(); ++k) {
        Turn& turn = turns_[k];
        turn.bends = false;
        if (turn.freedom == Freedom::none) continue;
        solve(turn);
        const double mass = turn.freedom == Freedom::centre ? turn.mass : pieces_.list[k].mass;
        const double spread = turn.inertia(0, 0) + turn.inertia(1, 1) + turn.inertia(2, 2);
        const double angle_squared = norm_squared(turn.omega);
        // Beyond a third of a turn a straight line says nothing about a turn.
        if (!(mass > 0.0) || !(angle_squared < 4.0)) continue;
        if (!(0.5 * angle_squared * std::sqrt(0.5 * spread / mass) > negligible)) continue;
        turn.rotation = rotation_matrix(turn.omega);
        any = turn.bends = true;
    }
    if (!any) return false;
    for (int i = 0; i < model_.node_count(); ++i) {
        const Turn& turn = turns_[pieces_.of_node[i]];
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
