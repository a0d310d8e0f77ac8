#include "talweg/scene/spec/schema.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "support/sample_scene.hpp"
#include "talweg/scene/spec/schema_branch.hpp"
#include "talweg/scene/text/json_path.hpp"
#include "talweg/scene/text/parse_document.hpp"

namespace talweg::schema_test {
namespace {

/// Calls `visit` with every schema there is: the whole, its definitions, properties, items and alternatives.
void for_each_schema(const Json& schema, const std::string& pointer,
                     const std::function<void(const Json&, const std::string&)>& visit) {
    if (!schema.is_object()) return;
    visit(schema, pointer);
    for (const char* group : {"properties", "definitions"})
        if (schema.contains(group))
            for (const auto& [key, part] : schema[group].items())
                for_each_schema(part, pointer_to(pointer_to(pointer, group), key), visit);
    for (const char* single : {"items", "additionalProperties"})
        if (schema.contains(single)) for_each_schema(schema[single], pointer_to(pointer, single), visit);
    if (schema.contains("oneOf"))
        for (std::size_t i = 0; i < schema["oneOf"].size(); ++i)
            for_each_schema(schema["oneOf"][i], pointer_to(pointer_to(pointer, "oneOf"), i), visit);
}

TEST(Schema, EveryKeyHasADescription) {
    for_each_schema(scene_schema(), "", [](const Json& schema, const std::string& pointer) {
        if (!schema.contains("properties")) return;
        for (const auto& [key, property] : schema["properties"].items()) {
            ASSERT_TRUE(property.contains("description")) << pointer << " " << key;
            EXPECT_TRUE(property["description"].get<std::string>().ends_with('.')) << pointer << " " << key;
        }
    });
}

TEST(Schema, DescriptionsShowTheUnit) {
    EXPECT_EQ(scene_schema()["properties"]["gravity"]["description"], "Acceleration of free fall [m/s²].");
    for_each_schema(scene_schema(), "", [](const Json& schema, const std::string& pointer) {
        if (!schema.contains("unit")) return;
        EXPECT_NE(schema["description"].get<std::string>().find("[" + schema["unit"].get<std::string>() + "]"),
                  std::string::npos)
            << pointer;
    });
}

TEST(Schema, UsesOnlyWordsThatTheValidatorKnows) {
    const std::set<std::string> known = {"$schema",
                                         "title",
                                         "description",
                                         "unit",
                                         "when_rigid",
                                         "default",
                                         "definitions",
                                         "$ref",
                                         "oneOf",
                                         "type",
                                         "const",
                                         "enum",
                                         "minimum",
                                         "exclusiveMinimum",
                                         "maximum",
                                         "exclusiveMaximum",
                                         "minLength",
                                         "maxLength",
                                         "pattern",
                                         "items",
                                         "minItems",
                                         "maxItems",
                                         "uniqueItems",
                                         "properties",
                                         "required",
                                         "minProperties",
                                         "additionalProperties"};
    for_each_schema(scene_schema(), "", [&](const Json& schema, const std::string& pointer) {
        for (const auto& [word, rule] : schema.items()) EXPECT_TRUE(known.contains(word)) << pointer << " " << word;
    });
}

/// Editors cannot know which body is rigid and needs no word about its cells; talweg fills them in, and then asks.
TEST(Schema, EditorsDoNotAskForTheCellsOfRigidShapes) {
    const Json editors = editor_schema();
    int keys = 0;
    for (const char* kind : {"shape", "surface"}) {
        const Json &lenient = editors["definitions"][kind]["oneOf"],
                   &strict = scene_schema()["definitions"][kind]["oneOf"];
        ASSERT_EQ(lenient.size(), strict.size());
        for (std::size_t i = 0; i < strict.size(); ++i)
            for (const auto& [key, property] : strict[i]["properties"].items()) {
                if (!property.contains("when_rigid")) continue;
                const auto asks = [&, &name = key](const Json& shape) {
                    return std::ranges::count(shape["required"], Json(name)) == 1;
                };
                EXPECT_TRUE(asks(strict[i]) && !asks(lenient[i])) << strict[i]["properties"]["type"] << key;
                ++keys;
            }
    }
    EXPECT_GT(keys, 20);
}

TEST(Schema, ObjectsAreClosedSoThatSlipsAreNoticed) {
    for_each_schema(scene_schema(), "", [](const Json& schema, const std::string& pointer) {
        if (schema.value("type", "") != "object") return;
        EXPECT_TRUE(schema.contains("additionalProperties")) << pointer;
    });
}

TEST(Schema, EnergiesComeFromTheirHeaders) {
    const Json& energies = scene_schema()["definitions"]["energy"]["oneOf"];
    const auto spring = std::find_if(energies.begin(), energies.end(), [](const Json& energy) {
        return energy["properties"]["type"]["const"] == "spring";
    });
    ASSERT_NE(spring, energies.end());
    EXPECT_EQ((*spring)["required"], Json({"type", "stiffness"}));
    EXPECT_EQ((*spring)["properties"]["stiffness"]["unit"], "N/m on sheets, N on ropes, Pa on lattices");
    EXPECT_EQ((*spring)["properties"]["stiffness"]["exclusiveMinimum"], 0);
    EXPECT_TRUE((*spring)["properties"].contains("on"));
    for (const Json& energy : energies) EXPECT_NE(energy["properties"]["type"]["const"], "inertia");
}

TEST(Schema, IntegratorsComeFromTheirHeaders) {
    const Json& names = scene_schema()["properties"]["integrator"]["properties"]["type"]["enum"];
    EXPECT_NE(std::find(names.begin(), names.end(), "implicit_euler"), names.end());
    EXPECT_NE(std::find(names.begin(), names.end(), "velocity_verlet"), names.end());
}

/// Notes every property of the schema that a value uses.
void note_used(const Json& value, const Json& schema, std::set<const Json*>& used) {
    const Json* rules = branch_for(scene_schema(), schema, value).schema;
    ASSERT_TRUE(rules);
    if (value.is_array() && rules->contains("items"))
        for (const Json& entry : value) note_used(entry, rules->at("items"), used);
    if (!value.is_object()) return;
    for (const auto& [key, member] : value.items()) {
        const bool named = rules->contains("properties") && rules->at("properties").contains(key);
        const Json& rule = named ? rules->at("properties").at(key) : rules->at("additionalProperties");
        used.insert(&rule);
        note_used(member, rule, used);
    }
}

TEST(Schema, TheFullSampleUsesEveryKey) {
    // Round trips and mutations of that sample therefore reach all of the format.
    std::set<const Json*> used;
    note_used(parse_document(testing::full_scene, "full").value, scene_schema(), used);
    for (const std::string& text : testing::special_scenes) {
        EXPECT_EQ(testing::complaint(text), "");
        note_used(parse_document(text, "special").value, scene_schema(), used);
    }
    // Curves in tables are gone once they are read (tests/physics/joint_motion_test.cpp).
    note_used(parse_document(R"({ "air": { "wind": [{ "file": "gusts.csv", "column": "x", "interpolation": "smooth" },
        0, 0] } })",
                             "table")
                  .value,
              scene_schema(), used);
    // So are tracks (fill_tracks_test.cpp).
    note_used(parse_document(R"({ "bodies": [{ "rig": { "handles": [{ "track": { "file": "face.csv",
        "points": ["chin"] } }] } }] })",
                             "track")
                  .value,
              scene_schema(), used);
    for_each_schema(scene_schema(), "", [&](const Json& schema, const std::string& pointer) {
        // Expectations differ by measure in what they may name; energies are as many as there are headers; surfaces
        // are the shapes again.
        const bool varied = pointer.starts_with("/definitions/expectation/") ||
                            pointer.starts_with("/definitions/energy/") || pointer.starts_with("/definitions/surface/");
        if (!schema.contains("properties") || varied) return;
        for (const auto& [key, property] : schema["properties"].items())
            EXPECT_TRUE(used.contains(&property)) << pointer << " " << key;
    });
}

}  // namespace
}  // namespace talweg::schema_test
