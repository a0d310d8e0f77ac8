/// How a rod is bent and twisted at a corner, between two edges that carry frames.
///
/// Each edge has a unit tangent t, a director u across it that is carried along without spinning (parallel transport),
/// and an angle θ by which the material is turned against u about t:
///
///     d₁ = cos θ u + sin θ t×u,   d₂ = t×d₁,   κb = 2 t₀×t₁/(1 + t₀·t₁)
///     κ₁ = ½ (d₂⁰ + d₂¹)·κb,   κ₂ = −½ (d₁⁰ + d₁¹)·κb,   m = θ₁ − θ₀ + m̲,   m̲ = ∠(P u₀, u₁)
///
/// with P the smallest rotation from t₀ to t₁. κ₁ > 0 bends towards d₁, κ₂ > 0 towards d₂; m is the twist. Bergou,
/// Wardetzky, Robinson, Audoly, Grinspun, "Discrete Elastic Rods", 2008; with frames carried through time, Bergou,
/// Audoly, Vouga, Wardetzky, Grinspun, "Discrete Viscous Threads", 2010.
///
/// Time: u = P(t̲→t) u̲ from the frame (t̲, u̲) at which the step began. That frame stays during a step, so that
/// strains are functions of the points, with exact derivatives. m̲ is known up to whole turns: of these the one
/// nearest to m̲ as it was.
#pragma once
#include <math.h>

#include "talweg/math/jet.hpp"

namespace talweg {

/// Frames of the two edges, and the reference twist between them, where the step began.
struct RodFrames {
    Vec3 tangent[2], director[2];
    double twist;  // m̲, rad
};

/// w, which stands across a, carried by the smallest rotation from a to b, both of length 1.
template <class A, class B>
TALWEG_FN Vector<B, 3> transported(const Vector<A, 3>& w, const Vector<A, 3>& a, const Vector<B, 3>& b) {
    const B along = dot(b, w) / (dot(b, a) + 1.0);
    Vector<B, 3> carried;
    for (int k = 0; k < 3; ++k) carried[k] = w[k] - along * (a[k] + b[k]);
    return carried;
}

template <class Real>
struct RodStrain {
    Vector<Real, 3> tangent[2], director[2];  // t, u
    Vector<Real, 3> first[2], second[2];      // d₁, d₂
    Vector<Real, 3> binormal;                 // κb
    Real reference_twist;                     // m̲
    Real values[3];                           // κ₁, κ₂, m

    TALWEG_FN RodStrain(const Vector<Real, 3>* edges, const Real* angles, const RodFrames& frames) {
        for (int i = 0; i < 2; ++i) {
            tangent[i] = edges[i] / norm(edges[i]);
            director[i] = transported(frames.director[i], frames.tangent[i], tangent[i]);
            const auto across = cross(tangent[i], director[i]);
            const Real c = cos(angles[i]), s = sin(angles[i]);
            first[i] = director[i] * c + across * s;
            second[i] = across * c - director[i] * s;
        }
        binormal = cross(tangent[0], tangent[1]) * (Real(2.0) / (dot(tangent[0], tangent[1]) + 1.0));
        const auto carried = transported(director[0], tangent[0], tangent[1]);
        const Real angle = atan2(dot(tangent[1], cross(carried, director[1])), dot(carried, director[1]));
        constexpr double turn = 2.0 * 3.14159265358979323846;
        reference_twist = angle + turn * ::floor((frames.twist - value_of(angle)) / turn + 0.5);
        values[0] = dot(second[0] + second[1], binormal) * 0.5;
        values[1] = dot(first[0] + first[1], binormal) * -0.5;
        values[2] = angles[1] - angles[0] + reference_twist;
    }
};

/// The frames from which the next step goes on; exactly across their tangents.
TALWEG_FN inline RodFrames frames_of(const RodStrain<double>& strain) {
    RodFrames frames;
    for (int i = 0; i < 2; ++i) {
        const Vec3& t = strain.tangent[i];
        const Vec3 across = strain.director[i] - dot(t, strain.director[i]) * t;
        frames.tangent[i] = t;
        frames.director[i] = across / norm(across);
    }
    frames.twist = strain.reference_twist;
    return frames;
}

}  // namespace talweg
