/// Materials by name: what they weigh and how stiff they are, so that a scene can say "rubber" or "cotton".
#pragma once
#include <span>
#include <string>

namespace talweg {

/// Moduli and limits of a woven fabric along its threads: orthotropic_membrane.
struct Weave {
    double warp, cross, weft, shear;             // Pa
    double warp_limit, weft_limit, shear_limit;  // Green's strains
};

struct MaterialPreset {
    const char* name;
    const char* summary;
    double density;         // kg/m³
    double youngs_modulus;  // Pa
    double poissons_ratio;
    const char* source;
    // Of what comes in sheets; a thickness of 0: a solid.
    double thickness = 0.0;       // m
    double bending_length = 0.0;  // m, of the cantilever test, beside gravity; 0: it bends as a plate of E, ν and t
    double strain_limit = 0.0;    // largest stretch; 0: the weave has limits of its own, or there is none
    const Weave* weave = nullptr;
    // Of what comes as threads; 0: it does not.
    double diameter = 0.0;       // m
    double shear_modulus = 0.0;  // Pa, of what twists more easily than E and ν say; 0: E/(2 + 2ν)

    /// Whether a sheet of it bends as a plate of its modulus, Poisson's ratio and thickness.
    bool is_plate() const { return !weave && !(bending_length > 0.0); }

    /// N·m: D = w c³ of a bending length c and the weight w per area, else E t³ / (12 (1 − ν²)), or warp t³/12 of a
    /// weave.
    double bending_rigidity() const {
        constexpr double gravity = 9.81;  // of the test, m/s²
        if (bending_length > 0.0)
            return gravity * density * thickness * bending_length * bending_length * bending_length;
        if (weave) return weave->warp * thickness * thickness * thickness / 12.0;
        return youngs_modulus * thickness * thickness * thickness / (12.0 * (1.0 - poissons_ratio * poissons_ratio));
    }
};

/// All of them, in the order of their names.
std::span<const MaterialPreset> material_presets();

/// The one of that name, or null.
const MaterialPreset* find_material(const std::string& name);

}  // namespace talweg
