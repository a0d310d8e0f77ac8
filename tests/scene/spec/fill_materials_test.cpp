#include "talweg/scene/spec/fill_materials.hpp"

#include <gmock/gmock.h>

#include "support/sample_scene.hpp"
#include "talweg/scene/spec/materials.hpp"

namespace talweg::fill_materials_test {
namespace {

using ::testing::HasSubstr;

const std::string box = R"("name": "it", "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] })";

std::string scene(const std::string& body) { return R"({ "time": { "step": 0.01 }, "bodies": [ { )" + body + " } ] }"; }

BodySpec body_of(const std::string& body) { return parse_scene(scene(body), "scene.json").bodies[0]; }

TEST(Materials, AreSortedAndPhysical) {
    std::string before;
    for (const MaterialPreset& material : material_presets()) {
        EXPECT_LT(before, material.name);
        before = material.name;
        EXPECT_GT(material.density, 10);
        EXPECT_LT(material.density, 8000);
        EXPECT_GT(material.youngs_modulus, 1e3);
        EXPECT_LT(material.youngs_modulus, 3e11);
        EXPECT_GE(material.poissons_ratio, 0.0);
        EXPECT_LT(material.poissons_ratio, 0.5);
        EXPECT_NE(std::string(material.source), "");
    }
    EXPECT_EQ(find_material("steel")->youngs_modulus, 210e9);
    EXPECT_EQ(find_material("steal"), nullptr);
}

TEST(FillMaterials, AWordMakesASolid) {
    const BodySpec body = body_of(box + R"(, "material": "rubber")");
    EXPECT_EQ(body.density, 925);
    ASSERT_EQ(body.energies.size(), 1u);
    EXPECT_EQ(body.energies[0].type, "stable_neo_hookean");
    EXPECT_EQ(body.energies[0].parameters.at("youngs_modulus").value, 2e6);
    EXPECT_EQ(body.energies[0].parameters.at("poissons_ratio").value, 0.49);
}

TEST(FillMaterials, TheWordForAFabricMakesASheet) {
    const BodySpec body = body_of(R"("name": "it", "shape": { "type": "cloth", "size": [1, 1], "cells": [2, 2] },
        "material": "cotton")");
    EXPECT_NEAR(body.density, 472.6 * 0.318e-3, 1e-12);  // kg/m²
    ASSERT_EQ(body.energies.size(), 3u);
    EXPECT_EQ(body.energies[0].type, "membrane_stable_neo_hookean");
    EXPECT_NEAR(*body.energies[0].parameters.at("youngs_modulus").value, 8.21e5, 1e-9);
    EXPECT_EQ(body.energies[1].type, "hinge_bending");
    // D = w c³ of its bending length; a plate of its modulus would have 12 mm.
    const double weight = 9.81 * body.density, rigidity = *body.energies[1].parameters.at("rigidity").value;
    EXPECT_NEAR(std::cbrt(rigidity / weight), 0.0195, 1e-6);
    EXPECT_EQ(body.energies[2].type, "strain_limit");
    EXPECT_EQ(body.energies[2].parameters.at("limit").value, 1.0608);
}

/// Foil, paper and rubber bend as plates of their modulus, whose rigidity is E t³/(12 (1 − ν²)).
TEST(FillMaterials, PlatesBendByTheirThickness) {
    const std::string cloth = R"("name": "it", "shape": { "type": "cloth", "size": [1, 1], "cells": [2, 2] })";
    const auto plate = [&](const std::string& words, double youngs, double ratio, double thickness) {
        const BodySpec body = body_of(cloth + words);
        ASSERT_GE(body.energies.size(), 2u) << words;
        EXPECT_NEAR(*body.energies[0].parameters.at("thickness").value, thickness, 1e-15);
        EXPECT_EQ(body.energies[1].type, "plate_bending") << words;
        EXPECT_NEAR(*body.energies[1].parameters.at("rigidity").value /
                        (youngs * std::pow(thickness, 3) / (12.0 * (1.0 - ratio * ratio))),
                    1.0, 1e-12)
            << words;
        EXPECT_EQ(body.energies[1].parameters.at("poissons_ratio").value, ratio);
    };
    plate(R"(, "material": "aluminium_foil")", 70e9, 0.3, 16e-6);
    plate(R"(, "material": "steel_foil", "sheet": { "thickness": 5e-5 })", 210e9, 0.3, 5e-5);
    plate(R"(, "material": "rubber", "sheet": { "thickness": 2e-3 })", 2e6, 0.49, 2e-3);
    plate(R"(, "material": "paper")", 3e9, 0.3, 0.3e-3);
    const BodySpec rubber = body_of(cloth + R"(, "material": "rubber_sheet")");
    EXPECT_EQ(rubber.energies.size(), 2u) << "nothing limits its stretch";
    EXPECT_NEAR(rubber.density, 0.925, 1e-12);
}

