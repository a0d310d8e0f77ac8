#include "batch.hpp"

#include <pybind11/stl.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <thread>

#include "arrays.hpp"
#include "interruption.hpp"
#include "scene.hpp"
#include "talweg/math/usable_threads.hpp"
#include "talweg/record/run_summary.hpp"

namespace talweg::python {

namespace {

/// Calls work(i) for every i < count on several threads, each of which has an arena of its own: a world's inner loops
/// then stay on its thread, and nobody waits for anybody.
void spread(std::size_t count, int threads, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next = 0;
    const auto take = [&] {
        tbb::task_arena alone(1);
        alone.execute([&] {
            for (std::size_t i = next++; i < count; i = next++) work(i);
        });
    };
    std::vector<std::jthread> others;
    for (int t = 1; t < threads && static_cast<std::size_t>(t) < count; ++t) others.emplace_back(take);
    take();
}

using Rows = Positions (*)(Simulation&);

/// (worlds, points, 3), read-only.
py::array rows_of(const Batch& batch, Rows rows) {
    std::vector<Positions> each(batch.size());
    {
        const py::gil_scoped_release unlocked;
        batch.for_each([&](Simulation& simulation, std::size_t world) { each[world] = rows(simulation); });
    }
    auto* all = new std::vector<Vec3>();
    const py::capsule owner = give(all);
    for (std::size_t world = 0; world < each.size(); ++world) {
        if (each[world].size() != each[0].size())
            throw Error("the worlds have different numbers of points; ask each, as in batch[" + std::to_string(world) +
                        "].positions");
        all->insert(all->end(), each[world].begin(), each[world].end());
    }
    const py::ssize_t points = static_cast<py::ssize_t>(each[0].size()), vec = sizeof(Vec3), number = sizeof(double);
    return view<double>(all->empty() ? nullptr : all->front().data, {static_cast<py::ssize_t>(each.size()), points, 3},
                        {points * vec, vec, number}, owner);
}

/// An array of shape (worlds, points, 3), or (points, 3) for all alike, to every world.
void set_rows(const Batch& batch, const py::object& values, const char* what,
              void (Simulation::*set)(const Positions&)) {
    const auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(values);
    const bool alike = array && array.ndim() == 2;
    if (!array || (!alike && (array.ndim() != 3 || array.shape(0) != static_cast<py::ssize_t>(batch.size())))) {
        PyErr_Clear();
        throw Error(std::string(what) + " must have the shape (" + std::to_string(batch.size()) +
                    ", points, 3), or (points, 3) for all worlds alike");
    }
    std::vector<Positions> each;
    for (std::size_t world = 0; world < batch.size(); ++world)
        each.push_back(to_positions(alike ? py::object(array) : py::object(array[py::int_(world)]), what));
    const py::gil_scoped_release unlocked;
    batch.for_each([&](Simulation& simulation, std::size_t world) { (simulation.*set)(each[world]); });
}

py::array numbers_of(const Batch& batch, double (*number)(Simulation&)) {
    std::vector<double> values(batch.size());
    {
        const py::gil_scoped_release unlocked;
        batch.for_each([&](Simulation& simulation, std::size_t world) { values[world] = number(simulation); });
    }
    return to_array(std::move(values));
}

py::dict energies_of_all(const Batch& batch) {
    std::vector<EnergyBalance> each;
    for (std::size_t world = 0; world < batch.size(); ++world)
        each.push_back(batch.world(world)->with([](Simulation& simulation) { return simulation.energies(); }));
    py::dict arrays;
    const auto add = [&](const std::string& name, const auto& value) {
        std::vector<double> values;
        for (const EnergyBalance& balance : each) values.push_back(value(balance));
        arrays[py::str(name)] = to_array(std::move(values));
    };
    add("kinetic", [](const EnergyBalance& balance) { return balance.kinetic; });
    for (std::size_t k = 0; k < each[0].names.size(); ++k) {
        for (const EnergyBalance& balance : each)
            if (balance.names != each[0].names) throw Error("the worlds have different energies; ask each of them");
        add(each[0].names[k], [k](const EnergyBalance& balance) { return balance.potentials[k]; });
    }
    add("total", [](const EnergyBalance& balance) { return balance.total; });
    return arrays;
}

void set_key(const Batch& batch, const std::string& path, const py::object& values) {
    if (!py::isinstance<py::sequence>(values) && !py::hasattr(values, "tolist"))
        throw Error("values must be a list of one value for each of the " + std::to_string(batch.size()) + " worlds");
    const py::list list = py::hasattr(values, "tolist") ? values.attr("tolist")().cast<py::list>() : py::list(values);
    if (list.size() != batch.size())
        throw Error("there are " + std::to_string(batch.size()) + " worlds, but " + std::to_string(list.size()) +
                    " values for " + path);
    std::vector<std::string> settings;
    for (const py::handle value : list) settings.push_back(setting_text(path, value));
    const py::gil_scoped_release unlocked;
    batch.for_each([&](Simulation& simulation, std::size_t world) { simulation.change({settings[world]}); });
}

void reset_worlds(const Batch& batch, const py::object& worlds) {
    std::vector<char> wanted(batch.size(), worlds.is_none());
    if (!worlds.is_none())
        for (const int world : to_indices(worlds)) {
            if (world < 0 || static_cast<std::size_t>(world) >= batch.size())
                throw Error("there is no world " + std::to_string(world) + "; there are " +
                            std::to_string(batch.size()) + ", counted from 0");
            wanted[static_cast<std::size_t>(world)] = 1;
        }
    const py::gil_scoped_release unlocked;
    batch.for_each([&](Simulation& simulation, std::size_t world) {
        if (wanted[world]) simulation.reset();
    });
}

std::shared_ptr<SharedSimulation> world_of(const Batch& batch, py::ssize_t index) {
    const auto count = static_cast<py::ssize_t>(batch.size());
    if (index < -count || index >= count)
        throw py::index_error("the batch has " + std::to_string(count) + " worlds, none with number " +
                              std::to_string(index));
    return batch.world(static_cast<std::size_t>(index < 0 ? index + count : index));
}

std::unique_ptr<Batch> make_batch(const py::object& scenes, std::optional<std::size_t> count, int threads) {
    if (threads < 0) throw Error("threads must be at least 0, but is " + std::to_string(threads));
    std::vector<Scene> resolved;
    if (py::isinstance<SceneDraft>(scenes)) {
        if (!count) throw Error("of one scene, say how many worlds: Batch(scene, count=256)");
        resolved.assign(*count, scenes.cast<const SceneDraft&>().resolve());
    } else {
        if (count) throw Error("count is for one scene; a list has as many worlds as scenes");
        for (const py::handle scene : scenes) {
            if (!py::isinstance<SceneDraft>(scene))
                throw Error("a batch is made of a Scene and a count, or of a list of Scenes");
            resolved.push_back(scene.cast<const SceneDraft&>().resolve());
        }
    }
    if (resolved.empty()) throw Error("a batch needs at least one world");
    const py::gil_scoped_release unlocked;
    return std::make_unique<Batch>(std::move(resolved), threads);
}

}  // namespace

Batch::Batch(std::vector<Scene> scenes, int threads)
    : worlds_(scenes.size()), threads_(threads > 0 ? threads : usable_threads()) {
    std::vector<std::string> errors(scenes.size());
    spread(scenes.size(), threads_, [&](std::size_t world) {
        try {
            worlds_[world] = std::make_shared<SharedSimulation>(std::move(scenes[world]), 1);
        } catch (const Error& error) {
            errors[world] = error.what();
        }
    });
    for (std::size_t world = 0; world < errors.size(); ++world)
        if (!errors[world].empty()) throw Error("world " + std::to_string(world) + ": " + errors[world]);
}

void Batch::for_each(const std::function<void(Simulation&, std::size_t)>& function) const {
    std::vector<std::string> errors(size());
    std::atomic<bool> given_up = false;
    spread(size(), threads_, [&](std::size_t world) {
        try {
            if (!given_up) worlds_[world]->with_lock([&](Simulation& simulation) { function(simulation, world); });
        } catch (const Interrupted&) {
            given_up = true;
        } catch (const Error& error) {
            errors[world] = error.what();
        }
    });
    if (given_up) throw Interrupted();
    for (std::size_t world = 0; world < errors.size(); ++world)
        if (!errors[world].empty()) throw Error("world " + std::to_string(world) + ": " + errors[world]);
}

void Batch::step(int steps) {
    if (steps < 0) throw Error("steps must be at least 0, but is " + std::to_string(steps));
    Interruption interruption;
    try {
        const std::thread::id asker = std::this_thread::get_id();  // Python's signals are asked for by one thread
        std::atomic<bool> ends = false;
        const std::function<bool()> interrupted = [&] {
            if (!ends && std::this_thread::get_id() == asker && interruption.wanted()) ends = true;
            return ends.load();
        };
        const py::gil_scoped_release unlocked;
        for_each([&](Simulation& simulation, std::size_t) {
            for (int step = 0; step < steps; ++step) {
                if (simulation.step(interrupted)) continue;
                const StepReport& report = simulation.report();
                throw Error(stop_message(RunEnd::stopped(report.stop),
                                         static_cast<std::uint64_t>(simulation.state().step), simulation.state().time,
                                         report.advice));
            }
        });
    } catch (const Interrupted&) {
        interruption.raise();
        throw;
    }
}

void bind_batch(py::module_& module) {
    py::class_<Batch>(module, "Batch", R"(Many small worlds, stepped together: each by one thread, all over all cores.

Every world moves bitwise as a Simulation of the same scene does. batch[i] is that Simulation, to look at and to change.
)")
        .def(py::init(&make_batch), py::arg("scenes"), py::arg("count") = py::none(), py::kw_only(),
             py::arg("threads") = 0,
             "Builds the worlds of a list of scenes, or `count` worlds of one scene. threads: 0 for all cores.")
        .def(
            "step", &Batch::step, py::arg("steps") = 1,
            "Takes so many steps in every world. Raises Error, with the number of the world, when one cannot be taken; "
            "the other worlds have gone on, that one stays where it was.")
        .def_property(
            "positions",
            [](const Batch& batch) {
                return rows_of(batch, [](Simulation& s) { return positions(s.model(), s.state()); });
            },
            [](const Batch& batch, const py::object& values) {
                set_rows(batch, values, "positions", &Simulation::set_positions);
            },
            "Positions of all points, (worlds, points, 3), m. Can be set, as those of a Simulation.")
        .def_property(
            "velocities",
            [](const Batch& batch) {
                return rows_of(batch, [](Simulation& s) { return velocities(s.model(), s.state(), s.settings().dt); });
            },
            [](const Batch& batch, const py::object& values) {
                set_rows(batch, values, "velocities", &Simulation::set_velocities);
            },
            "Velocities of all points, (worlds, points, 3), m/s. Can be set.")
        .def_property_readonly(
            "contact_forces",
            [](const Batch& batch) {
                return rows_of(batch, [](Simulation& s) {
                    Positions forces = s.report().contact.on_point;
                    forces.resize(static_cast<std::size_t>(s.model().point_count()), Vec3::zero());
                    return forces;
                });
            },
            "Forces of contact and friction on all points, mean over the last step, (worlds, points, 3), N.")
        .def_property_readonly(
            "times", [](const Batch& batch) { return numbers_of(batch, [](Simulation& s) { return s.state().time; }); },
            "Simulated time of every world, (worlds), s.")
        .def_property_readonly("energies", energies_of_all, "Energies by name, arrays of (worlds), J.")
        .def("set", set_key, py::arg("path"), py::arg("values"),
             "Changes a parameter in every world: one value for each.")
        .def("reset", reset_worlds, py::arg("worlds") = py::none(), "Back to the start: these worlds, or all of them.")
        .def("__len__", &Batch::size)
        .def("__getitem__", world_of, py::arg("world"))
        .def("__repr__",
             [](const Batch& batch) { return "<talweg.Batch: " + std::to_string(batch.size()) + " worlds>"; });
}

}  // namespace talweg::python
