#include "talweg/serve/live_simulation.hpp"

#include <algorithm>

#include "talweg/math/error.hpp"
#include "talweg/record/looks.hpp"
#include "talweg/record/topology.hpp"
#include "talweg/report/scene_units.hpp"
#include "talweg/scene/spec/to_json.hpp"

namespace talweg {

namespace {

constexpr std::size_t most_requests = 10'000;  // waiting; a step may take long, memory shall not grow with it
constexpr double least_strength = 1e-3, most_strength = 1e3;
constexpr auto between_frames = std::chrono::milliseconds(16);
constexpr auto most_delay = std::chrono::milliseconds(100);

std::string fields_text(const LiveWorld& world) {
    Json list = Json::array();
    for (const LiveFields::Field& field : world.fields()) list.push_back({{"name", field.name}, {"unit", field.unit}});
    return list.dump();
}

std::string integrators_text() {
    Json list = Json::array();
    for (const IntegratorEntry& entry : list_integrators()) list.push_back(entry.name);
    return list.dump();
}

std::string handles_text(const LiveWorld& world) {
    Json list = Json::array();
    for (const LiveWorld::Handle& handle : world.handles())
        list.push_back({{"body", handle.body}, {"name", handle.name}, {"bone", handle.bone}});
    return list.dump();
}

std::string lead_text(const LiveWorld& world) {
    return world.lead() ? lead_names[static_cast<int>(*world.lead())] : "";
}

std::string hello_text(const LiveWorld& world) {
    const Json scene = to_json(world.scene());
    return "{\"kind\": \"hello\", \"live\": true, \"scene\": " + scene.dump() +
           ", \"units\": " + scene_units(scene).dump() +
           ", \"topology\": " + drawn_topology(topology_text(world.model().bodies, {}, world.joints())) +
           ", \"looks\": " + looks_text(world.looks()) + ", \"columns\": " + Json(world.columns()).dump() +
           ", \"knobs\": " + to_json(world.knobs()).dump() + ", \"fields\": " + fields_text(world) +
           ", \"integrators\": " + integrators_text() + ", \"handles\": " + handles_text(world) +
           ", \"contact\": " + (world.model().contact ? "true" : "false") + "}";
}

}  // namespace

LiveSimulation::LiveSimulation(const Scene& scene) : world_(scene), hello_(hello_text(world_)) {
    for (const Knob& knob : world_.knobs()) status_.knobs.push_back(knob.value);
    status_.integrator = world_.integrator();
    status_.lead = lead_text(world_);
    status_text_.version = 1;
}

void LiveSimulation::start(bool running) {
    running_ = status_.running = running;
    due_ = next_publication_ = Clock::now();
    worker_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

StatusText LiveSimulation::status() {
    const std::lock_guard lock(mutex_);
    if (!status_text_.text) {
        const Json json = {{"kind", "status"},
                           {"running", status_.running},
                           {"speed", status_.speed},
                           {"knobs", status_.knobs},
                           {"problem", status_.problem},
                           {"ignored", status_.ignored},
                           {"strength", status_.strength},
                           {"integrator", status_.integrator},
                           {"lead", status_.lead},
                           {"pinned", status_.pinned}};
        status_text_.text = std::make_shared<std::string>(json.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
    return status_text_;
}

Packet LiveSimulation::next_frame(std::uint64_t viewer, std::uint64_t& cursor) {
    const std::lock_guard lock(mutex_);
    if (cursor == frame_number_) return nullptr;
    cursor = frame_number_;
    const auto subscription = subscriptions_.find(viewer);
    const auto frame = frames_.find(subscription == subscriptions_.end() ? Subscription{} : subscription->second);
    // A subscription of this very moment is in the next frame.
    return frame == frames_.end() ? frames_.at({}) : frame->second;
}

bool LiveSimulation::handle(std::uint64_t viewer, std::string_view message) {
    const std::optional<Command> command = parse_command(message);
    if (!command) return false;
    const std::lock_guard lock(mutex_);
    if (requests_.size() >= most_requests) return false;
    requests_.push_back({viewer, *command});
    wake_.notify_one();
    return true;
}

void LiveSimulation::left(std::uint64_t viewer) {
    const std::lock_guard lock(mutex_);
    requests_.push_back({viewer, {}});
    wake_.notify_one();
}

void LiveSimulation::count_ignored(std::uint64_t messages) {
    const std::lock_guard lock(mutex_);
    status_.ignored = messages;
    status_text_ = {status_text_.version + 1, nullptr};
}

template <class Change>
void LiveSimulation::announce(const Change& change) {
    {
        const std::lock_guard lock(mutex_);
        change(status_);
        status_text_ = {status_text_.version + 1, nullptr};
    }
    on_news();
}

void LiveSimulation::publish() {
    std::map<Subscription, Packet> frames = {{Subscription{}, world_.packet()}};
    for (const auto& [viewer, subscription] : subscriptions_)
        if (!frames.contains(subscription)) frames[subscription] = world_.packet(subscription);
    {
        const std::lock_guard lock(mutex_);
        frames_ = std::move(frames);
        ++frame_number_;
    }
    on_news();
}

void LiveSimulation::work(const std::stop_token& stop) {
    publish();
    while (!stop.stop_requested()) {
        apply(wait_for_work(stop));
        const bool its_time = running_ ? Clock::now() >= due_ : single_steps_ > 0;
        if (its_time && !stop.stop_requested()) take_step();
    }
}

std::vector<LiveSimulation::Request> LiveSimulation::wait_for_work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    const auto asked = [this] { return !requests_.empty(); };
    if (running_)
        wake_.wait_until(lock, stop, due_, asked);
    else if (single_steps_ == 0)
        wake_.wait(lock, stop, asked);
    return std::exchange(requests_, {});
}

void LiveSimulation::apply(const std::vector<Request>& requests) {
    std::vector<std::pair<int, double>> turns;  // many turns between two steps: one new model
    for (const auto& [viewer, wanted] : requests) {
        if (!wanted) {
            forget(viewer);
            continue;
        }
        const Command& command = *wanted;
        if (const auto* subscription = std::get_if<Subscription>(&command)) apply(viewer, *subscription);
        if (const auto* order = std::get_if<Order>(&command)) apply(viewer, *order);
        if (const auto* drag = std::get_if<DragTo>(&command)) world_.pull(viewer, drag->point, drag->target);
        if (const auto* turn = std::get_if<TurnKnob>(&command)) turns.emplace_back(turn->knob, turn->value);
        if (const auto* set = std::get_if<SetSpeed>(&command)) {
            speed_ = std::clamp(set->factor, 1e-3, 1e3);
            announce([this](Status& status) { status.speed = speed_; });
        }
        if (const auto* set = std::get_if<SetStrength>(&command)) {
            world_.set_strength(std::clamp(set->factor, least_strength, most_strength));
            announce([this](Status& status) { status.strength = world_.strength(); });
        }
        if (const auto* pin = std::get_if<PinPoint>(&command)) apply(*pin);
        if (const auto* use = std::get_if<UseIntegrator>(&command)) apply(*use);
        if (const auto* pose = std::get_if<PoseHandle>(&command)) apply(*pose);
        if (const auto* use = std::get_if<UseLead>(&command)) attempt([&] { world_.use_lead(use->lead); });
    }
    if (!turns.empty()) turn_knobs(turns);
}

void LiveSimulation::apply(std::uint64_t viewer, Order order) {
    if (order == Order::release) return world_.release(viewer);
    if (order == Order::step) ++single_steps_;
    if (order == Order::reset) world_.reset();
    if (order == Order::run) due_ = Clock::now();
    running_ = order == Order::run || (order == Order::reset && running_);
    if (running_) single_steps_ = 0;
    announce([this](Status& status) {
        status.running = running_;
        status.pinned = world_.pinned();
        status.problem.clear();
    });
    if (order != Order::run) publish();
}

void LiveSimulation::apply(std::uint64_t viewer, const Subscription& subscription) {
    {
        const std::lock_guard lock(mutex_);
        subscriptions_[viewer] = subscription;
    }
    publish();
}

void LiveSimulation::forget(std::uint64_t viewer) {
    world_.release(viewer);
    const std::lock_guard lock(mutex_);
    subscriptions_.erase(viewer);
}

void LiveSimulation::turn_knobs(const std::vector<std::pair<int, double>>& turns) {
    const auto& knobs = world_.knobs();
    std::vector<std::pair<int, double>> possible;
    for (const auto& [knob, value] : turns)
        if (knob < static_cast<int>(knobs.size()))
            possible.emplace_back(knob, std::clamp(value, knobs[knob].low, knobs[knob].high));
    attempt([&] { world_.turn(possible); });
}

void LiveSimulation::apply(const PinPoint& pin) {
    attempt([&] { pin.held ? world_.pin(pin.point) : world_.unpin(pin.point); });
}

void LiveSimulation::apply(const UseIntegrator& use) {
    attempt([&] { world_.use_integrator(use.name); });
}

void LiveSimulation::apply(const PoseHandle& pose) { world_.pose(pose.handle, pose.move, pose.turn); }

template <class Change>
void LiveSimulation::attempt(const Change& change) {
    std::string problem;
    try {
        change();
    } catch (const Error& error) {
        problem = error.what();
    }
    const auto& knobs = world_.knobs();
    announce([&](Status& status) {
        for (std::size_t knob = 0; knob < knobs.size(); ++knob) status.knobs[knob] = knobs[knob].value;
        status.pinned = world_.pinned();
        status.integrator = world_.integrator();
        status.lead = lead_text(world_);
        status.problem = problem;
    });
    publish();
}

void LiveSimulation::take_step() {
    single_steps_ = std::max(0, single_steps_ - 1);
    if (!world_.step()) {
        running_ = false;
        single_steps_ = 0;
        announce([this](Status& status) {
            status.running = false;
            status.problem = std::string(describe(world_.last_report().stop)) + ": " + world_.last_report().advice;
        });
        return publish();
    }
    const auto now = Clock::now();
    const std::chrono::duration<double> pace(world_.step_seconds() / speed_);
    // Time that was lost is lost: after a slow step it goes on from now, instead of hurrying.
    due_ = std::max(due_ + std::chrono::duration_cast<Clock::duration>(pace), now - most_delay);
    if (running_ && now < next_publication_) return;
    next_publication_ = now + between_frames;
    publish();
}

}  // namespace talweg
