#include "simulation.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "arrays.hpp"
#include "interruption.hpp"
#include "json_value.hpp"
#include "scene.hpp"
#include "talweg/record/run_summary.hpp"
#include "talweg/scene/spec/to_json.hpp"

namespace talweg::python {

std::shared_ptr<ModelView> SharedSimulation::model() {
    return with([this](Simulation& simulation) {
        if (!model_ || model_->world != simulation.world()) model_ = std::make_shared<ModelView>(simulation.world());
        return model_;
    });
}

StepReport SharedSimulation::step() {
    Interruption interruption;
    try {
        return with([&](Simulation& simulation) {
            if (stepping_) throw Error("a step is under way; a handler of signals cannot take another");
            struct Flag {
                bool& value;
                explicit Flag(bool& flag) : value(flag) { value = true; }
                ~Flag() { value = false; }
            } const flag(stepping_);
            if (!simulation.step([&] { return interruption.wanted(); })) {
                const State& state = simulation.state();
                const StepReport& report = simulation.report();
                throw Error(stop_message(RunEnd::stopped(report.stop), static_cast<std::uint64_t>(state.step),
                                         state.time, report.advice));
            }
            return simulation.report();
        });
    } catch (const Interrupted&) {
        interruption.raise();
        throw;
    }
}

void SharedSimulation::run(const py::object& self, const py::object& callback, std::optional<int> frames) {
    if (frames && *frames < 0) throw Error("frames must be at least 0, but is " + std::to_string(*frames));
    const auto [now, last, per_frame] = with([&](Simulation& simulation) {
        const TimeSpec& time = simulation.scene().time;
        const std::int64_t start = simulation.state().step, each = time.steps_per_frame;
        return std::tuple(start, frames ? start + *frames * each : time.frames * each, each);
    });
    for (std::int64_t count = now; count < last; ++count) {
        step();
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        if (!callback.is_none() && (count + 1) % per_frame == 0 && callback(self).is(py::bool_(false))) return;
    }
}

namespace {

std::vector<std::string> settings_of(const py::dict& values) {
    std::vector<std::string> settings;
    for (const auto& [path, value] : values) settings.push_back(setting_text(py::str(path), value));
    return settings;
}

py::dict energies_of(SharedSimulation& shared) {
    const EnergyBalance energies = shared.with([](Simulation& simulation) { return simulation.energies(); });
    py::dict dictionary;
    dictionary["kinetic"] = energies.kinetic;
    for (std::size_t k = 0; k < energies.names.size(); ++k)
        dictionary[py::str(energies.names[k])] = energies.potentials[k];
    dictionary["total"] = energies.total;
    return dictionary;
}

void pin(SharedSimulation& shared, const py::object& points, const py::object& targets, std::optional<double> seconds) {
    const std::vector<int> indices = to_indices(points);
    const Positions places = targets.is_none() ? Positions() : to_positions(targets, "targets");
    shared.with([&](Simulation& s) { s.pin(indices, places, seconds.value_or(s.settings().dt)); });
}

std::vector<int> pinned(SharedSimulation& shared) {
    return shared.with([](Simulation& simulation) {
        std::vector<int> points;
        for (const Pin& held : simulation.pins()) points.push_back(held.point);
        return points;
    });
}

void bind_report(py::module_& module) {
    py::class_<StepReport>(module, "StepReport", "How a step was solved.")
        .def_property_readonly(
            "newton_iterations", [](const StepReport& report) { return report.iterations.size(); },
            "Number of Newton iterations, over all parts of the step.")
        .def_readonly("residual", &StepReport::residual, "Largest speed by which a point might still change, m/s.")
        .def_property_readonly(
            "force_error", [](const StepReport& report) { return report.left.forces; },
            "Largest change still promised of a force of contact or friction, as a part of what is allowed.")
        .def_property_readonly(
            "imbalance", [](const StepReport& report) { return report.left.balance; },
            "Largest force or moment left on a piece that nothing holds, as the speed it would give it in the step, "
            "m/s.")
        .def_property_readonly(
            "imbalance_body",
            [](const StepReport& report) {
                return report.left.body < 0 ? std::nullopt : std::optional(report.left.body);
            },
            "Whose imbalance that is: its number in model.bodies; None where nothing is out of balance, and without "
            "inertia.")
        .def_property_readonly(
            "fall", [](const StepReport& report) { return report.left.fall; },
            "Largest fall of energy still promised to a piece, as a speed, m/s; without inertia, the largest change of "
            "an element's force, as a part of what is allowed.")
        .def_readonly("at_floor", &StepReport::at_floor, "Whether rounding ended it short of its tolerance.")
        .def_readonly("substeps", &StepReport::substeps, "Parts the step was taken in; 1 unless it was hard.")
        .def_readonly("gap", &StepReport::gap, "Smallest gap between surfaces in reach, m; infinite if there is none.")
        .def_property_readonly(
            "lag_error", [](const StepReport& report) { return report.contact.lag_error; },
            "Largest force on a point that friction would differ by if it were taken anew at the end, N.")
        .def_readonly("slowed", &StepReport::slowed,
                      "Time that scripts fell behind, because something was in their way, s.")
        .def("__repr__", [](const StepReport& report) {
            return fmt::format("<talweg.StepReport: {} Newton iterations, residual {:.3g} m/s{}{}>",
                               report.iterations.size(), report.residual,
                               report.substeps > 1 ? fmt::format(", {} parts", report.substeps) : "",
                               report.at_floor ? ", at the floor of rounding" : "");
        });
}

void bind_state(SimulationClass& simulation) {
    simulation
        .def_property_readonly(
            "time", [](SharedSimulation& shared) { return shared.with([](Simulation& s) { return s.state().time; }); },
            "Simulated time, s.")
        .def_property_readonly(
            "steps", [](SharedSimulation& shared) { return shared.with([](Simulation& s) { return s.state().step; }); },
            "Number of steps taken since the start.")
        .def_property_readonly("energies", energies_of, "Energies by name, J: kinetic, each potential, and total.")
        .def_property_readonly("model", &SharedSimulation::model, "Bodies and topology. A change makes another model.")
        .def(
            "to_dict",
            [](SharedSimulation& shared) {
                return from_json(shared.with([](Simulation& s) { return talweg::to_json(s.scene()); }));
            },
            "The scene as it is now, with all changes and defaults, as dictionaries and lists.")
        .def(
            "save",
            [](SharedSimulation& shared, const std::filesystem::path& file) {
                shared.with([&](Simulation& s) { s.save(file); });
            },
            py::arg("file"), "Writes the exact state to a file. Pins are not in it.")
        .def(
            "load",
            [](SharedSimulation& shared, const std::filesystem::path& file) {
                shared.with([&](Simulation& s) { s.load(file); });
            },
            py::arg("file"),
            "Goes on from a saved state of the same scene, or a run's checkpoint.bin: steps are bitwise the same.")
        .def(
            "snapshot",
            [](SharedSimulation& shared) {
                const std::vector<std::byte> bytes = shared.with([](Simulation& s) { return s.snapshot(); });
                return py::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            },
            "The exact state in memory, as bytes that can be kept, pickled and sent. Pins are not in it.")
        .def(
            "restore",
            [](SharedSimulation& shared, const py::bytes& snapshot) {
                const std::string bytes = snapshot;
                shared.with([&](Simulation& s) { s.restore(std::as_bytes(std::span(bytes))); });
            },
            py::arg("snapshot"),
            "Goes on from a snapshot, also one of another Simulation of the same scene: steps are bitwise the same.");
}

void bind_changes(SimulationClass& simulation) {
    simulation
        .def(
            "set",
            [](SharedSimulation& shared, const std::string& path, const py::object& value) {
                const std::string setting = setting_text(path, value);
                shared.with([&](Simulation& s) { s.change({setting}); });
            },
            py::arg("path"), py::arg("value"),
            "Changes a parameter of the scene from the next step on: set(\"bodies[0].energies[0].stiffness\", 2e4).")
        .def(
            "set_all",
            [](SharedSimulation& shared, const py::dict& values) {
                const std::vector<std::string> settings = settings_of(values);
                shared.with([&](Simulation& s) { s.change(settings); });
            },
            py::arg("values"), "Changes several parameters at once: a dictionary from paths to values.")
        .def("pin", pin, py::arg("points"), py::arg("targets") = py::none(), py::arg("seconds") = py::none(),
             R"(Holds points from now on, whole; each is led to its target, or stays where it is.

points: a number, or several.
targets: (points, 3), m; where each is led in a straight line. With contact, it pushes what is in its way.
seconds: how long that takes; default one time step. Call it again to lead the same points further.
)")
        .def(
            "release",
            [](SharedSimulation& shared, const py::object& points) {
                const std::vector<int> indices = to_indices(points);
                shared.with([&](Simulation& s) { s.release(indices); });
            },
            py::arg("points"), "Lets pinned points go. What the scene holds stays held.")
        .def_property_readonly("pinned", pinned, "Points that are pinned, as a list of numbers.")
        .def(
            "reset", [](SharedSimulation& shared) { shared.with([](Simulation& s) { s.reset(); }); },
            "Back to the start of the scene as it is now; pins are let go.");
}

}  // namespace

void bind_simulation(py::module_& module) {
    bind_report(module);
    SimulationClass simulation(module, "Simulation", R"(A scene in motion, step by step.

Positions, velocities, pins and parameters can be changed between steps. Arrays are read-only and show the moment they
were asked for; they never change afterwards, and need no copying to be kept.
)");
    simulation
        .def(py::init([](const SceneDraft& draft, int threads) {
                 if (threads < 0) throw Error("threads must be at least 0, but is " + std::to_string(threads));
                 Scene scene = draft.resolve();
                 const py::gil_scoped_release unlocked;
                 return std::make_shared<SharedSimulation>(std::move(scene), threads);
             }),
             py::arg("scene"), py::arg("threads") = 0,
             "Builds the model of a scene. threads: 0 for as many as there are; the motion does not depend on it.")
        .def("step", &SharedSimulation::step,
             "Takes one time step. Raises Error, with the state as it was, when it cannot be taken.")
        .def(
            "run",
            [](const py::object& self, const py::object& callback, std::optional<int> frames) {
                self.cast<SharedSimulation&>().run(self, callback, frames);
            },
            py::arg("callback") = py::none(), py::arg("frames") = py::none(),
            R"(Steps to the last frame of the scene, or so many frames further.

callback: called as callback(simulation) after every frame; it may change the simulation. Returning False ends the run.
)");
    bind_state(simulation);
    bind_arrays(simulation);
    bind_bodies(simulation);
    bind_changes(simulation);
    simulation.def("__repr__", [](SharedSimulation& shared) {
        return shared.with([](Simulation& s) {
            return fmt::format("<talweg.Simulation: {}; step {}, {:.6g} s>", describe(s.model().bodies), s.state().step,
                               s.state().time);
        });
    });
}

}  // namespace talweg::python
