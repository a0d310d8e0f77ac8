#include "talweg/scene/spec/fill_materials.hpp"

#include <fmt/format.h>

#include <cmath>

#include "talweg/model/motion.hpp"
#include "talweg/scene/spec/materials.hpp"
#include "talweg/scene/spec/problem_list.hpp"
#include "talweg/scene/spec/rod_section.hpp"
#include "talweg/scene/spec/rotation_spec.hpp"
#include "talweg/scene/spec/schema_branch.hpp"
#include "talweg/scene/text/json_path.hpp"

namespace talweg {

namespace {

/// κ of κ |FᵀF − I|², Pa: what keeps a rigid body rigid. That is a solid of Saint Venant and Kirchhoff with ν = 0 and
/// E = 8 κ. Spinning with ω, a cube of side a is stretched by ρω²a²/(96 κ).
constexpr double rigid_stiffness = 1e8;

class MaterialFilling : public ProblemList {
public:
    MaterialFilling(Document& document, const Json& schema)
        : document_(document), schema_(schema), energy_schema_(schema.at("definitions").at("energy")) {}

    void fill(Json& body, const std::string& at) {
        const MaterialPreset* material =
            body.contains("material") ? find_material(body.at("material").get<std::string>()) : nullptr;
        const bool rigid = body.contains("rigid") && body["rigid"].is_boolean() && body["rigid"].get<bool>();
        if (rigid) {
            Json& energies = body["energies"];
            const char* type = planar() ? "plane_strain_st_venant_kirchhoff" : "st_venant_kirchhoff";
            if (energies.empty()) {
                energies =
                    Json::array({{{"type", type}, {"youngs_modulus", 8.0 * rigid_stiffness}, {"poissons_ratio", 0.0}}});
                if (planar()) energies[0]["thickness"] = 1.0;
            } else if (energies.size() != 1 || energies[0]["type"] != type)
                lack(at,
                     "is rigid and has energies, which could only deform it; leave them out (one st_venant_kirchhoff "
                     "may say how stiffly it keeps its shape), or make it \"affine\"");
        }
        if (material && material->diameter > 0.0 && !body.contains("energies") && !body.contains("rod"))
            body["rod"] = Json::object();
        if (body.contains("rod") && !fill_rod(body, material, at)) return;
        if (body.contains("sheet")) {
            if (!fill_sheet(body, material, at)) return;
        } else if (material && !body.contains("energies")) {
            body["energies"] = material->thickness > 0.0
                                   ? sheet_energies(*material, plain_bending(*material, body), body)
                                   : Json::array({solid_energy()});
        }
        bool solid = false;
        double thickness = 1.0;
        if (body.contains("energies"))
            for (std::size_t i = 0; i < body["energies"].size(); ++i) {
                Json& energy = body["energies"][i];
                solid |= fill_energy(energy, material, pointer_to(pointer_to(at, "energies"), i));
                if (energy.contains("thickness") && energy["thickness"].is_number())
                    thickness = energy["thickness"].get<double>();
            }
        if (body.contains("density")) return;
        if (!material && is_weighed(body)) {
            body["density"] = 1000.0;  // has no effect beside a given mass
            return;
        }
        if (!material)
            lack(at, "lacks the key \"density\": {} Or give it a \"material\"",
                 schema_["definitions"]["body"]["properties"]["density"]["description"].get<std::string>());
        else if (!solid)
            lack(at,
                 "has a material but no solid energy that it could serve, and so no volume to weigh; give its "
                 "\"density\"");
        else
            body["density"] = material->density * thickness;
    }

private:
    /// Whether its mass is said without a density of the whole: as such, or part by part.
    static bool is_weighed(const Json& body) {
        if (body.contains("inertia") && body["inertia"].contains("mass")) return true;
        if (!body["shape"].contains("parts")) return false;
        const Json& parts = body["shape"]["parts"];
        return std::all_of(parts.begin(), parts.end(),
                           [](const Json& part) { return part.contains("density") || part.contains("mass"); });
    }
    bool planar() const {
        const Json& scene = document_.value;
        return scene.contains("planar") && scene["planar"].is_boolean() && scene["planar"].get<bool>();
    }

    /// What a solid of a material is unless it says otherwise; in planar scenes, of one metre.
    Json solid_energy() const {
        if (planar()) return {{"type", "plane_strain_stable_neo_hookean"}, {"thickness", 1.0}};
        return {{"type", "stable_neo_hookean"}};
    }

