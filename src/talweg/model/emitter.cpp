#include "talweg/model/emitter.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talweg/math/random.hpp"

namespace talweg {

/// Negative before the first birth.
std::int64_t Emitter::generation(int k, double time) const {
    const double births = (time - begin) * rate - k;  // since its first one, in births of the emitter
    if (births < 0.0) return -1;
    return std::isfinite(lifetime) ? static_cast<std::int64_t>(births / count) : 0;
}

double Emitter::due(int k, double time) const {
    const std::int64_t g = generation(k, time);
    if (g < 0) return -std::numeric_limits<double>::infinity();
    return std::min(time, begin + (static_cast<double>(k) + static_cast<double>(g) * count) / rate);
}

double Emitter::age(int k, double time) const {
    const double born = due(k, time);
    return lives(born, time) ? time - born : -1.0;
}

int Emitter::living(double time) const {
    int sum = 0;
    for (int k = 0; k < count; ++k) sum += age(k, time) >= 0.0;
    return sum;
}

Emitter::Birth Emitter::birth(int k, double time) const {
    const std::int64_t number = k + std::max<std::int64_t>(0, generation(k, time)) * count;
    Random random(seed ^ (static_cast<std::uint64_t>(number) * 0xd1342543de82ef95ull + 1));
    // Evenly over the cap of the sphere, or over the arc of the plane.
    const double turn = 2.0 * std::numbers::pi * random.number();
    Vec3 out = direction;
    if (planar) {
        const double angle = spread * (2.0 * random.number() - 1.0), c = std::cos(angle), s = std::sin(angle);
        out = {c * direction[0] - s * direction[1], s * direction[0] + c * direction[1], 0.0};
    } else if (spread > 0.0) {
        const double c = 1.0 - random.number() * (1.0 - std::cos(spread)), s = std::sqrt(std::max(0.0, 1.0 - c * c));
        const Vec3 aside = std::fabs(direction[1]) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
        Vec3 u = cross(aside, direction);
        u = u / norm(u);
        const Vec3 w = cross(direction, u);
        out = c * direction + s * (std::cos(turn) * u + std::sin(turn) * w);
    }
    return {sources[static_cast<std::size_t>(number) % sources.size()], speed * out};
}

}  // namespace talweg
