/// Scene.run: a recorded run from Python.
#pragma once
#include <optional>

#include "scene.hpp"

namespace talweg::python {

/// Returns a talweg.Run.
pybind11::object run_scene(const SceneDraft& draft, const std::optional<std::filesystem::path>& directory,
                           std::optional<int> frames, const pybind11::object& callback, bool resume, bool overwrite,
                           int threads);

}  // namespace talweg::python
