#include "talweg/step/diverged.hpp"

#include <algorithm>

#include "talweg/step/accept.hpp"

namespace talweg {

Bounds::Bounds(const Model& model) : farthest(model.diagonal > 0.0 ? model.diagonal : 1.0) {
    for (int i = 0; i < model.place_count(); ++i) farthest = std::max(farthest, norm(model.rest[i]));
    farthest *= 1e6;
}

bool Bounds::hold(const State& state) const {
    const auto inside = [this](const Vec3& c) { return norm(c) <= farthest; };
    const auto finite = [](const Vec3& v) { return std::isfinite(norm(v)); };
    return std::all_of(state.c.begin(), state.c.end(), inside) && std::all_of(state.v.begin(), state.v.end(), finite);
}

bool is_too_far(const Model& model, const State& state, StepReport& report) {
    if (!model.contact) return false;
    double far = 0.0;
    for (const Vec3& c : state.c) far = std::max({far, std::fabs(c[0]), std::fabs(c[1]), std::fabs(c[2])});
    if (far * 0x1p-52 <= coarsest_digit * model.contact->rules.d_hat) return false;
    report.stop = Stop::too_far;
    report.advice =
        "something has gone so far from the origin that the last digit of its coordinates is no longer small beside "
        "contact.distance; let the motion end earlier, or bring the scene nearer to the origin";
    return true;
}

void finish_step(const StepSettings& settings, const Bounds& bounds, State next, State& state, StepReport& report) {
    if (!bounds.hold(next)) {
        report.stop = Stop::diverged;
        report.advice = "the motion has left a million times the scene's size; the integrator \"" +
                        settings.integrator +
                        "\" is not stable at this time step: choose a smaller one, or implicit_euler";
        return;
    }
    accept(std::move(next), settings.dt, state, report);
}

}  // namespace talweg
