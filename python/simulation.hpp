/// A simulation that Python steps. Work is done without the interpreter's lock; a lock of its own keeps two threads
/// from working on one simulation at once.
#pragma once
#include <pybind11/pybind11.h>

#include <mutex>

#include "model.hpp"
#include "talweg/run/simulation.hpp"

namespace talweg::python {

class SharedSimulation {
public:
    explicit SharedSimulation(Scene scene) : simulation_(std::move(scene)) {}

    /// function(simulation), without the interpreter's lock and with this one's.
    template <class Function>
    auto with(const Function& function) {
        const pybind11::gil_scoped_release unlocked;  // first: who holds the other lock may wait for this one
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
    std::recursive_mutex mutex_;  // handlers of signals may look at the simulation they interrupt
    std::shared_ptr<ModelView> model_;
    bool stepping_ = false;
};

void bind_simulation(pybind11::module_& module);
/// Properties that are arrays of numbers.
void bind_arrays(pybind11::class_<SharedSimulation>& simulation);
/// Momenta, impulses and reactions of bodies.
void bind_bodies(pybind11::class_<SharedSimulation>& simulation);

}  // namespace talweg::python
