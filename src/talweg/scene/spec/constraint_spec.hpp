/// Linear constraints on a body's points, as scenes write them: averages, planes and lines to slide along, borders that
/// repeat one another, and weighted sums.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "talweg/scene/spec/curve_spec.hpp"
#include "talweg/scene/spec/selection.hpp"

namespace talweg {

struct ConstraintSpec {
    struct Average {  // the mean place of points
        static constexpr const char* type = "average";
        Selection select;
        std::string axes;               // "x" … "xyz"
        std::array<CurveSpec, 3> move;  // m, from where it starts
        bool operator==(const Average&) const = default;
        static void fields(auto& self, auto&& field) {
            field("select", self.select);
            field("axes", self.axes);
            field("move", self.move);
        }
    };
    struct Plane {  // each point in a plane of its own
        static constexpr const char* type = "plane";
        Selection select;
        Vec3 normal;
        CurveSpec move;  // m, along the normal
        bool operator==(const Plane&) const = default;
        static void fields(auto& self, auto&& field) {
            field("select", self.select);
            field("normal", self.normal);
            field("move", self.move);
        }
    };
    struct Line {  // each point on a line of its own
        static constexpr const char* type = "line";
        Selection select;
        Vec3 direction;
        bool operator==(const Line&) const = default;
        static void fields(auto& self, auto&& field) {
            field("select", self.select);
            field("direction", self.direction);
        }
    };
    struct Periodic {  // one border moves as the other, but for what pulls them apart
        static constexpr const char* type = "periodic";
        Selection first, second;
        std::array<CurveSpec, 3> move;  // m: of the second against the first
        bool operator==(const Periodic&) const = default;
        static void fields(auto& self, auto&& field) {
            field("first", self.first);
            field("second", self.second);
            field("move", self.move);
        }
    };
    struct Sum {  // Σ weight · direction · place
        static constexpr const char* type = "sum";
        std::vector<int> points;
        std::vector<double> weights;
        Vec3 direction;
        CurveSpec move;  // what it gains
        bool operator==(const Sum&) const = default;
        static void fields(auto& self, auto&& field) {
            field("points", self.points);
            field("weights", self.weights);
            field("direction", self.direction);
            field("move", self.move);
        }
    };

    std::optional<std::string> name;  // none: its type and number
    std::variant<Average, Plane, Line, Periodic, Sum> kind;
    Where where;

    bool operator==(const ConstraintSpec&) const = default;
    static void fields(auto& self, auto&& field) { field("name", self.name); }
};

}  // namespace talweg
