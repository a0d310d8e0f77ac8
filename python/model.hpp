/// The immutable world as Python sees it: bodies, topology, rest positions, all views of the model's own memory.
#pragma once
#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "talweg/model/element_fields.hpp"
#include "talweg/scene/build/build_model.hpp"

namespace talweg::python {

/// Keeps a world for as long as Python looks at any part of it.
struct ModelView {
    explicit ModelView(std::shared_ptr<const World> shared) : world(std::move(shared)), elements(world->model) {}

    std::shared_ptr<const World> world;
    SolidElements elements;
};

/// "box (125 points), floor (obstacle)"; of many, the first.
std::string describe(const std::vector<Body>& bodies);

void bind_model(pybind11::module_& module);

}  // namespace talweg::python
