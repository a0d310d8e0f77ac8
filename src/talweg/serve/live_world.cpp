#include "talweg/serve/live_world.hpp"

#include <chrono>

#include "talweg/math/error.hpp"
#include "talweg/scene/read_scene.hpp"
#include "talweg/scene/to_json.hpp"
#include "talweg/serve/frame_packet.hpp"

namespace talweg {

LiveWorld::LiveWorld(const Scene& scene, std::filesystem::path folder)
    : scene_(scene), folder_(std::move(folder)), knobs_(list_knobs(scene)), turned_(knobs_.size()) {
    rebuild(scene);
    reset();
}

/// A new model for the bodies as they are: the hands keep their hold.
void LiveWorld::rebuild(const Scene& scene) {
    auto world = std::make_unique<World>(build_model(scene));
    const int points = world->model.point_count();
    if (!grip_) grip_ = std::make_shared<Grip>(points);
    if (grip_->element_count() != points) throw Error("a mesh file has changed while the scene was running");
    world->model.terms.push_back(grip_);
    const StepSettings settings = step_settings(scene, world->model);
    auto stepper = make_stepper(world->model, settings);
    settings_ = settings;
    balance_.emplace(world->model);
    stepper_ = std::move(stepper);  // first: the old one refers to the old world
    world_ = std::move(world);
}

bool LiveWorld::step() {
    const auto start = std::chrono::steady_clock::now();
    report_ = stepper_->step(state_);
    wall_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!report_.completed) return false;
    // Steppers take the time for a multiple of the step, which may have had another length.
    state_.time = paced_from_.time + settings_.dt * static_cast<double>(state_.step - paced_from_.step);
    balance_->measure(world_->model, state_, report_);
    return true;
}

void LiveWorld::reset() {
    state_ = world_->state;
    paced_from_ = {};
    measure_start();
}

void LiveWorld::measure_start() {
    report_ = {};
    report_.potentials = stepper_->backend().assembler().potentials(positions(world_->model, state_), state_.time);
    wall_seconds_ = 0.0;
    balance_->measure(world_->model, state_, report_);
}

void LiveWorld::turn(const std::vector<std::pair<int, double>>& values) {
    std::vector<std::string> turned = turned_;
    for (const auto& [knob, value] : values) turned.at(knob) = setting(knobs_[knob], value);
    std::vector<std::string> settings = turned;
    std::erase(settings, "");
    rebuild(parse_scene(to_json(scene_).dump(), "the scene", folder_, settings));
    turned_ = std::move(turned);
    for (const auto& [knob, value] : values) knobs_[knob].value = value;
    paced_from_ = {state_.time, state_.step};
    report_.potentials = stepper_->backend().assembler().potentials(positions(world_->model, state_), state_.time);
    balance_->measure(world_->model, state_, report_);
}

void LiveWorld::pull(std::uint64_t hand, int point, const Vec3& target) {
    const Model& model = world_->model;
    if (point < 0 || point >= model.point_count() || model.map.row(point).empty()) return;
    for (const Body& body : model.bodies)
        if (point >= body.first_point && point < body.first_point + body.point_count)
            grip_->pull(hand, point, target, stiffness_for(body, point));
}

/// Explicit schemes hold only springs that are soft against the mass at their ends.
double LiveWorld::stiffness_for(const Body& body, int point) const {
    const double wanted = grip_stiffness(body);
    for (const IntegratorEntry& entry : list_integrators())
        if (entry.name == settings_.integrator && !entry.is_explicit) return wanted;
    const double mass = world_->model.mass.diagonal[world_->model.map.row(point)[0].node];
    return std::min(wanted, 0.1 * mass / (settings_.dt * settings_.dt));
}

std::vector<std::string> LiveWorld::columns() const {
    std::vector<std::string> names = {"step", "time", "newton_iterations", "residual", "kinetic"};
    names.insert(names.end(), balance_->names.begin(), balance_->names.end());
    names.insert(names.end(), {"total", "wall_ms"});
    return names;
}

Packet LiveWorld::packet() const {
    std::vector<double> row = {static_cast<double>(state_.step), state_.time,
                               static_cast<double>(report_.iterations.size()), report_.residual, balance_->kinetic};
    row.insert(row.end(), balance_->potentials.begin(), balance_->potentials.end());
    row.insert(row.end(), {balance_->total, 1e3 * wall_seconds_});
    return frame_packet(positions(world_->model, state_), row);
}

}  // namespace talweg
