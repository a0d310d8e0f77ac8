/// What a liquid knows of the surfaces around it: for every particle the nearest place of each body in reach, which
/// counts as a plane.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

/// Surfaces as points of the model: planes, and corners, edges or triangles of bodies, with what is kept free around.
struct LiquidWalls {
    struct Plane {
        int origin;   // point
        Vec3 normal;  // of length 1, into the liquid
    };
    struct Feature {
        std::array<int, 3> points;
        int count;  // of them: 1, 2 or 3
        double radius;
        int part;  // body or obstacle
    };
    std::vector<Plane> planes;
    std::vector<Feature> features;

    /// One more than the last point.
    int points_end() const;
};

/// A place of a wall that a particle is next to: Σ weight · points.
struct NearWall {
    std::array<int, 3> points;
    std::array<double, 3> weights;
    int count;
    Vec3 normal;      // from there to the particle, of length 1
    double distance;  // m

    /// What the place moves when all points move by d.
    Vec3 move(const Vec3* d) const {
        Vec3 sum = weights[0] * d[points[0]];
        for (int k = 1; k < count; ++k) sum += weights[k] * d[points[k]];
        return sum;
    }
    /// Adds what a stiffness at the place is to each point.
    void add_blocks(const Mat3& stiffness, Mat3* into) const {
        for (int k = 0; k < count; ++k) into[points[k]] += (weights[k] * weights[k]) * stiffness;
    }
    /// Adds f at the place to what the points feel.
    void push(const Vec3& f, Vec3* into) const {
        for (int k = 0; k < count; ++k) into[points[k]] += weights[k] * f;
    }
};

/// The walls nearer than a reach, by particle: planes first, then bodies in their order.
class WallsInReach {
public:
    /// `x` of the particles, `of_points` of the model.
    WallsInReach(const LiquidWalls& walls, std::span<const Vec3> x, const Vec3* of_points, double reach);

    std::span<const NearWall> of(int i) const { return {list_.data() + begins_[i], list_.data() + begins_[i + 1]}; }
    int begin(int i) const { return begins_[i]; }
    int size() const { return static_cast<int>(list_.size()); }
    const NearWall& operator[](int w) const { return list_[w]; }

private:
    std::vector<NearWall> list_;
    std::vector<int> begins_;
};

}  // namespace talweg
