/// Contact as position-based methods have it: points that are inside an obstacle are put outside.
///
/// Planes, balls, capsules and convex meshes – blocks – are known; other meshes, and what bodies do to one another, are
/// not: `talweg verify` tells where these are passed. A point is kept half of contact.distance away, on top of the
/// radii. Friction takes back as much of the slip since the start of the step as μ times the depth of the correction
/// allows (Macklin, Müller, Chentanez, Kim, "Unified Particle Physics for Real-Time Applications", 2014).
#pragma once
#include "talweg/projections/interface/particles.hpp"

namespace talweg {

class ObstacleProjection {
public:
    explicit ObstacleProjection(const Model& model);

    bool empty() const { return obstacles_.empty() || points_.empty(); }
    const std::vector<int>& points() const { return points_; }
    /// A step begins: where all points are now, and where scripts take obstacles to.
    void start(const Positions& from, const Positions& to);
    /// The place for a point that is at x: outside of everything, friction counted. False: x will do.
    bool place(int point, const Vec3& x, Vec3& outside) const;
    /// Moves particles so that all points are outside; each point by its own particles, the lighter ones more. What
    /// is soft gives way by α̃/(w + α̃).
    void project(const PointMap& map, double softness, Particles& particles) const;
    /// The smallest distance that is kept from surfaces, m; infinite without obstacles.
    double gap(const Positions& x) const;

private:
    enum class Kind { plane, ball, capsule, convex };
    struct Obstacle {
        Kind kind;
        int part;
        double radius;
        std::vector<int> points;                // of the model: origin, center, ends, corners
        Vec3 normal = Vec3::zero();             // of a plane
        std::vector<std::array<int, 3>> faces;  // of convex ones, as indices into points; planar: the last is −1
    };
    struct Depth {
        double depth;  // positive inside
        Vec3 normal;   // outwards
        Vec3 slid;     // how far the surface has gone since the start of the step
    };
    Depth depth(const Obstacle& obstacle, const Vec3& x) const;
    void collect();
    void add_convex(int part);

    const Model& model_;
    std::vector<Obstacle> obstacles_;
    std::vector<int> points_;  // that can touch one
    double margin_ = 0.0;
    Positions from_, to_;
};

}  // namespace talweg
