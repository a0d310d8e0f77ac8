/// What keeps two features of surfaces apart: a barrier of their squared distance D, infinite where they touch.
///
///     E = A d̂ κ b(s),   s = (D − ξ²) / ((ξ + d̂)² − ξ²)
///
/// b as in interface/barrier_function.hpp; A is the area (length, planar) that the pair stands for, κ a pressure. Li et
/// al. 2020 (IPC), in the weighting of Li et al., "Convergent Incremental Potential Contact", 2023.
#pragma once
#include "talweg/energies/interface/barrier_function.hpp"
#include "talweg/energies/interface/contact_stencil.hpp"
#include "talweg/energies/interface/description.hpp"
#include "talweg/energies/interface/type_list.hpp"

namespace talweg {

template <class Stencil>
struct PairBarrier {
    static constexpr const char *name = Stencil::name, *summary = Stencil::summary, *page = "contact_barrier";
    static constexpr int point_count = Stencil::point_count;
    static constexpr Domain domain = Domain::contacts;
    using Element = BarrierScale;

    /// For tests: the barrier of an element of that size, felt from afar.
    static Element make(const RestElement<point_count>& rest, const double* numbers) {
        const double distance_squared = Stencil::squared(rest.x);
        return {numbers[0], 0.02 * numbers[1] * distance_squared, 8.0 * numbers[2] * distance_squared};
    }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, point_count>& x, const Element& e) {
        return barrier_energy(Stencil::squared(x), e);
    }
    TALWEG_FN static Derivatives<point_count> derivatives(const Points<double, point_count>& x, const Element& e) {
        const Differentiated<point_count> d = Stencil::distance(x);
        return chained(barrier_energy_slopes(d.value, e), d);
    }
    TALWEG_FN static Derivatives<point_count> projected_derivatives(const Points<double, point_count>& x,
                                                                    const Element& e) {
        const Differentiated<point_count> d = Stencil::distance(x);
        Derivatives<point_count> r = chained(barrier_energy_slopes(d.value, e), d);
        if (d.value > 0.0) project_within(r.hessian, felt_moves<point_count>(d.gradient));
        return r;
    }
};

struct ContactBarrier {
    using Family = TypeList<PairBarrier<PointPoint>, PairBarrier<PointEdge>, PairBarrier<PointFace>>;
};

}  // namespace talweg
