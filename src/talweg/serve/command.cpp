#include "talweg/serve/command.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace talweg {

namespace {

using Message = nlohmann::json;

std::optional<double> number(const Message& message, const char* key) {
    const auto found = message.find(key);
    if (found == message.end() || !found->is_number()) return {};
    const double value = found->get<double>();
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<int> index(const Message& message, const char* key) {
    const auto found = message.find(key);
    if (found == message.end() || !found->is_number_unsigned()) return {};
    const auto value = found->get<std::uint64_t>();
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
    return value <= largest ? std::optional(static_cast<int>(value)) : std::nullopt;
}

std::optional<Vec3> place(const Message& message, const char* key) {
    const auto found = message.find(key);
    if (found == message.end() || !found->is_array() || found->size() != 3) return {};
    Vec3 x;
    for (int axis = 0; axis < 3; ++axis) {
        if (!(*found)[axis].is_number()) return {};
        x[axis] = (*found)[axis].get<double>();
    }
    // Far beyond any scene, and squares of it are still numbers.
    return norm_squared(x) < 1e30 ? std::optional(x) : std::nullopt;
}

std::optional<Subscription> subscription(const Message& message) {
    const auto contact = message.find("contact"), field = message.find("field");
    if (contact == message.end() || !contact->is_boolean() || field == message.end()) return {};
    if (field->is_null()) return Subscription{contact->get<bool>(), -1};
    const auto number = index(message, "field");
    return number ? std::optional(Subscription{contact->get<bool>(), *number}) : std::nullopt;
}

std::optional<Command> parse(const Message& message) {
    const std::string what = message.at("do");
    if (what == "run") return Order::run;
    if (what == "pause") return Order::pause;
    if (what == "step") return Order::step;
    if (what == "reset") return Order::reset;
    if (what == "release") return Order::release;
    if (what == "drag") {
        const auto point = index(message, "point");
        const auto target = place(message, "target");
        if (point && target) return DragTo{*point, *target};
    }
    if (what == "set") {
        const auto knob = index(message, "knob");
        const auto value = number(message, "value");
        if (knob && value) return TurnKnob{*knob, *value};
    }
    if (what == "speed")
        if (const auto factor = number(message, "value"); factor && *factor > 0.0) return SetSpeed{*factor};
    if (what == "strength")
        if (const auto factor = number(message, "value"); factor && *factor > 0.0) return SetStrength{*factor};
    if (what == "pin" || what == "unpin")
        if (const auto point = index(message, "point")) return PinPoint{*point, what == "pin"};
    if (what == "integrator")
        if (const auto name = message.find("name"); name != message.end() && name->is_string())
            return UseIntegrator{name->get<std::string>()};
    if (what == "pose") {
        const auto handle = index(message, "handle");
        const auto move = place(message, "move"), turn = place(message, "turn");
        if (handle && move && turn && norm(*turn) < 1e3) return PoseHandle{*handle, *move, *turn};
    }
    if (what == "lead")
        if (const auto how = message.find("how"); how != message.end() && how->is_string())
            if (const auto lead = lead_named(how->get<std::string>())) return UseLead{*lead};
    if (what == "show")
        if (const auto wanted = subscription(message)) return *wanted;
    return {};
}

}  // namespace

std::optional<Command> parse_command(std::string_view message) {
    try {
        const Message json = Message::parse(message, nullptr, false);
        return json.is_object() ? parse(json) : std::nullopt;
    } catch (const Message::exception&) {
        return {};
    }
}

}  // namespace talweg
