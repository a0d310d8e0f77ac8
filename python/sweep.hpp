/// Sweeps for Python: the library's own, with Python's processes for runs.
#pragma once
#include <pybind11/pybind11.h>

namespace talweg::python {

void bind_sweep(pybind11::module_& module);

}  // namespace talweg::python
