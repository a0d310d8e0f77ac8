/// The pairs of features that contact knows, each with the squared distance of the region it stands for: what is
/// nearest was decided before, so every one of these is smooth.
#pragma once
#include "talweg/energies/interface/barrier_function.hpp"
#include "talweg/geometry/distance/line_line.hpp"
#include "talweg/geometry/distance/point_line.hpp"
#include "talweg/geometry/distance/point_plane.hpp"
#include "talweg/geometry/distance/point_point.hpp"
#include "talweg/math/points.hpp"

namespace talweg {

struct PointPoint {
    static constexpr int point_count = 2;
    static constexpr const char *name = "contact_point_point", *summary = "Barrier between two points";
    template <class Real>
    TALWEG_FN static Real squared(const Points<Real, 2>& x) {
        return point_point_squared(x[0], x[1]);
    }
    TALWEG_FN static Differentiated<2> distance(const Points<double, 2>& x) { return point_point_distance(x[0], x[1]); }
};

struct PointEdge {
    static constexpr int point_count = 3;
    static constexpr const char *name = "contact_point_edge", *summary = "Barrier between a point and an edge";
    template <class Real>
    TALWEG_FN static Real squared(const Points<Real, 3>& x) {
        return point_line_squared(x[0], x[1], x[2]);
    }
    TALWEG_FN static Differentiated<3> distance(const Points<double, 3>& x) {
        return point_line_distance(x[0], x[1], x[2]);
    }
};

struct PointFace {
    static constexpr int point_count = 4;
    static constexpr const char *name = "contact_point_face", *summary = "Barrier between a point and a face";
    template <class Real>
    TALWEG_FN static Real squared(const Points<Real, 4>& x) {
        return point_plane_squared(x[0], x[1], x[2], x[3]);
    }
    TALWEG_FN static Differentiated<4> distance(const Points<double, 4>& x) {
        return point_plane_distance(x[0], x[1], x[2], x[3]);
    }
};

struct EdgeEdge {
    static constexpr int point_count = 4;
    template <class Real>
    TALWEG_FN static Real squared(const Points<Real, 4>& x) {
        return line_line_squared(x[0], x[1], x[2], x[3]);
    }
    TALWEG_FN static Differentiated<4> distance(const Points<double, 4>& x) {
        return line_line_distance(x[0], x[1], x[2], x[3]);
    }
};

/// E = b(D):  ∇E = b′ ∇D,  ∇²E = b″ ∇D ∇Dᵀ + b′ ∇²D.
template <int N>
TALWEG_FN Derivatives<N> chained(const BarrierSlopes& b, const Differentiated<N>& d) {
    Derivatives<N> r;
    r.energy = b.value;
    r.gradient = d.gradient * b.first;
    for (int j = 0; j < 3 * N; ++j)
        for (int i = 0; i < 3 * N; ++i)
            r.hessian(i, j) = b.second * (d.gradient[i] * d.gradient[j]) + b.first * d.hessian(i, j);
    return r;
}

}  // namespace talweg
