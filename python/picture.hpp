/// Pictures of recorded runs as arrays.
#pragma once
#include <pybind11/pybind11.h>

namespace talweg::python {

void bind_picture(pybind11::module_& module);

}  // namespace talweg::python
