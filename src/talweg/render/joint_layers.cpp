#include "talweg/render/joint_layers.hpp"

#include <cmath>

namespace talweg {

std::vector<Layer> joint_layers(const std::vector<JointMark>& joints, const std::vector<Vec3>& x,
                                const std::function<Vec2(const Vec3&)>& pixel, const Theme& theme, double scale) {
    Layer lines, rims, marks;
    const auto seen = [](const Vec2& at) { return std::isfinite(at[0]) && std::isfinite(at[1]); };
    for (const JointMark& joint : joints) {
        for (const auto& [from, to] : joint.lines) {
            const Vec2 a = pixel(from.now(x)), b = pixel(to.now(x));
            if (seen(a) && seen(b)) lines.shapes.push_back(line(a, b, 2.6 * scale, theme.joint, theme.joint));
        }
        for (const JointMark::Place& dot : joint.dots) {
            const Vec2 at = pixel(dot.now(x));
            if (!seen(at)) continue;
            const auto shape = joint.type == "fixed" ? diamond : disc;
            rims.shapes.push_back(shape(at, 11.0 * scale, theme.rim));
            marks.shapes.push_back(shape(at, 8.0 * scale, theme.joint));
        }
    }
    return {lines, rims, marks};
}

}  // namespace talweg
