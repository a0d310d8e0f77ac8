/// Fibres that run through a solid in one direction and resist being stretched:
/// what makes a material transversely isotropic. Added to an isotropic material
/// on the same elements.
///
///     Ψ = E_f/8 (|F a|² − 1)²,   a the unit direction of the fibres at rest
///
/// The simplest of the family of Bonet and Burton, "A simple orthotropic,
/// transversely isotropic hyperelastic constitutive equation", 1998. For small
/// strain ½ E_f ε² along a. The second derivative acts on F a alone, where it
/// has the eigenvalues 2Ψ' across and 2Ψ' + 4Ψ'' |F a|² along F a, with Ψ' =
/// E_f/4 (|F a|² − 1), Ψ'' = E_f/4 (Kim, de Goes, Iben, "Anisotropic Elasticity
/// for Inversion-Safety and Element Rehabilitation", 2019).
#pragma once
#include "talweg/energies/interface/solid_family.hpp"

namespace talweg {

struct Fibre {
    static constexpr const char* name = "fibre";
    static constexpr const char* summary = "Fibres in one direction of a solid, added to its material";
    static constexpr Parameter parameters[] = {
        {"fibre_modulus", "Pa", "Young's modulus E_f that the fibres add in their direction", Range::positive},
        {"direction_x", "1",
         "Direction of the fibres in the rest shape, x; its length does not "
         "matter",
         Range::any},
        {"direction_y", "1", "Direction of the fibres in the rest shape, y", Range::any},
        {"direction_z", "1", "Direction of the fibres in the rest shape, z; planar solids ignore it", Range::any}};
    using Family = UncontractingFamily<Fibre>;

    struct Constants {
        double modulus;  // Pa
        Vec3 direction;
    };
    static Constants constants(const double* values, Confinement confinement) {
        Vec3 direction = {values[1], values[2], confinement == Confinement::space ? values[3] : 0.0};
        const double length = norm(direction);
        if (!(length > 0.0)) throw Error("the direction of the fibres is zero; give one that is not");
        return {values[0], direction / length};
    }

    /// F a
    template <class Real, int D>
    TALWEG_FN static Vector<Real, D> stretched(const Matrix<Real, D, D>& f, const Constants& c) {
        Vector<Real, D> fa = f.column(0) * c.direction[0];
        for (int a = 1; a < D; ++a) fa += f.column(a) * c.direction[a];
        return fa;
    }

    template <class Real, int D>
    TALWEG_FN static Real density(const Matrix<Real, D, D>& f, const Constants& c) {
        const Real strain = norm_squared(stretched(f, c)) - Real(1.0);
        return strain * strain * (0.125 * c.modulus);
    }

    template <int D>
    TALWEG_FN static Response<D> response(const Matrix<double, D, D>& f, const Constants& c, bool projected) {
        const Vector<double, D> fa = stretched(f, c);
        const double squared = norm_squared(fa), strain = squared - 1.0;
        double across = 0.5 * c.modulus * strain,
               along = c.modulus;  // the second derivative by F a: across·I + along·Fa Faᵀ
        Response<D> r;
        r.density = 0.125 * c.modulus * strain * strain;
        for (int a = 0; a < D; ++a) r.stress.set_column(a, fa * (across * c.direction[a]));
        if (projected && across < 0.0) {
            const double kept = across + along * squared;
            along = kept > 0.0 ? kept / squared : 0.0;
            across = 0.0;
        }
        for (int a = 0; a < D; ++a)
            for (int b = 0; b < D; ++b)
                for (int i = 0; i < D; ++i)
                    for (int j = 0; j < D; ++j)
                        r.tangent(a * D + i, b * D + j) =
                            c.direction[a] * c.direction[b] * ((i == j ? across : 0.0) + along * fa[i] * fa[j]);
        return r;
    }
};

}  // namespace talweg
