/// What tests of rods measure: twist, writhe and the shape of helices.
#pragma once
#include <cstring>
#include <numbers>

#include "talweg/energies/elastic_rod.hpp"
#include "talweg/state/state.hpp"

namespace talweg::testing {

/// The term of rods in a model, as an index.
inline std::size_t rod_term(const Model& model) {
    for (std::size_t t = 0; t < model.terms.size(); ++t)
        if (model.terms[t]->name() == ElasticRod::name) return t;
    return model.terms.size();
}

/// Frames of every corner, as the state remembers them.
inline std::vector<RodFrames> rod_frames(const Model& model, const State& state) {
    const std::vector<std::byte>& bytes = state.memory.at(rod_term(model));
    std::vector<RodFrames> frames(bytes.size() / sizeof(RodFrames));
    std::memcpy(frames.data(), bytes.data(), bytes.size());
    return frames;
}

/// Twist of a closed rod in turns: angles cancel around it, and what frames are turned against each other is left.
inline double twist_of_ring(const Model& model, const State& state) {
    double sum = 0.0;
    for (const RodFrames& corner : rod_frames(model, state)) sum += corner.twist;
    return sum / (2.0 * std::numbers::pi);
}

/// Writhe of a closed polygon: signed areas that pairs of edges see each other under, over 4π (Klenin and Langowski,
/// Computation of writhe in modeling of supercoiled DNA, 2000, method 1a).
inline double writhe(const Positions& x) {
    const int n = static_cast<int>(x.size());
    const auto unit = [](const Vec3& v) { return norm(v) > 0.0 ? v / norm(v) : v; };
    const auto arc = [](double s) { return std::asin(std::clamp(s, -1.0, 1.0)); };
    double sum = 0.0;
    for (int i = 0; i < n; ++i)
        for (int j = i + 2; j < n; ++j) {
            if (i == 0 && j == n - 1) continue;
            const Vec3 &a = x[i], &b = x[i + 1], &c = x[j], &d = x[(j + 1) % n];
            const Vec3 n1 = unit(cross(c - a, d - a)), n2 = unit(cross(d - a, d - b)), n3 = unit(cross(d - b, c - b)),
                       n4 = unit(cross(c - b, c - a));
            const double area = arc(dot(n1, n2)) + arc(dot(n2, n3)) + arc(dot(n3, n4)) + arc(dot(n4, n1));
            const double side = dot(cross(d - c, b - a), c - a);
            sum += side > 0.0 ? area : side < 0.0 ? -area : 0.0;
        }
    return sum / (2.0 * std::numbers::pi);
}

/// Of four points in a row on a helix of equal edges.
struct HelixMeasure {
    double radius, pitch;  // positive pitch: right-handed
    HelixMeasure(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
        const Vec3 e0 = b - a, e1 = c - b, e2 = d - c, first = e1 - e0, second = e2 - e1;  // both across the axis
        Vec3 axis = cross(first, second);
        axis = axis / norm(axis);
        const double turn = std::atan2(norm(cross(first, second)), dot(first, second)), rise = dot(e1, axis);
        radius = norm(e1 - rise * axis) / (2.0 * std::sin(0.5 * turn));
        pitch = 2.0 * std::numbers::pi * rise / turn;
    }
};

}  // namespace talweg::testing
