/// NumPy arrays over talweg's memory: what goes out is never copied, and lives as long as somebody looks at it.
#pragma once
#include <pybind11/numpy.h>

#include <array>
#include <vector>

#include "talweg/model/positions.hpp"

namespace talweg::python {

namespace py = pybind11;

static_assert(sizeof(Vec3) == 3 * sizeof(double));

/// A read-only array of the given shape and strides (bytes) over memory that `owner` keeps alive.
template <class T>
py::array view(const T* data, std::vector<py::ssize_t> shape, std::vector<py::ssize_t> strides, py::handle owner) {
    py::array array(py::dtype::of<T>(), std::move(shape), std::move(strides), data, owner);
    py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
    return array;
}

/// Gives values to Python, which frees them with the last array that looks at them.
template <class T>
py::capsule give(std::vector<T>* values) {
    return py::capsule(values, [](void* pointer) { delete static_cast<std::vector<T>*>(pointer); });
}

/// (n, 3), read-only; the array owns the values.
py::array to_array(Positions&& values);
/// (n, components), or (n) when there is one, read-only; the array owns the values.
py::array to_array(std::vector<double>&& values, int components = 1);
/// (n, N), read-only, over indices that `owner` keeps alive.
template <std::size_t N>
py::array index_view(const std::vector<std::array<int, N>>& rows, py::handle owner) {
    constexpr py::ssize_t row = N * sizeof(int);
    return view<int>(rows.empty() ? nullptr : rows.front().data(), {static_cast<py::ssize_t>(rows.size()), N},
                     {row, sizeof(int)}, owner);
}

/// What anything that NumPy takes for an (n, 3) array of numbers says; `what` is its name in messages.
Positions to_positions(const py::object& values, const char* what);
/// Indices of points: one, a list, a slice is not meant here.
std::vector<int> to_indices(const py::object& values);

}  // namespace talweg::python
