/// A small expression in the time t, such as "100*sin(2*pi*t)": what scenes write where a number may change. Those of a
/// field, such as wind, may also name the place: x, y, z.
///
/// Numbers, t (s), x, y, z (m), pi, + − * / ^, parentheses, and sin cos tan exp log sqrt abs floor step (0 before 0,
/// then 1) min max. ^ binds before the sign and from the right: −2^2 = −4, 2^3^2 = 512. Angles are radians.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

/// What an expression may depend on.
enum class Variables : std::uint8_t { time, time_and_place };

class Expression {
public:
    /// Throws Error that names the column of what is wrong.
    explicit Expression(std::string_view text, Variables known = Variables::time);

    double operator()(double t, const Vec3& place = Vec3::zero()) const;
    /// Whether it is not the same everywhere.
    bool depends_on_place() const;
    const std::string& text() const { return text_; }

    bool operator==(const Expression& other) const { return text_ == other.text_; }

    /// One operation on a stack of numbers; the expression is a list of them.
    struct Operation {
        enum Kind : std::uint8_t { number, time, place, negate, add, subtract, multiply, divide, power, function } kind;
        std::uint8_t which = 0;  // of the functions; of a place, the axis
        double value = 0.0;      // of a number
    };

private:
    std::string text_;
    std::vector<Operation> operations_;
};

}  // namespace talweg
