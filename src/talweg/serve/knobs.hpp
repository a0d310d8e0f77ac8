/// What of a scene can be changed while it runs: gravity, time step, friction, densities, parameters of energies and
/// targets of motors. A knob is a path of `--set` with a range; turning it makes a new model of the same bodies.
#pragma once
#include <string>
#include <vector>

#include "talweg/scene/spec/scene.hpp"
#include "talweg/scene/text/json.hpp"

namespace talweg {

struct Knob {
    std::string path;   // as --set takes it: bodies[0].energies[1].stiffness
    std::string label;  // for people: "cloth: spring stiffness"
    std::string unit;   // in the words of the schema
    double value, low, high;
    bool logarithmic;

    bool operator==(const Knob&) const = default;
};

/// The knobs of a scene in a fixed order; ranges are around the values it has.
std::vector<Knob> list_knobs(const Scene& scene);

Json to_json(const std::vector<Knob>& knobs);

/// The argument of --set that gives a knob this value.
std::string setting(const Knob& knob, double value);

}  // namespace talweg
