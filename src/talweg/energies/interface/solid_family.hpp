/// The energies that one material makes: of tetrahedra, of triangles as planar solids, and of triangles as membranes.
#pragma once
#include "talweg/energies/interface/membrane.hpp"

namespace talweg {

/// Two texts as one, for names made at compile time; zeros fill the rest.
constexpr std::array<char, 200> joined(const char* first, const char* second) {
    std::array<char, 200> text = {};
    std::size_t length = 0;
    for (; *first; ++first) text[length++] = *first;
    for (; *second; ++second) text[length++] = *second;
    return text;
}

/// How names and summaries say what holds the third direction.
struct PlaneWords {
    const char *prefix, *ending;
    static constexpr PlaneWords of(Confinement confinement) {
        if (confinement == Confinement::plane_strain) return {"plane_strain_", "; planar, held flat by rigid walls"};
        if (confinement == Confinement::plane_stress)
            return {"plane_stress_", "; planar, free to change its thickness"};
        return {"planar_", "; planar"};
    }
};

template <class Material>
struct Tetrahedron : Solid<Material, 3> {
    static constexpr Confinement confinement = Confinement::space;
    static constexpr const char* name = Material::name;
    static constexpr const char* summary = Material::summary;
    static constexpr auto& parameters = Material::parameters;

    static typename Solid<Material, 3>::Element make(const RestElement<4>& rest, const double* values) {
        return Solid<Material, 3>::make_element(rest, 1.0, Material::constants(values, Confinement::space));
    }
};

/// The material's parameters and, last, the thickness.
template <class Material>
constexpr auto with_thickness() {
    std::array<Parameter, std::size(Material::parameters) + 1> all = {};
    std::size_t count = 0;
    for (const Parameter& p : Material::parameters) all[count++] = p;
    all[count] = parameter::thickness;
    return all;
}

/// A planar solid sees x and y of its points.
template <class Material, Confinement held_by>
struct Triangle : Solid<Material, 2> {
    static constexpr Confinement confinement = held_by;
    static constexpr auto name_text = joined(PlaneWords::of(confinement).prefix, Material::name);
    static constexpr auto summary_text = joined(Material::summary, PlaneWords::of(confinement).ending);
    static constexpr const char* name = name_text.data();
    static constexpr const char* summary = summary_text.data();
    static constexpr auto parameters = with_thickness<Material>();

    static typename Solid<Material, 2>::Element make(const RestElement<3>& rest, const double* values) {
        return Solid<Material, 2>::make_element(rest, values[std::size(Material::parameters)],
                                                Material::constants(values, confinement));
    }
};

/// A membrane stands in space, and bends without resistance.
template <class Material>
struct Membrane : MembraneElement<Material> {
    static constexpr auto name_text = joined("membrane_", Material::name);
    static constexpr auto summary_text = joined(Material::summary, "; as a membrane, which resists only in its plane");
    static constexpr const char* name = name_text.data();
    static constexpr const char* summary = summary_text.data();
    static constexpr auto parameters = with_thickness<Material>();

    static typename MembraneElement<Material>::Element make(const RestElement<3>& rest, const double* values) {
        return MembraneElement<Material>::make_element(rest, values[std::size(Material::parameters)],
                                                       Material::constants(values, Confinement::plane_stress));
    }
};

template <class Material>
using SolidFamily = TypeList<Tetrahedron<Material>, Triangle<Material, Confinement::plane_strain>,
                             Triangle<Material, Confinement::plane_stress>>;
/// Of isotropic ones that may be squeezed flat: membranes, too, which crumple.
template <class Material>
using SolidAndMembraneFamily = TypeList<Tetrahedron<Material>, Triangle<Material, Confinement::plane_strain>,
                                        Triangle<Material, Confinement::plane_stress>, Membrane<Material>>;
/// Of a material that does not contract across, so that nothing need hold its third direction.
template <class Material>
using UncontractingFamily = TypeList<Tetrahedron<Material>, Triangle<Material, Confinement::plane>>;
template <class Material>
using UncontractingAndMembraneFamily =
    TypeList<Tetrahedron<Material>, Triangle<Material, Confinement::plane>, Membrane<Material>>;

}  // namespace talweg
