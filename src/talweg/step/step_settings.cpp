#include "talweg/step/step_settings.hpp"

#include <algorithm>

namespace talweg {

double default_tolerance(const Model& model, double dt) {
    const double size = model.diagonal > 0.0 ? model.diagonal : 1.0;
    const double g = norm(model.gravity);
    return 0.01 * std::min((g > 0.0 ? g : size) * dt, size);
}

}  // namespace talweg
