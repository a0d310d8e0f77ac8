/// Many small worlds at once: each a simulation of its own, stepped by one thread, the worlds spread over all cores.
/// What a world does is bitwise what it does alone.
#pragma once
#include <pybind11/pybind11.h>

#include "simulation.hpp"

namespace talweg::python {

class Batch {
public:
    Batch(std::vector<Scene> scenes, int threads);

    std::size_t size() const { return worlds_.size(); }
    const std::shared_ptr<SharedSimulation>& world(std::size_t index) const { return worlds_[index]; }

    /// function(simulation, index) for every world, on as many threads as the batch has. Called without the
    /// interpreter's lock. What one throws does not stop the others; the first of them is thrown at the end, with the
    /// number of its world.
    void for_each(const std::function<void(Simulation&, std::size_t)>& function) const;

    /// Every world so many steps further.
    void step(int steps);

private:
    std::vector<std::shared_ptr<SharedSimulation>> worlds_;
    int threads_;
};

void bind_batch(pybind11::module_& module);

}  // namespace talweg::python
