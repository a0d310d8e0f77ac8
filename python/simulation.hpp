/// A simulation that Python steps. Work is done without the interpreter's lock; a lock of its own keeps two threads
/// from working on one simulation at once.
#pragma once
#include <pybind11/pybind11.h>

#include <mutex>
#include <optional>

#include <tbb/task_arena.h>

#include "model.hpp"
#include "talweg/run/simulation.hpp"

namespace talweg::python {

class SharedSimulation {
public:
    /// threads: 0 for as many as there are; results do not depend on it.
    SharedSimulation(Scene scene, int threads) : simulation_(std::move(scene)) {
        if (threads > 0) arena_.emplace(threads);
    }

    /// function(simulation), without the interpreter's lock and with this one's.
    template <class Function>
    auto with(const Function& function) {
        const pybind11::gil_scoped_release unlocked;  // first: who holds the other lock may wait for this one
        const std::lock_guard lock(mutex_);
        if (!arena_) return function(simulation_);
        return arena_->execute([&] { return function(simulation_); });
    }
    /// The same for a caller that has no lock of the interpreter and an arena of its own.
    template <class Function>
    auto with_lock(const Function& function) {
        const std::lock_guard lock(mutex_);
        return function(simulation_);
    }

    /// The model as it is now.
    std::shared_ptr<ModelView> model();

    /// The next step; raises when it cannot be taken, or when a signal's handler raises.
    StepReport step();
    /// Steps to the last frame of the scene, or so many frames further.
    void run(const pybind11::object& self, const pybind11::object& callback, std::optional<int> frames);

private:
    Simulation simulation_;
    std::optional<tbb::task_arena> arena_;
    std::recursive_mutex mutex_;  // handlers of signals may look at the simulation they interrupt
    std::shared_ptr<ModelView> model_;
    bool stepping_ = false;
};

using SimulationClass = pybind11::class_<SharedSimulation, std::shared_ptr<SharedSimulation>>;
void bind_simulation(pybind11::module_& module);
/// Properties that are arrays of numbers.
void bind_arrays(SimulationClass& simulation);
/// Momenta, impulses and reactions of bodies.
void bind_bodies(SimulationClass& simulation);

}  // namespace talweg::python
