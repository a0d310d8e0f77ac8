/// A landscape of implicit Euler for nodes that rest at c, at time 0.
#pragma once
#include "talweg/assembly/landscape.hpp"

namespace talweg::testing {

inline Landscape landscape_around(const Model& model, const Nodes& c, double dt = 0.01) {
    Landscape at;
    at.c_tilde = c;
    at.scale = dt * dt;
    at.rate = 1.0 / dt;
    Positions b;
    prescribed_points(model, 0.0, b);
    at.b = b;
    follow(model.map, c, at.b, at.x_ref);
    return at;
}

}  // namespace talweg::testing
