/// Derivatives of a few elements in a row, at once where the energy can.
///
/// A lane's result depends on its own element alone, so the cut into packs does not show in a bit.
#pragma once
#include <algorithm>

#include "talweg/math/pack.hpp"
#include "talweg/math/points.hpp"

namespace talweg {

template <class Energy>
concept Packable = requires(Points<Pack, Energy::point_count> x, const typename Energy::Element* const* e) {
    Energy::packed_derivatives(x, e, Curvature::exact);
};

/// Derivatives of `count` elements, at most one pack full, with points x; Hessians that are not wanted are left as they
/// are.
template <Packable Energy>
[[gnu::flatten]] void packed_derivatives(const Points<double, Energy::point_count>* x,
                                         const typename Energy::Element* elements, int count, Curvature wanted,
                                         Derivatives<Energy::point_count>* out) {
    constexpr int N = Energy::point_count, lanes = Pack::lanes;
    const typename Energy::Element* element[lanes];
    const double* places[lanes];
    Derivatives<N> unused;
    double *energy[lanes], *gradient[lanes], *hessian[lanes];
    for (int k = 0; k < lanes; ++k) {
        const int e = std::min(k, count - 1);  // free lanes repeat the last element
        element[k] = elements + e;
        places[k] = x[e].at[0].data;
        Derivatives<N>& into = k < count ? out[k] : unused;
        energy[k] = &into.energy;
        gradient[k] = into.gradient.data;
        hessian[k] = into.hessian.data;
    }
    Points<Pack, N> packed;
    static_assert(sizeof(packed) == 3 * N * sizeof(Pack) && sizeof(x[0]) == 3 * N * sizeof(double));
    Pack::load(places, 3 * N, packed.at[0].data);
    const Derivatives<N, Pack> d = Energy::packed_derivatives(packed, element, wanted);
    Pack::store(&d.energy, 1, energy);
    Pack::store(d.gradient.data, 3 * N, gradient);
    if (wanted != Curvature::none) Pack::store(d.hessian.data, 9 * N * N, hessian);
}

}  // namespace talweg
