/// From JSON to the structs of scene.hpp, by their lists of fields. The JSON is valid and has its defaults filled in.
#pragma once
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "talweg/scene/spec/scene.hpp"
#include "talweg/scene/text/document.hpp"
#include "talweg/scene/text/json_path.hpp"

namespace talweg {

class FieldReader {
public:
    explicit FieldReader(const Document& document) : document_(document) {}

    template <class Number>
    requires std::is_arithmetic_v<Number>
    void read(const Json& json, const std::string&, Number& value) const {
        value = json.is_boolean() ? static_cast<Number>(json.get<bool>()) : json.get<Number>();  // all, or nothing
    }
    void read(const Json& json, const std::string&, std::string& value) const { value = json.get<std::string>(); }

    /// A single number stands for all components.
    template <int N>
    void read(const Json& json, const std::string&, Vector<double, N>& value) const {
        for (int i = 0; i < N; ++i) value[i] = json.is_number() ? json.get<double>() : json[i].get<double>();
    }
    template <std::size_t N>
    void read(const Json& json, const std::string&, std::array<int, N>& value) const {
        for (std::size_t i = 0; i < N; ++i) value[i] = json[i].get<int>();
    }
    template <std::size_t N>
    void read(const Json& json, const std::string& at, std::array<CurveSpec, N>& value) const {
        for (std::size_t i = 0; i < N; ++i) read(json[i], pointer_to(at, i), value[i]);
    }
    template <HasNames Enum>
    void read(const Json& json, const std::string&, Enum& value) const {
        int index = 0;
        while (json != names<Enum>[index]) ++index;
        value = static_cast<Enum>(index);
    }
    template <class T>
    void read(const Json& json, const std::string& at, std::optional<T>& value) const {
        read(json, at, value.emplace());
    }
    /// A single entry may stand without its list.
    template <class T>
    void read(const Json& json, const std::string& at, std::vector<T>& value) const {
        if (!json.is_array()) return read(json, at, value.emplace_back());
        value.resize(json.size());
        for (std::size_t i = 0; i < json.size(); ++i) read(json[i], pointer_to(at, i), value[i]);
    }
    template <class T>
    void read(const Json& json, const std::string& at, std::map<std::string, T>& value) const {
        for (const auto& [key, member] : json.items()) read(member, pointer_to(at, key), value[key]);
    }

    void read(const Json& json, const std::string& at, ShapeSpec& shape) const;
    void read(const Json& json, const std::string& at, SurfaceSpec& shape) const;
    void read(const Json& json, const std::string& at, ObstacleShape& shape) const;
    void read(const Json& json, const std::string& at, FieldSpec& field) const;
    void read(const Json& json, const std::string& at, Selection& selection) const;
    void read(const Json& json, const std::string& at, MotionSpec& motion) const;
    void read(const Json& json, const std::string& at, CurveSpec& curve) const;
    void read(const Json& json, const std::string& at, LoadSpec& load) const;
    void read(const Json& json, const std::string& at, EnergySpec& energy) const;
    void read(const Json& json, const std::string& at, ConnectionSpec& connection) const;
    void read(const Json& json, const std::string& at, ConstraintSpec& constraint) const;
    void read(const Json& json, const std::string& at, ParameterSpec& parameter) const;

    template <HasFields Spec>
    void read(const Json& json, const std::string& at, Spec& spec) const {
        read_members(json, at, spec);
    }

private:
    template <class Spec>
    void read_members(const Json& json, const std::string& at, Spec& spec) const {
        if constexpr (requires { spec.where; }) spec.where = document_.where(at);
        Spec::fields(spec, [&](const char* key, auto& field) {
            if (const auto found = json.find(key); found != json.end()) read(*found, pointer_to(at, key), field);
        });
    }
    template <class Shape>
    void read_shape(const Json& json, const std::string& at, Shape& shape) const;

    const Document& document_;
};

}  // namespace talweg
