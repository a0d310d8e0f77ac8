/// Momentum, and its moment about the origin, whatever nodes points follow.
///
///     P = Σ_i t_i (M v)_i,   L = Σ_i c_i × (M v)_i
///
/// t is by how much a node moves when everything is moved: 1 for a place, 0 for the columns of an affine map. Turning
/// everything about the origin turns every node alike. Grains add what they have by their own turn.
#pragma once
#include "talweg/model/live_points.hpp"

namespace talweg {

/// Also of forces over time: an impulse.
struct Momentum {
    Vec3 linear = Vec3::zero();   // kg m/s
    Vec3 angular = Vec3::zero();  // kg m²/s

    Momentum& operator+=(const Momentum& other) {
        linear += other.linear;
        angular += other.angular;
        return *this;
    }
    friend Momentum operator*(double scale, const Momentum& m) { return {scale * m.linear, scale * m.angular}; }
};

/// One per body; obstacles have none, because their mass means nothing.
std::vector<Momentum> body_momenta(const Model& model, const Nodes& c, const Nodes& v);

/// Adds f, one per node, to what acts on the body that the node belongs to.
void add_node_forces(const Model& model, const Nodes& c, const Nodes& f, std::vector<Momentum>& on_body);
/// Likewise for forces on the nodes that joined bodies had of their own, which the model must have.
void add_own_forces(const Model& model, const Nodes& own, const Nodes& f, std::vector<Momentum>& on_body);
/// Likewise for forces on points at x.
void add_point_forces(const Model& model, const LivePoints& live, const Positions& x, const Positions& f,
                      std::vector<Momentum>& on_body);
/// Likewise for forces on the points that are turns of grains: a force f on s = r θ is the torque r f.
void add_torques(const Model& model, const Positions& f, std::vector<Momentum>& on_body);

}  // namespace talweg
