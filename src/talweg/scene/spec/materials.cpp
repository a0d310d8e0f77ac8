#include "talweg/scene/spec/materials.hpp"

namespace talweg {

namespace {

constexpr const char* ashby = "M. F. Ashby, Materials Selection in Mechanical Design, 4th ed. 2011, appendix A";

constexpr const char* ashby_line =
    "stand-ins in the range of polyamides, to be held against M. F. Ashby, Materials Selection in Mechanical Design, "
    "appendix A; the diameter is that of a common line";

// Tensile tests tell nothing about bending: the plates that these moduli would make have bending lengths of 7 to 12 mm,
// and hang like rags.
constexpr const char* cottons =
    "D. Penava, S. Simic Penava, Z. Knezic, Determination of the elastic constants of plain woven fabrics by a tensile "
    "test in various directions, Fibres Text. East. Eur. 22 (2), 2014, as quoted by M. Li, D. M. Kaufman, C. Jiang, "
    "Codimensional Incremental Potential Contact, ACM Trans. Graph. 40 (4), 2021; bending length: that of woven_cotton";

constexpr const char* wools =
    "D. Penava et al. 2014 as quoted by M. Li et al. 2021 (see cotton); bending: the mean of men's winter suitings, "
    "0.108 gf·cm at 26.4 mg/cm², as others quote S. Kawabata, The Standardization and Analysis of Hand Evaluation, "
    "1980, not seen in print";

constexpr const char* polyesters =
    "D. Penava et al. 2014 as quoted by M. Li et al. 2021 (see cotton); bending: a plate of that modulus, which is "
    "softer than cloth, for want of a measured one";

constexpr const char* codimensional =
    "M. Li, D. M. Kaufman, C. Jiang, Codimensional Incremental Potential Contact, ACM Trans. Graph. 40 (4), 2021";

constexpr const char* woven =
    "J. Clyde, J. Teran, R. Tamstorf, Modeling and data-driven parameter estimation for woven fabrics, SCA 2017, with "
    "the curves of M. Li, D. M. Kaufman, C. Jiang, Codimensional Incremental Potential Contact, ACM Trans. Graph. 40 "
    "(4), 2021; bends as a plate of its warp";

constexpr const char* woven_wools =
    "J. Clyde, J. Teran, R. Tamstorf, SCA 2017, and M. Li et al. 2021 (see canvas); bending length: that of wool "
    "suitings, see wool";

constexpr const char* foils_of_aluminium =
    "EN 1999-1-1, 3.2.5, as aluminium; the thickness is a stand-in, that of household foil";
constexpr const char* foils_of_steel = "EN 1993-1-1, 3.2.6, as steel; the thickness is a stand-in, that of a shim";
constexpr const char* sheets_of_rubber =
    "M. F. Ashby, Materials Selection in Mechanical Design, 4th ed. 2011, appendix A, as rubber; the thickness is a "
    "stand-in";

// Moduli of warp, warp by weft, weft and shear; limits of warp, weft and shear.
constexpr Weave canvas = {5.366e6, 2.683e6, 19.804e6, 2.009e6, 0.11, 0.067, 0.059};
constexpr Weave cotton = {15.557e6, 7.779e6, 25.004e6, 1.076e6, 0.14, 0.14, 0.063};
constexpr Weave denim = {4.793e6, 4.515e6, 9.029e6, 2.448e6, 0.28, 0.28, 0.05};
constexpr Weave silk = {4.3e6, 4.971e6, 9.942e6, 0.57e6, 0.41, 0.34, 0.11};
constexpr Weave wool = {2.29e6, 1.145e6, 2.219e6, 0.371e6, 0.5, 0.62, 0.12};

/// Mass in kg/m², thickness in m. E and ν are those of a strip that is pulled along its warp, ν below its ½.
constexpr MaterialPreset fabric(const char* name, const char* summary, double areal, double thickness,
                                const Weave& weave, const char* source = woven, double bending_length = 0.0) {
    const double nu = weave.cross / weave.weft;
    return {name,
            summary,
            areal / thickness,
            weave.warp - weave.cross * nu,
            nu < 0.49 ? nu : 0.49,
            source,
            thickness,
            bending_length,
            0.0,
            &weave};
}

// Values in the middle of what the sources give. Wood and cork have a grain, which E and ν alone cannot express.
constexpr MaterialPreset presets[] = {
    {"aluminium", "Aluminium alloy", 2700, 70e9, 0.3, "EN 1999-1-1, 3.2.5"},
    {"aluminium_foil", "Household foil", 2700, 70e9, 0.3, foils_of_aluminium, 16e-6},
    fabric("canvas", "Canvas, woven", 0.294, 0.53e-3, canvas),
    {"concrete", "Concrete of class C25/30, uncracked", 2400, 31e9, 0.2, "EN 1992-1-1, table 3.1 and 3.1.3"},
    {"cork", "Cork, the mean over its directions", 170, 15e6, 0.05,
     "L. J. Gibson, K. E. Easterling, M. F. Ashby, The structure and mechanics of cork, Proc. R. Soc. A 377, 1981"},
    {"cotton", "Cotton fabric", 472.6, 0.821e6, 0.243, cottons, 0.318e-3, 19.5e-3, 1.0608},
    fabric("denim", "Denim, woven", 0.4, 0.66e-3, denim),
    {"foam", "Very light flexible polymer foam, as in cushions", 25, 5e5, 0.25, ashby},
    {"glass", "Soda lime silicate glass", 2500, 70e9, 0.2, "EN 572-1, table 1"},
    {"hair", "Scalp hair, a fibre: along its axis", 1320, 3.89e9, 0.4,
     "E, G: as others quote C. R. Robbins, Chemical and Physical Behavior of Human Hair, not seen in print; diameter: "
     "the middle of 50 to 90 μm; density, ν: stand-ins",
     0.0, 0.0, 0.0, nullptr, 70e-6, 0.89e9},
    {"jelly", "Gelatine gel of 5 % gelatine", 1010, 12.5e3, 0.45,
     "M. M. Nguyen et al., Development of oil-in-gelatin phantoms for viscoelasticity measurement, Ultrasound Med. "
     "Biol. 40 (1), 2014: μ = 4.2 kPa; ν: less than its ½, so that linear elements do not lock"},
    {"nylon", "Nylon line, as for fishing", 1140, 2.6e9, 0.35, ashby_line, 0.0, 0.0, 0.0, nullptr, 0.5e-3},
    {"paper", "Sheet of paper", 800, 3e9, 0.3, codimensional, 0.3e-3, 0.0, 1.005},
    {"polyester", "Polyester fabric", 653.2, 0.478e6, 0.381, polyesters, 0.252e-3, 0.0, 1.0646},
    {"rubber", "Natural rubber without filler", 925, 2e6, 0.49, ashby},
    {"rubber_sheet", "Sheet of natural rubber without filler", 925, 2e6, 0.49, sheets_of_rubber, 1e-3},
    fabric("silk", "Silk, woven", 0.083, 0.18e-3, silk),
    {"steel", "Structural steel", 7850, 210e9, 0.3, "EN 1993-1-1, 3.2.6"},
    {"steel_foil", "Foil or shim of steel", 7850, 210e9, 0.3, foils_of_steel, 0.1e-3},
    {"wood", "Softwood of class C24, along its grain", 420, 11e9, 0.3, "EN 338, table 1; ν: a stand-in"},
    {"wool", "Wool fabric", 413.4, 0.170e6, 0.277, wools, 0.568e-3, 16.6e-3, 1.085},
    {"wool_lycra", "Fabric of wool and lycra", 543.3, 0.076e6, 0.071, wools, 0.328e-3, 16.0e-3, 1.134},
    fabric("woven_cotton", "Cotton, woven, with warp and weft", 0.1036, 0.18e-3, cotton),
    fabric("woven_wool", "Wool, woven, with warp and weft", 0.4806, 1.28e-3, wool, woven_wools, 16.0e-3),
};

}  // namespace

std::span<const MaterialPreset> material_presets() { return presets; }

const MaterialPreset* find_material(const std::string& name) {
    for (const MaterialPreset& preset : presets)
        if (name == preset.name) return &preset;
    return nullptr;
}

}  // namespace talweg
