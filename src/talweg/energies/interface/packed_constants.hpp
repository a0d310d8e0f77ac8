/// Constants of several elements side by side, for energies whose constants are plain numbers.
#pragma once

namespace talweg {

/// Constants<Real> has the numbers of the elements e[0], e[1]…, one in each lane; Constants<double> are those of one.
template <class Real, template <class> class Constants>
Constants<Real> packed_constants(const Constants<double>* const* e) {
    constexpr int count = sizeof(Constants<double>) / sizeof(double);
    static_assert(sizeof(Constants<Real>) == count * sizeof(Real));
    const double* rows[Real::lanes];
    for (int k = 0; k < Real::lanes; ++k) rows[k] = reinterpret_cast<const double*>(e[k]);
    Constants<Real> packed;
    Real::load(rows, count, reinterpret_cast<Real*>(&packed));
    return packed;
}

}  // namespace talweg
