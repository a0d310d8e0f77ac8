/// What an element of a solid goes through: its deformation gradient F, the Cauchy stress and the stored energy.
///
///     σ = P Fᵀ / |J|,   J = det F,   P = ∂Ψ/∂F
///
/// A planar solid is seen in space: in plane strain the stretch across it is 1 and the stress across it follows; in
/// plane stress that stress is 0. A membrane's stress stands in space; its F is seen from the rest triangle's own axes.
#pragma once
#include "talweg/energies/interface/solid_family.hpp"

namespace talweg {

struct ElementState {
    Mat3 deformation;  // F; of a planar solid with 1 across
    Mat3 stress;       // Cauchy's, Pa
    double density;    // Ψ, J/m³
};

template <class Energy>
concept SolidEnergy = requires {
    Energy::MaterialType::parameters;
    Energy::confinement;
};

/// P
template <class Material, int D>
Matrix<double, D, D> first_stress(const Matrix<double, D, D>& f, const typename Material::Constants& constants) {
    if constexpr (Isotropic<Material>) {
        const Svd<D> d = svd(f);
        Principal<D> principal(d.sigma);
        Material::add_to(principal, constants);
        Matrix<double, D, D> scaled = d.u;
        for (int i = 0; i < D; ++i) scaled.set_column(i, d.u.column(i) * principal.first[i]);
        return scaled * d.v.transposed();
    } else {
        return response_of<Material, D>(f, constants, false).stress;
    }
}

template <SolidEnergy Energy>
ElementState element_state(const Points<double, Energy::point_count>& x, const typename Energy::Element& e) {
    using Material = typename Energy::MaterialType;
    constexpr int D = Energy::point_count - 1;
    const Matrix<double, D, D> f = Energy::edges(x) * e.rest_inverse;
    ElementState state = {Mat3::identity(), Mat3::zero(), Material::density(f, e.constants)};
    for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j) state.deformation(i, j) = f(i, j);
    const double volume = std::fabs(determinant(f));
    if constexpr (Energy::confinement == Confinement::plane_stress) {
        const Matrix<double, D, D> stress = first_stress<Material, D>(f, e.constants) * f.transposed();
        for (int i = 0; i < D; ++i)
            for (int j = 0; j < D; ++j) state.stress(i, j) = stress(i, j) / volume;
    } else {
        state.stress =
            first_stress<Material, 3>(state.deformation, e.constants) * state.deformation.transposed() * (1.0 / volume);
    }
    if constexpr (requires { Energy::frame(x); }) {  // of a membrane: from its own plane into space
        const Mat3 axes = Energy::frame(x);
        state.stress = axes * state.stress * axes.transposed();
        state.deformation = axes * state.deformation;
    }
    return state;
}

}  // namespace talweg
