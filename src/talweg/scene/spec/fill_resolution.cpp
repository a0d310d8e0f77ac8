#include "talweg/scene/spec/fill_resolution.hpp"

namespace talweg {

namespace {

void fill_shape(Json& shape, const Json& schema) {
    if (!shape.is_object() || !shape.contains("type")) return;
    for (const Json& branch : schema.at("definitions").at("shape").at("oneOf")) {
        const Json& properties = branch.at("properties");
        if (properties.at("type").at("const") != shape["type"]) continue;
        for (const auto& [key, property] : properties.items())
            if (property.contains("when_rigid") && !shape.contains(key)) shape[key] = property["when_rigid"];
    }
    if (shape.contains("surface")) fill_shape(shape["surface"], schema);
    if (shape.contains("parts") && shape["parts"].is_array())
        for (Json& part : shape["parts"])
            if (part.is_object() && part.contains("shape")) fill_shape(part["shape"], schema);
}

bool says(const Json& body, const char* key) { return body.contains(key) && body[key] == true; }

}  // namespace

void fill_resolution(Json& scene, const Json& schema) {
    if (!scene.is_object() || !scene.contains("bodies") || !scene["bodies"].is_array()) return;
    for (Json& body : scene["bodies"])
        if (body.is_object() && (says(body, "rigid") || says(body, "affine")) && body.contains("shape"))
            fill_shape(body["shape"], schema);
}

}  // namespace talweg
