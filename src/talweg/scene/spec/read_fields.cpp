#include "talweg/scene/spec/read_fields.hpp"

namespace talweg {

namespace {

/// Makes `value` hold that alternative of the variant which satisfies `is_meant`, and hands it to `then`.
template <class... Kinds>
void with_alternative(std::variant<Kinds...>& value, auto is_meant, auto then) {
    const auto attempt = [&]<class Kind>(std::type_identity<Kind>) {
        if (!is_meant(std::type_identity<Kind>())) return false;
        then(value.template emplace<Kind>());
        return true;
    };
    (attempt(std::type_identity<Kinds>()) || ...);
}

}  // namespace

template <class Shape>
void FieldReader::read_shape(const Json& json, const std::string& at, Shape& shape) const {
    shape.where = document_.where(at);
    with_alternative(
        shape.kind, [&]<class Kind>(std::type_identity<Kind>) { return json.at("type") == Kind::type; },
        [&](auto& kind) { read(json, at, kind); });
}

void FieldReader::read(const Json& json, const std::string& at, ShapeSpec& shape) const { read_shape(json, at, shape); }
void FieldReader::read(const Json& json, const std::string& at, SurfaceSpec& shape) const {
    read_shape(json, at, shape);
}
void FieldReader::read(const Json& json, const std::string& at, ObstacleShape& shape) const {
    read_shape(json, at, shape);
}

void FieldReader::read(const Json& json, const std::string& at, FieldSpec& field) const { read_shape(json, at, field); }

void FieldReader::read(const Json& json, const std::string& at, Selection& selection) const {
    selection.where = document_.where(at);
    with_alternative(
        selection.kind, [&]<class Kind>(std::type_identity<Kind>) { return json.contains(Kind::key); },
        [&]<class Kind>(Kind& kind) {
            const std::string inside = pointer_to(at, Kind::key);
            if constexpr (requires { kind.of; })
                read(json.at(Kind::key), inside, kind.of);
            else
                read(json.at(Kind::key), inside, kind);
        });
}

void FieldReader::read(const Json& json, const std::string& at, MotionSpec& motion) const {
    motion.where = document_.where(at);
    if (json.contains("keyframes"))
        read(json, at, motion.kind.emplace<KeyframedMotionSpec>());
    else if (json.contains("displacement"))
        read(json, at, motion.kind.emplace<CurvedMotionSpec>());
    else if (json.contains("cache"))
        read(json, at, motion.kind.emplace<CachedMotionSpec>());
    else
        read(json, at, motion.kind.emplace<SteadyMotionSpec>());
}

void FieldReader::read(const Json& json, const std::string& at, CurveSpec& curve) const {
    curve.where = document_.where(at);
    if (json.is_string())
        curve.kind = json.get<std::string>();
    else if (json.is_object())
        read(json, at, curve.kind.emplace<CurveKeysSpec>());
    else
        curve.kind = json.get<double>();
}

void FieldReader::read(const Json& json, const std::string& at, LoadSpec& load) const {
    load.where = document_.where(at);
    with_alternative(
        load.kind, [&]<class Kind>(std::type_identity<Kind>) { return json.at("type") == Kind::type; },
        [&](auto& kind) { read(json, at, kind); });
    read(json.at("select"), pointer_to(at, "select"), load.select);
}

void FieldReader::read(const Json& json, const std::string& at, ConnectionSpec& connection) const {
    with_alternative(
        connection.kind, [&]<class Kind>(std::type_identity<Kind>) { return json.at("type") == Kind::type; },
        [&](auto& kind) { read(json, at, kind); });
    read_members(json, at, connection);
}

void FieldReader::read(const Json& json, const std::string& at, ConstraintSpec& constraint) const {
    with_alternative(
        constraint.kind, [&]<class Kind>(std::type_identity<Kind>) { return json.at("type") == Kind::type; },
        [&](auto& kind) { read(json, at, kind); });
    read_members(json, at, constraint);
}

void FieldReader::read(const Json& json, const std::string& at, EnergySpec& energy) const {
    energy.where = document_.where(at);
    for (const auto& [key, value] : json.items()) {
        if (key == "type")
            energy.type = value.get<std::string>();
        else if (key == "on")
            read(value, pointer_to(at, key), energy.on);
        else
            read(value, pointer_to(at, key), energy.parameters[key]);
    }
}

void FieldReader::read(const Json& json, const std::string& at, ParameterSpec& parameter) const {
    parameter.where = document_.where(at);
    if (json.is_number())
        parameter.value = json.get<double>();
    else
        for (const auto& [key, value] : json.items()) {
            if (key == "value") read(value, pointer_to(at, key), parameter.value);
            if (key == "where") read(value, pointer_to(at, key), parameter.parts);
            if (key == "file") read(value, pointer_to(at, key), parameter.file);
        }
}

}  // namespace talweg
