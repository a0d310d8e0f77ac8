/// A choice of a body's points, made on rest positions as placed in the world. Borders belong to it.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "talweg/math/matrix.hpp"
#include "talweg/scene/text/where.hpp"

namespace talweg {

/// Each kind of selection is written as one key, `key`; its value holds the fields, or is the single member `of`.
struct Selection {
    struct Box {
        static constexpr const char* key = "box";
        Vec3 min, max;
        bool operator==(const Box&) const = default;
        static void fields(auto& self, auto&& field) {
            field("min", self.min);
            field("max", self.max);
        }
    };
    struct Sphere {
        static constexpr const char* key = "sphere";
        Vec3 center;
        double radius;
        bool operator==(const Sphere&) const = default;
        static void fields(auto& self, auto&& field) {
            field("center", self.center);
            field("radius", self.radius);
        }
    };
    struct Plane {  // the side the normal points to
        static constexpr const char* key = "plane";
        Vec3 point, normal;
        bool operator==(const Plane&) const = default;
        static void fields(auto& self, auto&& field) {
            field("point", self.point);
            field("normal", self.normal);
        }
    };
    struct Path {  // near a line of straight pieces
        static constexpr const char* key = "path";
        std::vector<Vec3> points;
        double distance;
        bool operator==(const Path&) const = default;
        static void fields(auto& self, auto&& field) {
            field("points", self.points);
            field("distance", self.distance);
        }
    };
    struct Group {
        static constexpr const char* key = "group";
        std::string of;
        bool operator==(const Group&) const = default;
    };
    struct Indices {
        static constexpr const char* key = "indices";
        std::vector<int> of;
        bool operator==(const Indices&) const = default;
    };
    struct All {
        static constexpr const char* key = "all";
        bool of;  // true
        bool operator==(const All&) const = default;
    };
    struct Any {
        static constexpr const char* key = "any";
        std::vector<Selection> of;
        bool operator==(const Any&) const = default;
    };
    struct Every {
        static constexpr const char* key = "every";
        std::vector<Selection> of;
        bool operator==(const Every&) const = default;
    };
    struct Not {
        static constexpr const char* key = "not";
        std::vector<Selection> of;  // one
        bool operator==(const Not&) const = default;
    };

    std::variant<Indices, All, Box, Sphere, Plane, Path, Group, Any, Every, Not> kind;
    Where where;

    bool operator==(const Selection&) const = default;
};

}  // namespace talweg
