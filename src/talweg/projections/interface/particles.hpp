/// What position-based methods move: the nodes, each with a place and an inverse mass; and behind them the points that
/// follow no node, which they see and do not move.
#pragma once
#include "talweg/model/model.hpp"

namespace talweg {

struct Particles {
    Positions q;
    std::vector<Vec3> w;  // 1/kg along each axis; 0 where prescribed
};

class ParticleMap {
public:
    /// Throws Error when mass couples nodes: a particle has a mass of its own.
    explicit ParticleMap(const Model& model);

    /// The particle that a point is; −1 when it goes with several.
    int of(int point) const { return of_point_[point]; }
    int node_count() const { return node_count_; }
    int particle_count() const { return static_cast<int>(w_.size()); }
    const std::vector<Vec3>& inverse_masses() const { return w_; }
    /// Particles at the nodes c and, of the others, where scripts have them at a time.
    void place(const Model& model, const Nodes& c, double script_time, Particles& particles) const;

private:
    int node_count_;
    std::vector<int> of_point_, alone_;  // alone: points that follow no node
    std::vector<Vec3> w_;
};

}  // namespace talweg
