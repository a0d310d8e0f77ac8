/// What may touch what: the surfaces of bodies and obstacles as points, edges and triangles of the model, and the rules
/// of their contact. Immutable, like the model it is part of.
///
/// Every obstacle is made of points too. A sphere is a point with a radius, a capsule an edge with one, a box a mesh, a
/// half-space a point on its plane: scripted points then move all of them alike.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "talweg/energies/interface/barrier_function.hpp"
#include "talweg/geometry/sewn_pairs.hpp"
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

    // By point of the whole model:
    std::vector<int> part;                 // body or obstacle; −1: touches nothing
    std::vector<double> radius;            // kept free around it, m
    std::vector<std::uint8_t> prescribed;  // no unknown moves it, unless a script is under way
    std::vector<std::uint8_t> inner;       // no surface of its body encloses it for sure: obstacles alone touch it

    // By part:
    std::vector<std::uint8_t> obstacle;
    struct Spin {  // a ball or capsule whose motion turns it: no point of it shows that
        int part, motion;
    };
    std::vector<Spin> spins;

    int outer_count() const { return static_cast<int>(points.size()) - inner_count; }
    int inner_count = 0;
};

/// Of d̂: coordinates whose last digit is coarser cannot tell gaps.
inline constexpr double coarsest_digit = 5e-4;

struct ContactRules {
    double d_hat = 0.0;            // gap at which forces begin, m
    std::optional<double> kappa;   // Pa; none: chosen and adapted
    bool lecture = false;          // the lectures' barrier and weights instead of talweg's
    double slip_speed = 0.0;       // below which friction creeps instead of sticking, m/s
    int friction_lags = 1;         // how often normal forces and tangents are renewed within a step; 0: until settled
    std::vector<double> friction;  // coefficient of parts a, b at a·parts + b
    std::vector<std::uint8_t> touches;  // whether parts a, b can touch at a·parts + b
    int parts = 0;

    double mu(int a, int b) const { return friction[a * parts + b]; }
    bool may_touch(int a, int b) const { return touches[a * parts + b] != 0; }
};

struct ContactWorld {
    ContactSurface surface;
    ContactRules rules;
};

}  // namespace talweg
