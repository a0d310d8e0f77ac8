#include "talweg/run/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "talweg/energies/joint_servo.hpp"
#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"
#include "talweg/record/checkpoint.hpp"
#include "talweg/record/scene_identity.hpp"
#include "talweg/run/take_values.hpp"
#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/scene/spec/to_json.hpp"

namespace talweg {

namespace {

bool same_maps(const PointMap& a, const PointMap& b) {
    if (a.point_count() != b.point_count()) return false;
    for (int i = 0; i < a.point_count(); ++i)
        if (!std::ranges::equal(a.row(i), b.row(i), [](const NodeWeight& p, const NodeWeight& q) {
                return p.node == q.node && p.weight == q.weight;
            }))
            return false;
    return true;
}

void require_one_per_point(const Positions& values, const Model& model, const char* what) {
    if (static_cast<int>(values.size()) != model.place_count())
        throw Error(fmt::format("there are {} points, but {} {}", model.place_count(), values.size(), what));
    for (std::size_t i = 0; i < values.size(); ++i)
        for (int a = 0; a < 3; ++a)
            if (!std::isfinite(values[i][a]))
                throw Error(fmt::format("{} of point {} are not finite numbers", what, i));
}

/// Whether points can go straight from one place to another. Gone in parts, each of which leaves a tenth of every gap.
bool way_is_free(Contact& contact, Positions from, const Positions& to) {
    constexpr int most_parts = 20;
    Positions rest(from.size());
    for (int part = 0; part < most_parts; ++part) {
        for (std::size_t i = 0; i < from.size(); ++i) rest[i] = to[i] - from[i];
        const double fraction = contact.largest_safe_step(from, rest);
        if (fraction == 1.0) return true;
        for (std::size_t i = 0; i < from.size(); ++i) from[i] += fraction * rest[i];
    }
    return false;
}

/// Integrators that look back must not look behind a jump.
void forget_history(State& state) {
    state.a.clear();
    state.c_before.clear();
    state.v_before.clear();
    state.dt_before = 0.0;
    state.inner_step = 0.0;
}

}  // namespace

Simulation::Simulation(Scene scene, Completion complete) : complete_(std::move(complete)) {
    auto unpinned = build(scene);
    use(std::move(scene), std::move(unpinned), {});
    reset();
}

std::shared_ptr<World> Simulation::build(const Scene& scene) const {
    auto world = std::make_shared<World>(build_model(scene));
    if (complete_) complete_(world->model);
    return world;
}

/// The world of this scene, with these pins, from now on.
void Simulation::use(Scene scene, std::shared_ptr<World> unpinned, std::vector<Pin> pins) {
    auto world = pins.empty() ? unpinned : std::make_shared<World>(*unpinned);
    add_pins(world->model, pins, state_.c.empty() ? world->state.c : state_.c);
    StepSettings settings = step_settings(scene, world->model);
    settings.interrupted = [this] { return interrupted_ && *interrupted_ && (*interrupted_)(); };
    auto stepper = make_stepper(world->model, settings);
    balance_.emplace(world->model);
    if (world_) state_.memory = carried_over(world_->model, state_.memory, world->model);
    stepper_ = std::move(stepper);  // first: the old one refers to the old world
    world_ = std::move(world);
    unpinned_ = std::move(unpinned);
    settings_ = std::move(settings);
    scene_ = std::move(scene);
    pins_ = std::move(pins);
}

bool Simulation::step(const std::function<bool()>& interrupted) {
    interrupted_ = &interrupted;
    try {
        report_ = stepper_->step(state_);
    } catch (...) {
        interrupted_ = nullptr;
        stepper_ = make_stepper(world_->model, settings_);
        throw;
    }
    interrupted_ = nullptr;
    if (!report_.completed) return false;
    balance_->measure(world_->model, state_, report_);
    return true;
}

void Simulation::reset() {
    if (!pins_.empty()) use(scene_, unpinned_, {});
    state_ = world_->state;
    measure();
}

void Simulation::measure() {
    report_ = {};
    report_.potentials = backend().assembler().potentials(positions(world_->model, state_), state_.time, state_.memory);
    balance_->measure(world_->model, state_, report_);
}

Positions Simulation::forces() {
    const Model& model = world_->model;
    Positions f = backend().assembler().point_forces(positions(model, state_), velocities(model, state_, settings_.dt),
                                                     state_.time, state_.memory);
    f.resize(model.place_count());
    return f;
}

std::vector<Gap> Simulation::gaps() {
    Contact* contact = backend().contact();
    if (!contact) return {};
    const ContactWorld& world = *world_->model.contact;
    const Positions x = positions(world_->model, state_);
    contact->ensure_candidates(x, Positions(x.size(), Vec3::zero()));
    return gaps_below(world.rules.d_hat, world, contact->candidates(), x);
}

void Simulation::change(const std::vector<std::string>& settings) {
    Scene next = parse_scene(talweg::to_json(scene_).dump(), "the scene", ".", settings);
    auto unpinned = build(next);
    require_same_bodies(unpinned->model);
    const bool same_method = next.integrator.type == scene_.integrator.type;
    use(std::move(next), std::move(unpinned), pins_);
    if (!same_method) forget_history(state_);  // what another method left is not what this one looks back on
    state_.change_pace();
    measure();
}

void Simulation::go_on_as(Scene scene) {
    auto made = build(scene);
    const Model &now = world_->model, &next = made->model;
    if (next.place_count() != now.place_count() || next.bodies.size() != now.bodies.size())
        throw Error("this changes which points there are; make a new simulation instead");
    if (bool(next.contact) != bool(now.contact))
        throw Error("contact cannot be switched on or off on the way; make a new simulation instead");
    const Positions x = places(now, state_);
    Positions v = velocities(now, state_, settings_.dt);
    v.resize(x.size());
    State moved = made->state;
    moved.time = state_.time;
    moved.step = state_.step;
    moved.paced_time = state_.paced_time;
    moved.paced_step = state_.paced_step;
    moved.kappa = state_.kappa;
    moved.first_kappa = state_.first_kappa;
    moved.delay = state_.delay;
    moved.born = state_.born;
    moved.passed = state_.passed;
    Positions b;
    prescribed_points(next, state_.script_time(), b);
    take_nearest(next, x, b, moved.c);
    take_nearest(next, v, {}, moved.v);
    StepSettings settings = step_settings(scene, next);
    auto stepper = make_stepper(next, settings);
    stepper->backend().prescribe(moved.script_time(), moved.c);
    const Positions from = [&] {  // coordinates, which are nowhere, do not travel
        Positions all = positions(next, moved);
        std::copy(x.begin(), x.end(), all.begin());
        return all;
    }();
    if (Contact* contact = stepper->backend().contact();
        contact && !way_is_free(*contact, from, positions(next, moved)))
        throw Error("something is in the way of this change; try again when less touches");
    for (const double joules : stepper->backend().assembler().potentials(positions(next, moved), moved.time, {}))
        if (!std::isfinite(joules)) throw Error("an element would be inverted by this change; try again later");
    state_ = std::move(moved);
    state_.memory = {};
    use(std::move(scene), std::move(made), {});
    measure();
}

void Simulation::require_same_bodies(const Model& next) const {
    const Model& now = unpinned_->model;
    if (next.point_count() != now.point_count())
        throw Error("this changes which points there are, or a mesh file has changed; make a new simulation instead");
    if (!same_maps(next.map, now.map) || next.held_axes != now.held_axes)
        throw Error("this changes what is held; pin and release points instead, or make a new simulation");
    if (bool(next.contact) != bool(now.contact))
        throw Error("contact cannot be switched on or off on the way; make a new simulation instead");
    Positions b_now, b_next;
    prescribed_points(now, state_.script_time(), b_now);
    prescribed_points(next, state_.script_time(), b_next);
    Nodes c_now = state_.c, c_next = state_.c;
    prescribe_nodes(now, state_.script_time(), c_now);
    prescribe_nodes(next, state_.script_time(), c_next);
    // The dial of a motor is no place: it may be set at once, and the motor follows as it can.
    for (const auto& term : next.terms)
        if (term->name() == JointServo::name) b_now[term->points()[6]] = b_next[term->points()[6]];
    if (b_now != b_next || c_now != c_next)
        throw Error("this makes held points jump; lead pinned points instead, or make a new simulation");
}

void Simulation::set_positions(const Positions& x) {
    require_one_per_point(x, world_->model, "positions");
    State next = state_;
    take_values(world_->model, x, "positions", next.c);
    forget_history(next);
    move_to(std::move(next));
}

void Simulation::set_velocities(const Positions& v) {
    require_one_per_point(v, world_->model, "velocities");
    Nodes next = state_.v;
    take_values(world_->model, v, "velocities", next);
    state_.v = std::move(next);
    forget_history(state_);
    balance_->measure(world_->model, state_, report_);
}

void Simulation::move_to(State next) {
    const Model& model = world_->model;
    const Positions now = positions(model, state_), then = positions(model, next);
    if (Contact* contact = backend().contact(); contact && !way_is_free(*contact, now, then))
        throw Error(
            "these positions cannot be set: on the straight way there something would pass through something; go "
            "there in several moves");
    for (const double joules : backend().assembler().potentials(then, next.time, next.memory))
        if (!std::isfinite(joules))
            throw Error("these positions cannot be set: an element would be inverted, or its energy without bound");
    state_ = std::move(next);
    measure();
}

void Simulation::pin(std::span<const int> points, const Positions& targets, double seconds) {
    if (!targets.empty() && targets.size() != points.size())
        throw Error(fmt::format("there are {} points to pin, but {} targets", points.size(), targets.size()));
    if (!(seconds > 0.0) || !std::isfinite(seconds))
        throw Error("a pinned point needs a time greater than 0 s to reach its target");
    const Positions x = positions(world_->model, state_);
    std::vector<Pin> pins = pins_;
    for (std::size_t k = 0; k < points.size(); ++k) {
        const auto known = std::ranges::find(pins, points[k], &Pin::point);
        Pin& pin = known != pins.end() ? *known : pins.emplace_back();
        pin.point = points[k];
        if (pin.point >= 0 && pin.point < world_->model.place_count()) pin.from = pin.to = x[pin.point];
        if (!targets.empty()) pin.to = targets[k];
        for (int a = 0; a < 3; ++a)
            if (!std::isfinite(pin.to[a])) throw Error(fmt::format("the target of point {} is not finite", pin.point));
        pin.start = state_.script_time();
        pin.end = state_.script_time() + seconds;
    }
    if (pins.size() == pins_.size()) {  // the same points: nothing new is held
        lead_pins(world_->model, pins, state_.c);
        pins_ = std::move(pins);
    } else {
        use(scene_, unpinned_, std::move(pins));
        measure();
    }
}

void Simulation::release(std::span<const int> points) {
    std::vector<Pin> pins = pins_;
    for (const int point : points)
        if (std::erase_if(pins, [&](const Pin& pin) { return pin.point == point; }) == 0)
            throw Error(fmt::format("point {} is not pinned; what the scene holds stays held", point));
    use(scene_, unpinned_, std::move(pins));
    measure();
}

std::uint64_t Simulation::digest() const { return scene_digest(scene_, world_->model, world_->state); }

std::vector<std::byte> Simulation::snapshot() {
    RunMark mark;
    mark.scene_digest = digest();
    mark.step = static_cast<std::uint64_t>(state_.step);
    return checkpoint_bytes(mark, talweg::save(state_), backend().save());
}

void Simulation::save(const std::filesystem::path& file) { replace_file(file, snapshot(), true); }

void Simulation::load(const std::filesystem::path& file) { restore(read_checkpoint(file), file.string()); }

void Simulation::restore(std::span<const std::byte> snapshot) {
    restore(parse_checkpoint(snapshot, "the snapshot"), "the snapshot");
}

void Simulation::restore(const Checkpoint& checkpoint, const std::string& name) {
    if (checkpoint.mark.scene_digest != digest())
        throw Error(name + " is a state of another scene, or of the scene before it was changed");
    State state = restore_of(checkpoint, world_->model);
    auto stepper = make_stepper(world_->model, settings_);
    stepper->backend().restore(checkpoint.solver);
    stepper_ = std::move(stepper);
    state_ = std::move(state);
    // Saved under another length of steps, times go on from here.
    const double paced = state_.paced_time + settings_.dt * static_cast<double>(state_.step - state_.paced_step);
    if (state_.time != paced) state_.change_pace();
    measure();
}

}  // namespace talweg
