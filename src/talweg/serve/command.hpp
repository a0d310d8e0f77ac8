/// What viewers may ask of a live simulation, and its reading from their messages:
///
///     {"do": "run"}  {"do": "pause"}  {"do": "step"}  {"do": "reset"}  {"do": "release"}
///     {"do": "drag", "point": 12, "target": [x, y, z]}     metres
///     {"do": "set", "knob": 3, "value": 2.5e4}
///     {"do": "speed", "value": 0.5}                         simulated seconds per second
///     {"do": "strength", "value": 2}                        of hands, 1 the usual one
///     {"do": "pin", "point": 12}  {"do": "unpin", "point": 12}
///     {"do": "integrator", "name": "bdf2"}
///     {"do": "pose", "handle": 1, "move": [x, y, z], "turn": [x, y, z]}   metres, radians about axes: from where it is
///     {"do": "lead", "how": "reduced"}                      how rigs lead their bodies: see serve/lead.hpp
///     {"do": "show", "contact": true, "field": 2}           in this viewer's frames from now on; field: or null
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "talweg/math/matrix.hpp"
#include "talweg/serve/lead.hpp"
#include "talweg/serve/subscription.hpp"

namespace talweg {

enum class Order { run, pause, step, reset, release };
struct DragTo {
    int point;
    Vec3 target;
};
struct TurnKnob {
    int knob;
    double value;
};
struct SetSpeed {
    double factor;
};
struct SetStrength {
    double factor;
};
struct PinPoint {
    int point;
    bool held;  // or let go
};
struct UseIntegrator {
    std::string name;
};
struct PoseHandle {
    int handle;
    Vec3 move, turn;  // m, rotation vector
};
struct UseLead {
    Lead lead;
};
using Command = std::variant<Order, DragTo, TurnKnob, SetSpeed, SetStrength, PinPoint, UseIntegrator, PoseHandle,
                             UseLead, Subscription>;

/// Nothing if the message is not exactly one of the above, with finite numbers.
std::optional<Command> parse_command(std::string_view message);

}  // namespace talweg
