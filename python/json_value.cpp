#include "json_value.hpp"

#include <cmath>

#include "talweg/math/error.hpp"

namespace talweg::python {

namespace py = pybind11;

namespace {

Json number(double value, const std::string& path) {
    if (!std::isfinite(value)) throw Error(path + " is not a finite number");
    return value;
}

Json whole_number(py::handle value, const std::string& path) {
    int overflow = 0;
    const long long small = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow == 0) return small;
    throw Error(path + " is a whole number too large for a scene");
}

Json object(const py::dict& members, const std::string& path) {
    Json json = Json::object();
    for (const auto& [key, value] : members) {
        if (!py::isinstance<py::str>(key))
            throw Error(path + " has a key that is no text: " + std::string(py::str(key)));
        const std::string name = py::str(key);
        json[name] = to_json(value, path.empty() ? name : path + "." + name);
    }
    return json;
}

Json list(const py::sequence& entries, const std::string& path) {
    Json json = Json::array();
    for (std::size_t i = 0; i < entries.size(); ++i)
        json.push_back(to_json(entries[i], path + "[" + std::to_string(i) + "]"));
    return json;
}

}  // namespace

Json to_json(py::handle value, const std::string& path) {
    if (value.is_none()) return nullptr;
    if (py::isinstance<py::bool_>(value)) return value.cast<bool>();
    if (py::isinstance<py::int_>(value)) return whole_number(value, path);
    if (py::isinstance<py::float_>(value)) return number(value.cast<double>(), path);
    if (py::isinstance<py::str>(value)) return value.cast<std::string>();
    if (py::isinstance<py::dict>(value)) return object(py::reinterpret_borrow<py::dict>(value), path);
    if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value))
        return list(py::reinterpret_borrow<py::sequence>(value), path);
    if (py::hasattr(value, "tolist")) return to_json(value.attr("tolist")(), path);  // NumPy's
    if (py::hasattr(value, "__fspath__")) return to_json(value.attr("__fspath__")(), path);
    throw Error(path + " is of the type " + std::string(py::str(py::type::of(value).attr("__name__"))) +
                ", which scenes do not have");
}

py::object from_json(const Json& value) { return py::module_::import("json").attr("loads")(value.dump()); }

}  // namespace talweg::python
