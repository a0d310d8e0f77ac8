/// The barrier between two edges, faded out where they become parallel: the distance of lines has no gradient there,
/// and the points of the edges take over.
///
///     E = m(c) A d̂ κ b(s),   c = |e_a × e_b|²,   m = (c/ε)(2 − c/ε) for c < ε, else 1,   ε = 10⁻³ |ē_a|² |ē_b|²
///
/// Li et al. 2020 (IPC), section 5. The nearest places may be ends of the edges: D is then that region's, and the same
/// fading holds, so that E stays smooth.
#pragma once
#include "talweg/energies/contact_barrier.hpp"
#include "talweg/geometry/distance/edge_edge_cross.hpp"
#include "talweg/geometry/distance/regions.hpp"

namespace talweg {

/// The points of two edges a₀, a₁, b₀, b₁ that a region is about: so many of `place`.
struct RegionPoints {
    int count;
    int place[4];
    TALWEG_FN static constexpr RegionPoints of(EdgeEdgeRegion region) {
        switch (region) {
            case EdgeEdgeRegion::a0_b0:
                return {2, {0, 2}};
            case EdgeEdgeRegion::a0_b1:
                return {2, {0, 3}};
            case EdgeEdgeRegion::a1_b0:
                return {2, {1, 2}};
            case EdgeEdgeRegion::a1_b1:
                return {2, {1, 3}};
            case EdgeEdgeRegion::a0_b:
                return {3, {0, 2, 3}};
            case EdgeEdgeRegion::a1_b:
                return {3, {1, 2, 3}};
            case EdgeEdgeRegion::b0_a:
                return {3, {2, 0, 1}};
            case EdgeEdgeRegion::b1_a:
                return {3, {3, 0, 1}};
            default:
                return {4, {0, 1, 2, 3}};
        }
    }
};

struct EdgeEdgeBarrier {
    static constexpr const char *name = "contact_edge_edge", *summary = "Barrier between two edges",
                                *page = "contact_barrier";
    static constexpr int point_count = 4;
    static constexpr Domain domain = Domain::contacts;

    struct Element {
        BarrierScale scale;
        double parallel;  // ε, m⁴
        EdgeEdgeRegion region = EdgeEdgeRegion::lines;
    };

    /// For tests: edges not far from parallel, and every region.
    static Element make(const RestElement<4>& rest, const double* numbers) {
        const auto region = static_cast<EdgeEdgeRegion>(static_cast<int>(numbers[4] * 1e6) % 9);
        const double c = cross_squared(rest.x[0], rest.x[1], rest.x[2], rest.x[3]);
        return {PairBarrier<PointPoint>::make({{rest.x[0], rest.x[2]}, 0.0, 1}, numbers), 8.0 * numbers[3] * c, region};
    }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 4>& x, const Element& e) {
        const Real c = cross_squared(x[0], x[1], x[2], x[3]) * (1.0 / e.parallel);
        const Real b = barrier_energy(squared(x, e.region), e.scale);
        return c < 1.0 ? b * c * (Real(2.0) - c) : b;
    }

    TALWEG_FN static Derivatives<4> derivatives(const Points<double, 4>& x, const Element& e) {
        return closed_form(x, e, false);
    }
    TALWEG_FN static Derivatives<4> projected_derivatives(const Points<double, 4>& x, const Element& e) {
        return closed_form(x, e, true);
    }

private:
    TALWEG_FN static Derivatives<4> closed_form(const Points<double, 4>& x, const Element& e, bool projected) {
        const Differentiated<4> d = distance(x, e.region);
        const BarrierSlopes b = barrier_energy_slopes(d.value, e.scale);
        const double u = cross_squared(x[0], x[1], x[2], x[3]) / e.parallel;
        if (!(u < 1.0)) {  // most pairs: c need not be differentiated
            Derivatives<4> plain = chained(b, d);
            if (projected && d.value > 0.0) project_within(plain.hessian, felt_moves<4>(d.gradient));
            return plain;
        }
        const Differentiated<4> c = edge_edge_cross_squared(x[0], x[1], x[2], x[3]);
        const double m = u * (2.0 - u), m1 = 2.0 * (1.0 - u) / e.parallel, m2 = -2.0 / (e.parallel * e.parallel);
        Derivatives<4> r;
        r.energy = m * b.value;
        r.gradient = d.gradient * (m * b.first) + c.gradient * (m1 * b.value);
        for (int j = 0; j < 12; ++j)
            for (int i = 0; i < 12; ++i)
                r.hessian(i, j) = m * (b.second * (d.gradient[i] * d.gradient[j]) + b.first * d.hessian(i, j)) +
                                  m1 * b.first * (c.gradient[i] * d.gradient[j] + d.gradient[i] * c.gradient[j]) +
                                  b.value * (m2 * (c.gradient[i] * c.gradient[j]) + m1 * c.hessian(i, j));
        if (projected) project_within(r.hessian, relative_moves());
        return r;
    }

    template <class Real>
    TALWEG_FN static Real squared(const Points<Real, 4>& x, EdgeEdgeRegion region) {
        const RegionPoints at = RegionPoints::of(region);
        const auto p = [&](int k) { return x[at.place[k]]; };
        return at.count == 2   ? point_point_squared(p(0), p(1))
               : at.count == 3 ? point_line_squared(p(0), p(1), p(2))
                               : line_line_squared(p(0), p(1), p(2), p(3));
    }
    TALWEG_FN static Differentiated<4> distance(const Points<double, 4>& x, EdgeEdgeRegion region) {
        const RegionPoints at = RegionPoints::of(region);
        const auto p = [&](int k) { return x[at.place[k]]; };
        if (at.count == 2) return among<4>(point_point_distance(p(0), p(1)), {at.place[0], at.place[1]});
        if (at.count == 3)
            return among<4>(point_line_distance(p(0), p(1), p(2)), {at.place[0], at.place[1], at.place[2]});
        return line_line_distance(p(0), p(1), p(2), p(3));
    }
};

}  // namespace talweg
