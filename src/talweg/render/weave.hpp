/// Plain weave, as pictures and the page (web/src/draw/follow_points.ts) shade cloth that has texture coordinates: warp
/// runs along u, weft along v, each over one thread and under the next.
#pragma once
#include <algorithm>
#include <cmath>

#include "talweg/geometry/mesh_looks.hpp"

namespace talweg {

/// Width of a thread in units of the texture: some eighty lie side by side, so that they can be seen.
inline double thread_width(const MeshLooks& looks) {
    if (looks.texture.empty()) return 0.0;
    Vec2 low = looks.texture.front()[0], high = low;
    for (const auto& corners : looks.texture)
        for (const Vec2& at : corners)
            for (int a = 0; a < 2; ++a) {
                low[a] = std::min(low[a], at[a]);
                high[a] = std::max(high[a], at[a]);
            }
    return std::max(high[0] - low[0], high[1] - low[1]) / 80.0;
}

/// How bright it is at a place in the texture, about 1.
inline double weave(const Vec2& at, double thread) {
    const double u = at[0] / thread, v = at[1] / thread, i = std::floor(u), j = std::floor(v);
    const bool warp_above = std::fmod(std::fabs(i + j), 2.0) < 0.5;
    const auto arch = [](double x) { return 4.0 * x * (1.0 - x); };
    const double across = arch(warp_above ? v - j : u - i), along = arch(warp_above ? u - i : v - j);
    // A thread is round, and dives under its neighbours.
    return 0.74 + 0.22 * across + 0.14 * along + (warp_above ? 0.03 : -0.03);
}

}  // namespace talweg
