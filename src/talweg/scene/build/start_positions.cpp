#include "talweg/scene/build/start_positions.hpp"

#include <random>

namespace talweg {

Positions start_positions(const StartSpec& start, const Positions& rest) {
    const Mat3 rotation = start.rotate ? rotation_matrix(start.rotate->rotation_vector()) : Mat3::identity();
    std::mt19937_64 random(static_cast<std::uint64_t>(start.seed));
    // The standard fixes the engine's numbers but not those of its distributions.
    const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-52 - 1.0; };
    Positions x = rest;
    for (Vec3& p : x) {
        for (int a = 0; a < 3; ++a) p[a] *= start.stretch[a];
        if (start.rotate) p = rotation * p;
        p += start.translate;
        if (start.scramble > 0.0)
            for (int a = 0; a < 3; ++a) p[a] += start.scramble * uniform();
    }
    return x;
}

}  // namespace talweg
