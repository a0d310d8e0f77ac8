/// A number that a run must reproduce.
#pragma once
#include <optional>
#include <string>

#include "talweg/math/matrix.hpp"
#include "talweg/scene/text/fields.hpp"
#include "talweg/scene/text/where.hpp"

namespace talweg {

enum class Compare { near, at_most, at_least };
inline constexpr const char* compare_names[] = {"near", "at_most", "at_least"};
template <>
inline constexpr const char* const* names<Compare> = compare_names;

/// Which of the optional members a measure has, the schema says.
struct Expectation {
    std::string measure;  // position, center, distance, momentum, reaction, series, energy, newton_iterations
    int frame = 0;
    std::optional<std::string> body;
    std::optional<int> point;                // within the body
    std::optional<std::string> axis;         // "x", "y", "z"; of momenta and reactions also "turn_x"…
    std::optional<Vec3> from;                // m
    std::optional<std::string> name;         // of an energy, or of a series
    std::optional<std::string> column = {};  // of the series
    double value = 0.0;
    double tolerance = 0.0;
    Compare compare = Compare::near;
    Where where;

    /// Whether a measured number is as expected; NaN never is.
    bool met_by(double measured) const {
        if (compare == Compare::at_most) return measured <= value + tolerance;
        if (compare == Compare::at_least) return measured >= value - tolerance;
        return measured >= value - tolerance && measured <= value + tolerance;
    }

    bool operator==(const Expectation&) const = default;
    static void fields(auto& self, auto&& field) {
        field("measure", self.measure);
        field("frame", self.frame);
        field("body", self.body);
        field("point", self.point);
        field("axis", self.axis);
        field("from", self.from);
        field("name", self.name);
        field("column", self.column);
        field("value", self.value);
        field("tolerance", self.tolerance);
        field("compare", self.compare);
    }
};

}  // namespace talweg