TEST(FillMaterials, BendingIsWhatTheSheetSays) {
    const std::string cotton =
        R"("name": "it", "shape": { "type": "cloth", "size": [1, 1], "cells": [2, 2] }, "material": "cotton")";
    const BodySpec longer = body_of(cotton + R"(, "sheet": { "bending_length": 0.03 })");
    EXPECT_EQ(longer.energies[1].type, "hinge_bending");
    EXPECT_NEAR(*longer.energies[1].parameters.at("rigidity").value / (9.81 * longer.density * 2.7e-5), 1.0, 1e-12);
    const BodySpec given = body_of(cotton + R"(, "sheet": { "bending_rigidity": 3e-5, "bending": "plate" })");
    EXPECT_EQ(given.energies[1].type, "plate_bending");
    EXPECT_EQ(given.energies[1].parameters.at("rigidity").value, 3e-5);
    EXPECT_EQ(given.energies[1].parameters.at("poissons_ratio").value, 0.0) << "strips do not tell it";
    EXPECT_EQ(given.energies[2].type, "strain_limit");
    const auto complaint = [](const std::string& body) { return testing::complaint(scene(body)); };
    EXPECT_THAT(complaint(cotton + R"(, "sheet": { "bending_rigidity": 3e-5, "bending_length": 0.01 })"),
                HasSubstr("bodies[0].sheet has both bending_length and bending_rigidity"));
    EXPECT_THAT(complaint(box + R"(, "material": "steel", "sheet": {})"), HasSubstr("bodies[0].sheet lacks the key"));
    EXPECT_THAT(complaint(box + R"(, "density": 1, "sheet": { "thickness": 1 })"), HasSubstr("needs a \"material\""));
    EXPECT_THAT(complaint(cotton + R"(, "sheet": { "thickness": 0 })"), HasSubstr("bodies[0].sheet.thickness"));
}

TEST(FillMaterials, WarpAndWeftMayBendEachByItself) {
    const std::string silk =
        R"("name": "it", "shape": { "type": "cloth", "size": [1, 1], "cells": [2, 2] }, "material": "silk")";
    const BodySpec body = body_of(silk + R"(, "sheet": { "bending_length": [0.01, 0.02] },
        "place": { "rotate": { "axis": [0, 1, 0], "angle": 90 } })");
    const auto value = [&](const char* key) { return *body.energies[1].parameters.at(key).value; };
    EXPECT_EQ(body.energies[1].type, "orthotropic_bending");
    EXPECT_NEAR(value("warp") / (9.81 * 0.083 * 1e-6), 1.0, 1e-12);
    EXPECT_NEAR(value("weft") / (9.81 * 0.083 * 8e-6), 1.0, 1e-12);
    EXPECT_NEAR(value("twist"), 0.5 * std::sqrt(value("warp") * value("weft")), 1e-20);
    EXPECT_EQ(value("cross"), 0.0);
    EXPECT_NEAR(value("warp_z"), -1.0, 1e-15) << "turned with the cloth";
    const BodySpec given = body_of(silk + R"(, "sheet": { "bending_rigidity": [1e-6, 3e-6], "bending": "plate" })");
    EXPECT_EQ(given.energies[1].parameters.at("weft").value, 3e-6);
    const auto complaint = [](const std::string& words) { return testing::complaint(scene(words)); };
    EXPECT_THAT(complaint(silk + R"(, "sheet": { "bending_rigidity": [1e-6, 3e-6], "bending": "hinges" })"),
                HasSubstr("which hinges cannot tell apart"));
    EXPECT_THAT(complaint(silk + R"(, "sheet": { "bending_length": [0.01] })"),
                HasSubstr("bodies[0].sheet.bending_length"));
    EXPECT_THAT(complaint(silk + R"(, "sheet": { "bending_length": [0.01, 0] })"), HasSubstr("must be greater than 0"));
}

TEST(FillMaterials, AWeaveRunsAlongTheShape) {
    const std::string cloth = R"("name": "it", "shape": { "type": "cloth", "size": [1, 1], "cells": [2, 2] })";
    const BodySpec body = body_of(cloth + R"(, "material": "silk",
        "place": { "rotate": { "axis": [0, 0, 2], "angle": 90 } })");
    EXPECT_NEAR(body.density, 0.083, 1e-12);  // kg/m²
    ASSERT_EQ(body.energies.size(), 2u);
    EXPECT_EQ(body.energies[0].type, "orthotropic_membrane");
    EXPECT_EQ(body.energies[0].parameters.at("weft").value, 9.942e6);
    EXPECT_NEAR(*body.energies[0].parameters.at("warp_x").value, 0.0, 1e-15);
    EXPECT_NEAR(*body.energies[0].parameters.at("warp_y").value, 1.0, 1e-15);
    // The bending length c, D = w c³, of the measured silk is 14 mm.
    EXPECT_NEAR(std::cbrt(*body.energies[1].parameters.at("rigidity").value / (9.81 * body.density)), 0.0137, 2e-4);
}

