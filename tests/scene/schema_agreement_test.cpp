/// The same schema under two validators: ours, which explains, and valijson, which knows nothing of our ways. They must
/// agree on which documents are valid, for good scenes and for thousands of damaged ones.
#include <gtest/gtest.h>

#include <cmath>

#include <filesystem>
#include <random>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <fstream>

#include "places.hpp"
#include "support/sample_scene.hpp"
#include "talweg/scene/spec/schema.hpp"
#include "talweg/scene/spec/validate.hpp"
#include "talweg/scene/text/parse_document.hpp"

namespace talweg::schema_agreement_test {
namespace {

/// valijson 1.0 keeps to draft 4 in this: it takes whole numbers written as 3.0 for no integers.
class Valijson {
public:
    Valijson() {
        const nlohmann::json text = nlohmann::json::parse(scene_schema().dump());
        valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema_);
    }
    bool accepts(const Json& value) {
        nlohmann::json plain = nlohmann::json::parse(value.dump());
        write_whole_numbers_as_such(plain);
        valijson::Validator validator;
        return validator.validate(schema_, valijson::adapters::NlohmannJsonAdapter(plain), nullptr);
    }

private:
    static void write_whole_numbers_as_such(nlohmann::json& value) {
        if (value.is_structured())
            for (nlohmann::json& part : value) write_whole_numbers_as_such(part);
        if (!value.is_number_float()) return;
        const double number = value.get<double>();
        if (std::trunc(number) == number && std::abs(number) < 1e15) value = static_cast<std::int64_t>(number);
    }

    valijson::Schema schema_;
};

bool talweg_accepts(const Json& value) {
    Document document("test");
    document.value = value;
    return validate(document, scene_schema()).empty();
}

std::vector<std::string> base_scenes() {
    std::vector<std::string> texts = {testing::small_scene, testing::full_scene};
    for (const auto& entry : std::filesystem::directory_iterator(TALWEG_SOURCE_DIR "/scenes")) {
        if (entry.path().extension() != ".json") continue;
        std::ifstream file(entry.path());
        texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return texts;
}

using Random = std::mt19937;

/// All values inside a value, itself included.
void collect(Json& value, std::vector<Json*>& parts) {
    parts.push_back(&value);
    if (value.is_structured())
        for (Json& part : value) collect(part, parts);
}

Json random_value(Random& random) {
    static const Json choices = {0,
                                 1,
                                 -1,
                                 0.5,
                                 -2.5,
                                 1e30,
                                 "",
                                 "spring",
                                 "grid",
                                 "xyz",
                                 "all",
                                 true,
                                 false,
                                 nullptr,
                                 {},
                                 Json::array(),
                                 Json::array({0, 0, 0}),
                                 Json::array({1, 2}),
                                 Json::object(),
                                 {{"all", true}},
                                 {{"group", "top"}},
                                 {{"type", "spring"}},
                                 3000000000};
    return choices[random() % choices.size()];
}

/// One small damage: a value replaced, a member or entry removed, added, renamed or copied.
void mutate(Json& scene, Random& random) {
    std::vector<Json*> parts;
    collect(scene, parts);
    Json& part = *parts[random() % parts.size()];
    const auto member = [&] { return std::next(part.begin(), static_cast<long>(random() % part.size())); };
    switch (random() % 5) {
        case 0:
            part = random_value(random);
            break;
        case 1:
            if (part.is_structured() && !part.empty()) part.erase(member());
            break;
        case 2:
            if (part.is_array()) part.push_back(random_value(random));
            if (part.is_object()) part["extra"] = random_value(random);
            break;
        case 3:
            if (part.is_object() && !part.empty()) {
                const auto old = member();
                const Json value = old.value();
                const std::string key = old.key();
                part.erase(key);
                part[key + "s"] = value;
            }
            break;
        default:
            part = Json(*parts[random() % parts.size()]);
            break;
    }
}

/// To valijson 30000.0 is no integer; in draft 7, and to talweg, it is.
Json with_whole_numbers(Json scene) {
    std::vector<Json*> parts;
    collect(scene, parts);
    for (Json* part : parts)
        if (part->is_number_float())
            if (const double value = part->get<double>(); std::abs(value) < 1e15 && value == std::floor(value))
                *part = static_cast<std::int64_t>(value);
    return scene;
}

TEST(SchemaAgreement, OnGoodScenes) {
    Valijson valijson;
    for (const std::string& text : base_scenes()) {
        const Json scene = parse_document(text, "scene").value;
        EXPECT_TRUE(valijson.accepts(scene)) << text;
        EXPECT_TRUE(talweg_accepts(scene)) << text;
    }
}

TEST(SchemaAgreement, OnDamagedScenes) {
    Valijson valijson;
    Random random(20240607);
    int valid = 0, total = 0;
    for (const std::string& text : base_scenes()) {
        const Json original = parse_document(text, "scene").value;
        for (int i = 0; i < 250; ++i, ++total) {
            Json scene = original;
            for (unsigned n = 1 + random() % 2; n > 0; --n) mutate(scene, random);
            const bool accepted = talweg_accepts(scene);
            valid += accepted;
            ASSERT_EQ(accepted, valijson.accepts(with_whole_numbers(scene))) << scene.dump(2);
        }
    }
    // Both kinds of document are there in number, or agreement would mean little.
    EXPECT_GT(valid, total / 20);
    EXPECT_LT(valid, total * 3 / 4);
}

}  // namespace
}  // namespace talweg::schema_agreement_test