    /// The energies of a rod instead of the words for it; false when something is missing.
    bool fill_rod(Json& body, const MaterialPreset* material, const std::string& at) {
        const Json rod = body["rod"];
        const std::string here = pointer_to(at, "rod");
        body.erase("rod");
        const auto number = [&](const char* key, double otherwise) { return rod.value(key, otherwise); };
        const bool rectangular = rod.contains("width") || rod.contains("height");
        if (rectangular && (rod.contains("diameter") || !rod.contains("width") || !rod.contains("height"))) {
            lack(here,
                 "has a section that is neither round nor rectangular; give \"diameter\", or \"width\" and \"height\"");
            return false;
        }
        RodSection section;
        if (rectangular) {
            section = rectangular_section(number("height", 0.0), number("width", 0.0));
        } else if (rod.contains("diameter") || (material && material->diameter > 0.0)) {
            section = round_section(number("diameter", material ? material->diameter : 0.0));
        } else {
            lack(here, "lacks a section; give \"diameter\", or \"width\" and \"height\"");
            return false;
        }
        for (const char* key : {"youngs_modulus", "poissons_ratio"})
            if (!material && !rod.contains(key) && !(key[0] == 'p' && rod.contains("shear_modulus"))) {
                lack(here, "lacks the key \"{}\"; or give the body a \"material\"", key);
                return false;
            }
        const double e = number("youngs_modulus", material ? material->youngs_modulus : 0.0);
        double g = 0.5 * e / (1.0 + number("poissons_ratio", material ? material->poissons_ratio : 0.0));
        if (material && material->shear_modulus > 0.0 && !rod.contains("poissons_ratio")) g = material->shear_modulus;
        g = number("shear_modulus", g);
        Json& energies = body["energies"];
        if (energies.is_null()) energies = Json::array();
        energies.push_back({{"type", "hooke_spring"}, {"on", "structural"}, {"stiffness", e * section.area}});
        energies.push_back({{"type", "elastic_rod"},
                            {"on", "structural"},
                            {"bending", e * section.moment},
                            {"bending_across", e * section.moment_across},
                            {"torsion", g * section.torsion},
                            {"radius", section.radius},
                            {"curvature", number("curvature", 0.0)},
                            {"curvature_across", number("curvature_across", 0.0)},
                            {"twist", number("twist", 0.0)},
                            {"drawn", number("drawn", 1.0)}});
        if (material && !body.contains("density")) body["density"] = material->density * section.area;
        return true;
    }

    /// How a sheet resists bending: plates by their curvature, cloth by the angles at its edges.
    struct Bending {
        double rigidity;  // N·m; of cloth with a warp that along it
        bool plate;
        double weft = 0.0;  // N·m, along the weft, where it differs; 0: it does not
    };

    /// What is as stiff as a plate of its modulus bends as one. Creases with a rigidity of their own need hinges.
    static Bending plain_bending(const MaterialPreset& material, const Json& body) {
        bool stiff_creases = false;
        if (body.contains("creases"))
            for (const Json& crease : body["creases"]) stiff_creases |= crease.contains("rigidity");
        return {material.bending_rigidity(), material.is_plate() && !stiff_creases};
    }

    /// Strips tell the bending length of cloth, and nothing about curving across: ν is 0 there.
    static Json bending_energy(const MaterialPreset& material, const Bending& bending, const Vec3& warp) {
        if (bending.weft > 0.0)
            return {{"type", "orthotropic_bending"},
                    {"warp", bending.rigidity},
                    {"weft", bending.weft},
                    {"cross", 0.0},
                    {"twist", 0.5 * std::sqrt(bending.rigidity * bending.weft)},
                    {"warp_x", warp[0]},
                    {"warp_y", warp[1]},
                    {"warp_z", warp[2]}};
        if (!bending.plate) return {{"type", "hinge_bending"}, {"rigidity", bending.rigidity}};
        return {{"type", "plate_bending"},
                {"rigidity", bending.rigidity},
                {"poissons_ratio", material.is_plate() ? material.poissons_ratio : 0.0}};
    }

    /// The energies of a sheet instead of the words for it; false when something is missing.
    bool fill_sheet(Json& body, const MaterialPreset* material, const std::string& at) {
        const Json words = body["sheet"];
        const std::string here = pointer_to(at, "sheet");
        body.erase("sheet");
        if (!material || body.contains("energies")) {
            lack(here,
                 "needs a \"material\" and no \"energies\": it says how the material comes in sheets; give the "
                 "body one, or write its energies out");
            return false;
        }
        MaterialPreset given = *material;
        given.thickness = words.value("thickness", given.thickness);
        if (!(given.thickness > 0.0)) {
            lack(here, "lacks the key \"thickness\": {} comes in blocks too", material->name);
            return false;
        }
        if (words.contains("bending_length") && words.contains("bending_rigidity")) {
            lack(here, "has both bending_length and bending_rigidity; keep one of them");
            return false;
        }
        Bending bending = plain_bending(given, body);
        if (words.contains("bending_length")) {
            const auto rigidity = [&](const Json& length) {
                given.bending_length = length.get<double>();
                return given.bending_rigidity();
            };
            const Json& length = words["bending_length"];
            if (length.is_array()) bending.weft = rigidity(length[1]);
            bending.rigidity = rigidity(length.is_array() ? length[0] : length);
            bending.plate = plain_bending(given, body).plate;
        } else if (words.contains("bending_rigidity")) {
            const Json& rigidity = words["bending_rigidity"];
            bending.rigidity = (rigidity.is_array() ? rigidity[0] : rigidity).get<double>();
            if (rigidity.is_array()) bending.weft = rigidity[1].get<double>();
        }
        if (words.contains("bending")) bending.plate = words["bending"] == "plate";
        if (bending.weft > 0.0 && words.contains("bending") && !bending.plate) {
            lack(here,
                 "has rigidities of warp and weft, which hinges cannot tell apart; take \"bending\": \"plate\", or one "
                 "number");
            return false;
        }
        body["energies"] = sheet_energies(given, bending, body);
        return true;
    }

