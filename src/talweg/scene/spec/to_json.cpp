#include "talweg/scene/spec/to_json.hpp"

namespace talweg {

namespace {

Json written(bool value) { return value; }
Json written(int value) { return value; }
Json written(double value) { return value; }
Json written(const std::string& value) { return value; }

template <int N>
Json written(const Vector<double, N>& value) {
    return std::vector<double>(value.data, value.data + N);
}
template <std::size_t N>
Json written(const std::array<int, N>& value) {
    return value;
}
template <HasNames Enum>
Json written(Enum value) {
    return names<Enum>[static_cast<int>(value)];
}
template <class... Others>
Json written(const ShapeAmong<Others...>& shape);
Json written(const ObstacleShape& shape);
Json written(const FieldSpec& field);
Json written(const Selection& selection);
Json written(const MotionSpec& motion);
Json written(const CurveSpec& curve);
Json written(const LoadSpec& load);
Json written(const ConnectionSpec& connection);
Json written(const ConstraintSpec& constraint);
Json written(const EnergySpec& energy);
Json written(const ParameterSpec& parameter);
template <HasFields Spec>
Json written(const Spec& spec);

template <class T>
Json written(const std::vector<T>& list) {
    Json json = Json::array();
    for (const T& entry : list) json.push_back(written(entry));
    return json;
}
template <std::size_t N>
Json written(const std::array<CurveSpec, N>& list) {
    Json json = Json::array();
    for (const CurveSpec& entry : list) json.push_back(written(entry));
    return json;
}
template <class T>
Json written(const std::map<std::string, T>& members) {
    Json json = Json::object();
    for (const auto& [key, member] : members) json[key] = written(member);
    return json;
}

template <class T>
void put(Json& json, const char* key, const T& field) {
    json[key] = written(field);
}
template <class T>
void put(Json& json, const char* key, const std::optional<T>& field) {
    if (field) json[key] = written(*field);
}

template <HasFields Spec>
Json written(const Spec& spec) {
    Json json = Json::object();
    Spec::fields(spec, [&](const char* key, const auto& field) { put(json, key, field); });
    return json;
}

Json written_shape(const auto& kind) {
    return std::visit(
        []<class Kind>(const Kind& shape) {
            Json json = {{"type", Kind::type}};
            json.update(written(shape));
            return json;
        },
        kind);
}
template <class... Others>
Json written(const ShapeAmong<Others...>& shape) {
    return written_shape(shape.kind);
}
Json written(const ObstacleShape& shape) { return written_shape(shape.kind); }
Json written(const FieldSpec& field) { return written_shape(field.kind); }

Json written(const Selection& selection) {
    return std::visit(
        []<class Kind>(const Kind& kind) {
            Json json = Json::object();
            if constexpr (std::is_same_v<Kind, Selection::Not>)
                json[Kind::key] = written(kind.of.front());
            else if constexpr (requires { kind.of; })
                json[Kind::key] = written(kind.of);
            else
                json[Kind::key] = written(kind);
            return json;
        },
        selection.kind);
}

Json written(const MotionSpec& motion) {
    return std::visit([](const auto& kind) { return written(kind); }, motion.kind);
}

Json written(const CurveSpec& curve) {
    return std::visit([](const auto& kind) { return written(kind); }, curve.kind);
}

Json written(const LoadSpec& load) {
    Json json = std::visit(
        []<class Kind>(const Kind& kind) {
            Json object = {{"type", Kind::type}};
            object.update(written(kind));
            return object;
        },
        load.kind);
    json["select"] = written(load.select);
    return json;
}

Json written(const ConnectionSpec& connection) {
    Json json = written_shape(connection.kind);
    ConnectionSpec::fields(connection, [&](const char* key, const auto& field) { put(json, key, field); });
    return json;
}

Json written(const ConstraintSpec& constraint) {
    Json json = written_shape(constraint.kind);
    ConstraintSpec::fields(constraint, [&](const char* key, const auto& field) { put(json, key, field); });
    return json;
}

Json written(const ParameterSpec& parameter) {
    if (parameter.uniform()) return parameter.value.value();
    if (parameter.file) return {{"file", *parameter.file}};
    return {{"value", parameter.value.value()}, {"where", written(parameter.parts)}};
}

Json written(const EnergySpec& energy) {
    Json json = {{"type", energy.type}};
    if (!energy.on.empty()) json["on"] = energy.on;
    for (const auto& [name, value] : energy.parameters) json[name] = written(value);
    return json;
}

}  // namespace

Json to_json(const Scene& scene) { return written(scene); }

}  // namespace talweg
