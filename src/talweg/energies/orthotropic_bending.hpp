/// Bending of woven cloth: warp and weft threads each with a rigidity of their own, and the twist between them.
///
///     E = A · ½ [B₁ Q₁₁² + B₂ Q₂₂² + 2 B₁₂ Q₁₁ Q₂₂ + 4 B₆₆ Q₁₂²]
///
/// Q is the change of curvature along warp (1) and weft (2), told by the angles around each triangle as plate_bending
/// tells it; an isotropic plate has B₁ = B₂ = D, B₁₂ = ν D, B₆₆ = (1 − ν) D/2 (Lekhnitskii, Anisotropic Plates, 1968).
/// With B₁₂ = 0 a narrow strip cut at an angle φ to the warp has the rigidity B of
///
///     1/B = cos⁴φ/B₁ + sin⁴φ/B₂ + cos²φ sin²φ/B₆₆
///
/// which for B₆₆ = √(B₁ B₂)/2 is Peirce's 1/√B = cos²φ/√B₁ + sin²φ/√B₂ ("The handle of cloth as a measurable
/// quantity", 1930, as others quote it), and a wide one √B = √B₁ cos²φ + √B₂ sin²φ.
#pragma once
#include "talweg/energies/plate_bending.hpp"

namespace talweg {

struct OrthotropicBending : PlateBending {
    static constexpr const char* name = "orthotropic_bending";
    static constexpr const char* summary = "Bending stiffness of woven cloth, of its own along warp and weft";
    static constexpr Parameter parameters[] = {
        {"warp", "N·m", "Bending rigidity B₁ along the warp: moment per width and curvature", Range::positive},
        {"weft", "N·m", "Bending rigidity B₂ along the weft", Range::positive},
        {"cross", "N·m", "Rigidity B₁₂ of either by the curvature of the other; its square is less than B₁ B₂",
         Range::non_negative},
        {"twist", "N·m", "Rigidity B₆₆ against twist; half of √(B₁ B₂) where nothing better is known", Range::positive},
        {"warp_x", "1", "Direction of the warp in the rest shape, x; its length does not matter", Range::any},
        {"warp_y", "1", "Direction of the warp in the rest shape, y", Range::any},
        {"warp_z", "1", "Direction of the warp in the rest shape, z", Range::any}};

    static Element make(const RestElement<12>& rest, const double* values) {
        const double b1 = values[0], b2 = values[1], b12 = values[2], b66 = values[3];
        if (!(b12 * b12 < b1 * b2))
            throw Error("the cross rigidity is too large: its square must be less than warp times weft");
        const Vec3 warp = {values[4], values[5], values[6]};
        if (!(norm(warp) > 0.0)) throw Error("the warp has no direction; give one that lies in the sheet");
        const PlatePatch patch(rest.x, {b1, b12, 0, b12, b2, 0, 0, 0, 4.0 * b66}, warp);
        return {patch.stiffness(), patch.angles()};
    }
};

}  // namespace talweg
