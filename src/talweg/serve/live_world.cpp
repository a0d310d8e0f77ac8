#include "talweg/serve/live_world.hpp"

#include <chrono>

#include "talweg/model/point_masses.hpp"
#include "talweg/serve/frame_packet.hpp"
#include "talweg/step/driven_stepper.hpp"

namespace talweg {

LiveWorld::LiveWorld(const Scene& scene)
    : scene_(scene), knobs_(list_knobs(scene)), simulation_(scene, [this](Model& model) {
          if (!grip_) grip_ = std::make_shared<Grip>(model.point_count());
          if (model.shown) {  // hands reach for what is only looked at elsewhere
              model.map = *model.shown;
              model.shown = nullptr;
          }
          model.terms.push_back(grip_);
      }) {
    fields_.emplace(simulation_.world());
}

bool LiveWorld::step() {
    const auto start = std::chrono::steady_clock::now();
    const bool taken = simulation_.step();
    wall_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (taken) contact_ = simulation_.report().contact;
    return taken;
}

void LiveWorld::reset() {
    simulation_.reset();
    contact_ = {};
    wall_seconds_ = 0.0;
}

void LiveWorld::turn(const std::vector<std::pair<int, double>>& values) {
    std::vector<std::string> settings;
    for (const auto& [knob, value] : values) settings.push_back(setting(knobs_.at(knob), value));
    simulation_.change(settings);
    for (const auto& [knob, value] : values) knobs_[knob].value = value;
}

void LiveWorld::pull(std::uint64_t hand, int point, const Vec3& target) {
    const Model& model = simulation_.model();
    if (point < 0 || point >= model.place_count() || model.map.row(point).empty()) return;
    for (const Body& body : model.bodies)
        if (point >= body.first_point && point < body.first_point + body.point_count)
            grip_->pull(hand, point, target, stiffness_for(body, point));
}

/// Explicit schemes hold only springs that are soft against the mass at their ends.
double LiveWorld::stiffness_for(const Body& body, int point) const {
    const double wanted = grip_stiffness(body);
    for (const IntegratorEntry& entry : list_integrators())
        if (entry.name == simulation_.settings().integrator && !entry.is_explicit) return wanted;
    const double mass = point_masses(model())[point];
    return std::min(wanted, 0.1 * mass / (step_seconds() * step_seconds()));
}

std::vector<std::string> LiveWorld::columns() const {
    std::vector<std::string> names = {"step", "time", "newton_iterations", "residual", "kinetic"};
    const EnergyBalance& energies = simulation_.energies();
    names.insert(names.end(), energies.names.begin(), energies.names.end());
    names.insert(names.end(), {"total", "wall_ms"});
    return names;
}

Packet LiveWorld::packet(const Subscription& subscription) {
    const EnergyBalance& energies = simulation_.energies();
    std::vector<double> row = {static_cast<double>(state().step), state().time,
                               static_cast<double>(last_report().iterations.size()), last_report().residual,
                               energies.kinetic};
    row.insert(row.end(), energies.potentials.begin(), energies.potentials.end());
    row.insert(row.end(), {energies.total, 1e3 * wall_seconds_});
    const Positions x = places(model(), state());
    std::string parts;
    if (subscription.contact) append_contact_part(parts, contact_);
    if (subscription.field >= 0 && subscription.field < static_cast<int>(fields().size())) {
        if (fields_->world() != simulation_.world().get()) fields_.emplace(simulation_.world());
        append_field_part(parts, subscription.field, fields_->values(subscription.field, x));
    }
    const std::vector<double> age = ages(model(), state());
    if (age.empty()) return frame_packet(x, row, parts);
    Positions there = x;  // pages draw nothing that is nowhere
    constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < there.size(); ++i)
        if (age[i] < 0.0) there[i] = {nowhere, nowhere, nowhere};
    return frame_packet(there, row, parts);
}

}  // namespace talweg
