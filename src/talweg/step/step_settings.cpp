#include "talweg/step/step_settings.hpp"

#include <algorithm>

namespace talweg {

double default_tolerance(const Model& model, double dt) {
    const double size = model.diagonal > 0.0 ? model.diagonal : 1.0;
    const double g = norm(model.gravity);
    return std::min(1e-5 * (g > 0.0 ? g : size) * dt, 1e-6 * size / dt);
}

}  // namespace talweg
