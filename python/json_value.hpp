/// Python values as JSON: what a scene is made of.
#pragma once
#include <pybind11/pybind11.h>

#include <string>

#include "talweg/scene/text/json.hpp"

namespace talweg::python {

/// None, bool, numbers, text, paths, lists, tuples, dictionaries with text as keys, and NumPy's arrays and numbers.
/// Throws Error for all else and for numbers that are not finite; `path` says where it stands, as in bodies[0].density.
Json to_json(pybind11::handle value, const std::string& path);

/// JSON as dictionaries, lists, numbers and text.
pybind11::object from_json(const Json& value);

}  // namespace talweg::python