    /// In its plane, against bending, and up to its limit, if it has one.
    static Json sheet_energies(const MaterialPreset& material, const Bending& bending, const Json& body) {
        if (material.weave) return woven_sheet(material, bending, warp_of(body));
        Json energies = Json::array({{{"type", "membrane_stable_neo_hookean"},
                                      {"youngs_modulus", material.youngs_modulus},
                                      {"poissons_ratio", material.poissons_ratio},
                                      {"thickness", material.thickness}},
                                     bending_energy(material, bending, warp_of(body))});
        if (material.strain_limit > 0.0)
            energies.push_back({{"type", "strain_limit"},
                                {"limit", material.strain_limit},
                                {"stiffness", material.youngs_modulus * material.thickness}});
        return energies;
    }

    /// In its plane along the threads, and against bending.
    static Json woven_sheet(const MaterialPreset& material, const Bending& bending, const Vec3& warp) {
        const Weave& weave = *material.weave;
        return Json::array({{{"type", "orthotropic_membrane"},
                             {"warp", weave.warp},
                             {"weft", weave.weft},
                             {"cross", weave.cross},
                             {"shear", weave.shear},
                             {"warp_limit", weave.warp_limit},
                             {"weft_limit", weave.weft_limit},
                             {"shear_limit", weave.shear_limit},
                             {"warp_x", warp[0]},
                             {"warp_y", warp[1]},
                             {"warp_z", warp[2]},
                             {"thickness", material.thickness}},
                            bending_energy(material, bending, warp)});
    }

    /// The warp runs along the shape's own x axis, and is turned with it.
    static Vec3 warp_of(const Json& body) {
        const Vec3 x = {1.0, 0.0, 0.0};
        if (body.contains("rest") && body["rest"].contains("texture")) return x;  // u
        if (!body.contains("place") || !body["place"].contains("rotate")) return x;
        const Json& rotate = body["place"]["rotate"];
        RotationSpec turn;
        for (int a = 0; a < 3; ++a) turn.axis[a] = rotate["axis"][a].get<double>();
        turn.angle = rotate["angle"].get<double>();
        return norm(turn.axis) > 0.0 ? rotation_matrix(turn.rotation_vector()) * x : x;
    }

    template <class... Words>
    void lack(const std::string& at, fmt::format_string<Words...> message, Words&&... words) {
        report(document_.where(at), message, std::forward<Words>(words)...);
    }

    /// Whether the energy is that of a material with a volume, its moduli filled in or not.
    bool fill_energy(Json& energy, const MaterialPreset* material, const std::string& at) {
        const Json& properties = branch_for(schema_, energy_schema_, energy).schema->at("properties");
        const auto give = [&](const char* key, double MaterialPreset::*member) {
            if (!properties.contains(key) || energy.contains(key)) return;
            if (material)
                energy[key] = material->*member;
            else
                lack(at, "lacks the key \"{}\": {} Or give the body a \"material\"", key,
                     properties[key]["description"].get<std::string>());
        };
        give("youngs_modulus", &MaterialPreset::youngs_modulus);
        give("poissons_ratio", &MaterialPreset::poissons_ratio);
        if (properties.contains("air_density") && !energy.contains("air_density"))
            energy["air_density"] = air_density();
        return properties.contains("youngs_modulus") || energy["type"] == "orthotropic_membrane";
    }

    /// Of the scene, or what the schema takes for it.
    Json air_density() const {
        const Json& scene = document_.value;
        if (scene.contains("air") && scene["air"].contains("density")) return scene["air"]["density"];
        return schema_["properties"]["air"]["properties"]["density"]["default"];
    }

    Document& document_;
    const Json& schema_;
    const Json& energy_schema_;
};

}  // namespace

std::vector<Problem> fill_materials(Document& document, const Json& schema) {
    MaterialFilling filling(document, schema);
    Json& bodies = document.value.at("bodies");
    for (std::size_t i = 0; i < bodies.size(); ++i) filling.fill(bodies[i], pointer_to("/bodies", i));
    return std::move(filling.problems);
}

}  // namespace talweg
