/// The surfaces of several bodies as the referee and the examination of scenes see them: what must stay apart from
/// what, and how thick it is.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "talweg/geometry/touching_bodies.hpp"
#include "talweg/math/matrix.hpp"

namespace talweg {

struct Surfaces {
    /// What lies behind a plane: on the side that its normal points away from.
    struct HalfSpace {
        int origin;   // a point on it
        Vec3 normal;  // of length 1
        int body;
    };

    std::vector<std::array<int, 2>> edges;  // those of triangles too; a single point is an edge from it to itself
    std::vector<std::array<int, 3>> triangles;
    std::vector<HalfSpace> half_spaces;
    bool planar = false;  // edges only, in the plane z = 0
    SewnPairs sewn;       // features around them are not compared

    // By point:
    std::vector<int> body;
    std::vector<double> radius;          // half of the thickness around it, m
    std::vector<std::uint8_t> scripted;  // features of nothing but such points are not compared; empty: none is
    std::vector<std::uint8_t> inner;     // no part of a surface: only obstacles must keep away; empty: none is

    TouchingBodies touching;             // and so must stay apart; obstacles never meet one another
    std::vector<std::uint8_t> obstacle;  // by body; empty: none is

    /// Two bodies, by a point of each.
    bool must_stay_apart(int p, int q) const {
        if (!inner.empty() && ((inner[p] && !obstacle[body[q]]) || (inner[q] && !obstacle[body[p]]))) return false;
        if (!obstacle.empty() && body[p] != body[q] && obstacle[body[p]] && obstacle[body[q]]) return false;
        return touching(body[p], body[q]);
    }
};

}  // namespace talweg
