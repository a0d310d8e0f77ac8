/// An expression of time, place and velocity, such as "2*vz - x": what a field does to a point that moves.
///
/// As expression.hpp has it, with x, y, z (m) and vx, vy, vz (m/s).
#pragma once
#include "talweg/math/expression.hpp"

namespace talweg {

class MotionExpression {
public:
    /// Throws Error that names the column of what is wrong.
    explicit MotionExpression(std::string_view text);

    double operator()(double t, const Vec3& place, const Vec3& velocity) const;
    bool depends_on_velocity() const;
    const std::string& text() const { return text_; }

private:
    std::string text_;
    std::vector<Expression::Operation> operations_;
};

}  // namespace talweg