TEST(FillMaterials, TheAirOfTheSceneIsThatOfItsBodies) {
    const std::string cloth = R"("name": "it", "density": 1, "shape": { "type": "cloth", "size": [1, 1],
        "cells": [2, 2] }, "energies": [{ "type": "sheet_drag", "normal": 1, "tangential": 0)";
    const auto density = [&](const std::string& world, const std::string& more) {
        const Scene read = parse_scene(
            R"({ "time": { "step": 0.01 }, )" + world + R"("bodies": [ { )" + cloth + more + " }] } ] }", "scene.json");
        return *read.bodies[0].energies[0].parameters.at("air_density").value;
    };
    EXPECT_EQ(density("", ""), 1.2);
    EXPECT_EQ(density(R"("air": { "density": 998 }, )", ""), 998.0);
    EXPECT_EQ(density(R"("air": { "density": 998 }, )", R"(, "air_density": 3)"), 3.0);
}

TEST(FillMaterials, WhatTheBodySaysItselfCounts) {
    const BodySpec body = body_of(box + R"(, "material": "rubber", "density": 1000, "energies": [
        { "type": "neo_hookean", "poissons_ratio": 0.3 }, { "type": "arap", "youngs_modulus": 5 },
        { "type": "drag", "rate": 1 } ])");
    EXPECT_EQ(body.density, 1000);
    EXPECT_EQ(body.energies[0].parameters.at("youngs_modulus").value, 2e6);
    EXPECT_EQ(body.energies[0].parameters.at("poissons_ratio").value, 0.3);
    EXPECT_EQ(body.energies[1].parameters.at("youngs_modulus").value, 5);
    EXPECT_EQ(body.energies[1].parameters.size(), 1u);
}

TEST(FillMaterials, APlanarSolidWeighsItsThickness) {
    const BodySpec body = body_of(R"("name": "it", "shape": { "type": "disc", "radius": 1, "rings": 2 },
        "material": "steel", "energies": [ { "type": "plane_stress_neo_hookean", "thickness": 0.01 } ])");
    EXPECT_NEAR(body.density, 78.5, 1e-12);
}

TEST(FillMaterials, AWordMakesAPlanarSolidToo) {
    const Scene made = parse_scene(R"({ "planar": true, "time": { "step": 0.01 }, "bodies": [
        { "name": "it", "shape": { "type": "disc", "radius": 1, "rings": 2 }, "material": "rubber" }] })",
                                   "scene.json");
    ASSERT_EQ(made.bodies[0].energies.size(), 1u);
    EXPECT_EQ(made.bodies[0].energies[0].type, "plane_strain_stable_neo_hookean");
    EXPECT_EQ(made.bodies[0].energies[0].parameters.at("youngs_modulus").value, 2e6);
    EXPECT_EQ(made.bodies[0].density, 925);  // of one metre
}

TEST(FillMaterials, WhatIsMissingIsAskedFor) {
    const auto complaint = [](const std::string& body) { return testing::complaint(scene(body)); };
    EXPECT_THAT(complaint(box), HasSubstr("scene.json:1: bodies[0] lacks the key \"density\": Mass per length"));
    EXPECT_THAT(complaint(box + R"(, "density": 1, "energies": [ { "type": "arap" } ])"),
                HasSubstr("bodies[0].energies[0] lacks the key \"youngs_modulus\": Young's modulus E"));
    EXPECT_THAT(complaint(box + R"(, "material": "rubber", "energies": [ { "type": "spring", "stiffness": 1 } ])"),
                HasSubstr("bodies[0] has a material but no solid energy"));
    EXPECT_THAT(complaint(box + R"(, "material": "ruber")"), HasSubstr("did you mean \"rubber\"?"));
    EXPECT_THAT(complaint(box + R"(, "density": 1, "energies": [ { "type": "arap", "youngs_modulus": -1 } ])"),
                HasSubstr("must be greater than 0 [Pa], but is -1"));
    EXPECT_THAT(complaint(box + R"(, "material": "steel", "energies": [ { "type": "neo_hookean",
                                     "poissons_ratio": 0.5 } ])"),
                HasSubstr("bodies[0].energies[0].poissons_ratio must be less than 0.5"));
}

}  // namespace
}  // namespace talweg::fill_materials_test
