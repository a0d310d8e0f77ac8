/// What may touch what: the surfaces of bodies and obstacles as points, edges and triangles of the model, and the rules
/// of their contact. Immutable, like the model it is part of.
///
/// Every obstacle is made of points too. A sphere is a point with a radius, a capsule an edge with one, a box a mesh, a
/// half-space a point on its plane: scripted points then move all of them alike.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "talweg/energies/interface/barrier_function.hpp"
#include "talweg/geometry/touching_bodies.hpp"
#include "talweg/model/positions.hpp"

namespace talweg {

/// A half-space: what lies on the side of `origin` that the normal points away from.
struct ContactPlane {
    int origin;   // point
    Vec3 normal;  // of length 1
    int part;
};

struct ContactSurface {
    std::vector<int> points;                    // that can touch; inner ones last
    std::vector<std::array<int, 2>> edges;      // all, those of triangles too; smaller point first
    std::vector<std::array<int, 3>> triangles;  // none in planar worlds
    std::vector<int> loose_edges;               // edges that belong to no triangle
    std::vector<int> loose_points;              // points that belong to no edge
    std::vector<ContactPlane> planes;
    bool planar = false;
    SewnPairs sewn;  // joined by connections

    std::vector<double> point_area;           // share of each of `points`: m², planar m
    std::vector<double> edge_area;            // of each of `edges`, m²
    std::vector<double> edge_length_squared;  // at rest
    std::vector<double> triangle_area;        // of each of `triangles`, m²

    // By point of the whole model:
    std::vector<int> part;                 // body or obstacle; −1: touches nothing
    std::vector<double> radius;            // kept free around it, m
    std::vector<std::uint8_t> prescribed;  // no unknown moves it, unless a script is under way
    std::vector<std::uint8_t> inner;       // no surface of its body encloses it for sure: obstacles alone touch it

    // By part:
    std::vector<std::uint8_t> obstacle;
    std::vector<double> mean_edge;  // length of its edges at rest, m; 0: it has none
    /// A point with a radius is a ball: whether a part is cut so finely beside it that whole edges of it, and loops of
    /// them, can lie within the reach d̂ of the ball at once. An edge of the length l whose middle touches a ball of
    /// the radius R has its ends l²/8R above it; that they are within half of the reach is what counts.
    bool may_be_wrapped(int point, int by_part, double d_hat) const {
        return radius[point] > 0.0 && mean_edge[by_part] * mean_edge[by_part] < 4.0 * radius[point] * d_hat;
    }
    struct Spin {  // a ball or capsule whose motion turns it: no point of it shows that
        int part, motion;
    };
    std::vector<Spin> spins;

    struct Grain {        // a ball or disc that turns
        int point, spin;  // places, and the coordinate that is r times its turn
        double rolling;   // resistance
    };
    std::vector<Grain> grains;  // by ascending point
    const Grain* grain_of(int of_point) const {
        const auto found = std::lower_bound(grains.begin(), grains.end(), of_point,
                                            [](const Grain& grain, int at) { return grain.point < at; });
        return found != grains.end() && found->point == of_point ? &*found : nullptr;
    }

    int outer_count() const { return static_cast<int>(points.size()) - inner_count; }
    int inner_count = 0;
};

/// Of d̂: coordinates whose last digit is coarser cannot tell gaps.
inline constexpr double coarsest_digit = 5e-4;

struct ContactRules {
    double d_hat = 0.0;           // gap at which forces begin, m
    std::optional<double> kappa;  // Pa; none: chosen and adapted
    bool lecture = false;         // the lectures' barrier and weights instead of talweg's
    double slip_speed = 0.0;      // below which friction creeps instead of sticking, m/s
    int friction_lags = 1;        // how often normal forces and tangents are renewed within a step; 0: until settled
    double friction = 0.0;        // coefficient, but for these pairs of parts:
    struct PartFriction {
        std::array<int, 2> parts;
        double mu;
    };
    std::vector<PartFriction> friction_pairs;  // each both ways round, in order
    TouchingBodies touching;                   // parts that can touch
    int parts() const { return touching.count(); }

    double mu(int a, int b) const {
        if (friction_pairs.empty()) return friction;
        const auto found = std::lower_bound(friction_pairs.begin(), friction_pairs.end(), std::array{a, b},
                                            [](const PartFriction& pair, const auto& key) { return pair.parts < key; });
        return found != friction_pairs.end() && found->parts == std::array{a, b} ? found->mu : friction;
    }
    bool may_touch(int a, int b) const { return touching(a, b); }
};

struct ContactWorld {
    ContactSurface surface;
    ContactRules rules;
};

}  // namespace talweg
