/// What a simulation tells of whole bodies, by name: their momentum, and what acted on them in the last step.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <numbers>
#include <utility>

#include "arrays.hpp"
#include "simulation.hpp"
#include "talweg/math/error.hpp"
#include "talweg/model/linkage.hpp"
#include "talweg/model/momentum.hpp"
#include "talweg/record/joint_readings.hpp"

namespace talweg::python {

namespace {

using Part = Vec3 Momentum::*;  // linear, or about the origin

std::size_t index_of(const Model& model, const std::string& name) {
    std::vector<std::string> names;
    for (const Body& body : model.bodies) {
        if (body.name == name) return names.size();
        names.push_back(body.name);
    }
    throw Error(fmt::format("there is no body \"{}\"; there are: {}", name, fmt::join(names, ", ")));
}

py::array three(const Vec3& v) { return to_array(std::vector{v[0], v[1], v[2]}); }

/// Zero before the first step, as in the first row of a recorded series.
Vec3 impulse_of(const Simulation& simulation, const Impulses::OfBodies& impulses, std::size_t body, Part part) {
    const StepReport& report = simulation.report();
    if (report.completed && report.impulses.loads.empty())
        throw Error("the integrator " + simulation.settings().integrator +
                    " tells no impulses; implicit_euler, conserving, bdf2, newmark and quasi_static do");
    return body < impulses.size() ? impulses[body].*part : Vec3::zero();
}

py::array momentum_of(SharedSimulation& shared, const std::string& body, Part part) {
    return three(shared.with([&](Simulation& s) {
        return body_momenta(s.model(), s.state().c, s.state().v)[index_of(s.model(), body)].*part;
    }));
}

py::dict impulses_of(SharedSimulation& shared, const std::string& body, Part part) {
    const auto impulses = shared.with([&](Simulation& s) {
        const std::size_t index = index_of(s.model(), body);
        const Impulses& all = s.report().impulses;
        std::vector<std::pair<const char*, Vec3>> named;
        const auto add = [&](const char* name, const Impulses::OfBodies& of_bodies) {
            named.emplace_back(name, impulse_of(s, of_bodies, index, part));
        };
        add("loads", all.loads);
        add("holds", all.holds);
        add("integrator", all.integrator);
        if (s.model().linkage) add("joints", all.joints);
        if (!s.model().contact) return named;
        add("contact", all.contact);
        add("friction", all.friction);
        return named;
    });
    py::dict dictionary;
    for (const auto& [name, impulse] : impulses) dictionary[name] = three(impulse);
    return dictionary;
}

py::array reaction_of(SharedSimulation& shared, const std::string& body, Part part) {
    return three(shared.with([&](Simulation& s) {
        const std::size_t index = index_of(s.model(), body);
        return (1.0 / s.settings().dt) * impulse_of(s, s.report().impulses.holds, index, part);
    }));
}

std::size_t joint_index(const std::vector<std::string>& names, const std::string& joint) {
    const auto found = std::find(names.begin(), names.end(), joint);
    if (found == names.end())
        throw Error(fmt::format("there is no joint \"{}\"; there are: {}", joint, fmt::join(names, ", ")));
    return static_cast<std::size_t>(found - names.begin());
}

py::array joint_load(SharedSimulation& shared, const std::string& joint, Part part) {
    return three(shared.with([&](Simulation& s) {
        const std::size_t index = joint_index(joint_names(s.model()), joint);
        return (1.0 / s.settings().dt) * impulse_of(s, joint_impulses(s.model(), s.report().impulses), index, part);
    }));
}

/// Degrees and rad/s, or m and m/s.
py::array joint_motion(SharedSimulation& shared, const std::string& joint) {
    return to_array(shared.with([&](Simulation& s) {
        std::vector<std::string> names;
        const std::vector<JointMeter> none;
        const std::vector<JointMeter>& meters = s.model().linkage ? s.model().linkage->meters : none;
        for (const JointMeter& meter : meters) names.push_back(meter.name);
        const JointMeter& meter = meters[joint_index(names, joint)];
        Positions v;
        follow_move(s.model().map, s.state().v, v);
        const JointReading reading = read_meter(meter, positions(s.model(), s.state()), v);
        return std::vector{(meter.turns ? 180.0 / std::numbers::pi : 1.0) * reading.coordinate, reading.speed};
    }));
}

}  // namespace

void bind_bodies(SimulationClass& simulation) {
    const auto def = [&](const char* name, auto of_body, Part part, const char* text) {
        simulation.def(
            name, [=](SharedSimulation& shared, const std::string& body) { return of_body(shared, body, part); },
            py::arg("body"), text);
    };
    def("momentum", momentum_of, &Momentum::linear, "Momentum of a body, (3), kg m/s; of an obstacle zero.");
    def("angular_momentum", momentum_of, &Momentum::angular,
        "Angular momentum of a body about the origin, (3), kg m²/s; of an obstacle zero.");
    def("impulses", impulses_of, &Momentum::linear,
        R"(What acted on a body in the last step, as a dictionary of arrays, (3), N s.

loads, holds, integrator, where bodies are joined joints, and with contact also contact and friction. Under implicit
Euler their sum is the change of its momentum.)");
    def("angular_impulses", impulses_of, &Momentum::angular,
        R"(The moments of these impulses about the origin, as a dictionary of arrays, (3), N m s.

integrator is what implicit Euler itself takes of the angular momentum.)");
    def("reaction", reaction_of, &Momentum::linear,
        R"(Force of what holds or leads a body, mean over the last step, (3), N.

Of holds, scripts and pins together; of an obstacle, what keeps it in its place against what touches it.)");
    def("reaction_moment", reaction_of, &Momentum::angular,
        "Moment of that force about the origin, mean over the last step, (3), N m.");
    simulation
        .def_property_readonly(
            "joint_names",
            [](SharedSimulation& shared) { return shared.with([](Simulation& s) { return joint_names(s.model()); }); },
            "Names of the joints, springs and ropes between bodies, as a list.")
        .def(
            "joint_force",
            [](SharedSimulation& shared, const std::string& joint) {
                return joint_load(shared, joint, &Momentum::linear);
            },
            py::arg("joint"),
            "Force of a joint on its second body, or on its only one, mean over the last step, (3), N.")
        .def(
            "joint_moment",
            [](SharedSimulation& shared, const std::string& joint) {
                return joint_load(shared, joint, &Momentum::angular);
            },
            py::arg("joint"), "Moment of a joint about its place, mean over the last step, (3), N m.")
        .def("joint_motion", joint_motion, py::arg("joint"),
             R"(Where a hinge or slider is and how fast, (2): degrees within half a turn and rad/s, or m and m/s.)");
}

}  // namespace talweg::python
