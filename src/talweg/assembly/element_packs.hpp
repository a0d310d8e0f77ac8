/// Energies and derivatives of a few elements in a row, at once where the energy can.
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

template <class Energy>
concept PackedEnergy = requires(Points<Pack, Energy::point_count> x, const typename Energy::Element* const* e) {
    Energy::packed_energy(x, e);
};

/// Up to one pack full of elements and their points, side by side.
template <class Energy>
struct ElementPack {
    static constexpr int N = Energy::point_count, lanes = Pack::lanes;
    const typename Energy::Element* element[lanes];
    Points<Pack, N> x;

    /// Free lanes repeat the last element.
    ElementPack(const Points<double, N>* places, const typename Energy::Element* elements, int count) {
        const double* rows[lanes];
        for (int k = 0; k < lanes; ++k) {
            const int e = std::min(k, count - 1);
            element[k] = elements + e;
            rows[k] = places[e].at[0].data;
        }
        static_assert(sizeof(x) == 3 * N * sizeof(Pack) && sizeof(places[0]) == 3 * N * sizeof(double));
        Pack::load(rows, 3 * N, x.at[0].data);
    }
};

/// Energies of `count` elements, at most one pack full, with points x: in the first lanes.
template <PackedEnergy Energy>
[[gnu::flatten]] Pack packed_energies(const Points<double, Energy::point_count>* x,
                                      const typename Energy::Element* elements, int count) {
    const ElementPack<Energy> pack(x, elements, count);
    return Energy::packed_energy(pack.x, pack.element);
}

/// Derivatives of `count` elements, at most one pack full, with points x; Hessians that are not wanted are left as they
/// are.
template <Packable Energy>
[[gnu::flatten]] void packed_derivatives(const Points<double, Energy::point_count>* x,
                                         const typename Energy::Element* elements, int count, Curvature wanted,
                                         Derivatives<Energy::point_count>* out) {
    constexpr int N = Energy::point_count, lanes = Pack::lanes;
    const ElementPack<Energy> pack(x, elements, count);
    Derivatives<N> unused;
    double *energy[lanes], *gradient[lanes], *hessian[lanes];
    for (int k = 0; k < lanes; ++k) {
        Derivatives<N>& into = k < count ? out[k] : unused;
        energy[k] = &into.energy;
        gradient[k] = into.gradient.data;
        hessian[k] = into.hessian.data;
    }
    const Derivatives<N, Pack> d = Energy::packed_derivatives(pack.x, pack.element, wanted);
    Pack::store(&d.energy, 1, energy);
    Pack::store(d.gradient.data, 3 * N, gradient);
    if (wanted != Curvature::none) Pack::store(d.hessian.data, 9 * N * N, hessian);
}

}  // namespace talweg
