/// Materials by name: what they weigh and how stiff they are, so that a scene can say "rubber".
#pragma once
#include <span>
#include <string>

namespace talweg {

struct MaterialPreset {
    const char* name;
    const char* summary;
    double density;         // kg/m³
    double youngs_modulus;  // Pa
    double poissons_ratio;
    const char* source;
};

/// All of them, in the order of their names.
std::span<const MaterialPreset> material_presets();

/// The one of that name, or null.
const MaterialPreset* find_material(const std::string& name);

}  // namespace talweg
