#include "arrays.hpp"

#include <cstring>
#include <string>

#include "talweg/math/error.hpp"

namespace talweg::python {

namespace {

std::string shape_text(const py::array& array) { return py::str(array.attr("shape")); }

}  // namespace

py::array to_array(Positions&& values) {
    auto* kept = new Positions(std::move(values));
    const py::capsule owner = give(kept);
    return view<double>(kept->empty() ? nullptr : kept->front().data, {static_cast<py::ssize_t>(kept->size()), 3},
                        {sizeof(Vec3), sizeof(double)}, owner);
}

py::array to_array(std::vector<double>&& values, int components) {
    auto* kept = new std::vector<double>(std::move(values));
    const py::capsule owner = give(kept);
    const auto rows = static_cast<py::ssize_t>(kept->size()) / components;
    const py::ssize_t number = sizeof(double);
    if (components == 1) return view<double>(kept->data(), {rows}, {number}, owner);
    return view<double>(kept->data(), {rows, components}, {components * number, number}, owner);
}

Positions to_positions(const py::object& values, const char* what) {
    const auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(values);
    if (!array) {
        PyErr_Clear();
        throw Error(std::string(what) + " must be numbers in an array of shape (n, 3)");
    }
    if (array.ndim() != 2 || array.shape(1) != 3)
        throw Error(std::string(what) + " must have the shape (n, 3), but have " + shape_text(array));
    Positions positions(static_cast<std::size_t>(array.shape(0)));
    if (!positions.empty()) std::memcpy(positions.data(), array.data(), positions.size() * sizeof(Vec3));
    return positions;
}

std::vector<int> to_indices(const py::object& values) {
    const auto any = py::array::ensure(values);
    if (!any || any.ndim() > 1 || (any.size() > 0 && std::string("iu").find(any.dtype().kind()) == std::string::npos)) {
        PyErr_Clear();
        throw Error("points must be a whole number or a list of them");
    }
    const auto array = py::array_t<int, py::array::c_style | py::array::forcecast>::ensure(any);
    return {array.data(), array.data() + array.size()};
}

}  // namespace talweg::python
