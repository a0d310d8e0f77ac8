#include "model.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "talweg/math/error.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/suggest.hpp"

namespace talweg::python {

namespace {

/// One body of a model that is kept with it.
struct BodyView {
    std::shared_ptr<const ModelView> model;
    int index;

    const Body& body() const { return model->world->model.bodies[static_cast<std::size_t>(index)]; }
};

py::slice rows(int first, int count) { return {first, first + count, 1}; }

py::slice elements_of(const BodyView& view) {
    for (const ElementRange& range : view.model->elements.ranges())
        if (range.body == view.index) return rows(range.first, range.count);
    return rows(0, 0);
}

/// Points of obstacles come last.
int first_of_obstacles(const ModelView& view) {
    for (const Body& body : view.world->model.bodies)
        if (body.obstacle) return body.first_point;
    return view.world->model.point_count();
}

void bind_body(py::module_& module) {
    py::class_<BodyView>(module, "Body", "A body or an obstacle of a model: which points are its own, and its mesh.")
        .def_property_readonly(
            "name", [](const BodyView& view) { return view.body().name; }, "As the scene calls it.")
        .def_property_readonly(
            "points", [](const BodyView& view) { return rows(view.body().first_point, view.body().point_count); },
            "Its rows of positions and velocities, as a slice: simulation.positions[body.points].")
        .def_property_readonly("elements", elements_of,
                               "Its rows of stress and other element fields, as a slice; empty if it is no solid.")
        .def_property_readonly(
            "mass", [](const BodyView& view) { return view.body().mass; }, "Mass, kg.")
        .def_property_readonly(
            "is_obstacle", [](const BodyView& view) { return view.body().obstacle; },
            "Whether nothing but a script moves it.")
        .def_property_readonly(
            "edges", [](const py::object& self) { return index_view(self.cast<BodyView&>().body().edges, self); },
            "Points of its edges, (edges, 2), int32; numbers are those of the whole model.")
        .def_property_readonly(
            "triangles",
            [](const py::object& self) { return index_view(self.cast<BodyView&>().body().triangles, self); },
            "Points of its triangles, (triangles, 3), int32.")
        .def_property_readonly(
            "tets", [](const py::object& self) { return index_view(self.cast<BodyView&>().body().tets, self); },
            "Points of its tetrahedra, (tetrahedra, 4), int32.")
        .def_property_readonly(
            "held", [](const BodyView& view) { return view.body().held; },
            "Points that the scene holds along at least one axis, as a list of numbers.")
        .def("__repr__", [](const BodyView& view) {
            const Body& body = view.body();
            const std::string shape = fmt::format("{} points, {} triangles, {} tetrahedra", body.point_count,
                                                  body.triangles.size(), body.tets.size());
            if (body.obstacle) return fmt::format("<talweg.Body '{}', an obstacle: {}>", body.name, shape);
            return fmt::format("<talweg.Body '{}': {}, {:.4g} kg>", body.name, shape, body.mass);
        });
}

}  // namespace

std::string describe(const std::vector<Body>& bodies) {
    constexpr std::size_t most = 4;
    std::string text;
    for (std::size_t b = 0; b < std::min(most, bodies.size()); ++b)
        text += (b ? ", " : "") + bodies[b].name +
                (bodies[b].obstacle ? " (obstacle)" : " (" + std::to_string(bodies[b].point_count) + " points)");
    return bodies.size() > most ? text + " and " + std::to_string(bodies.size() - most) + " more" : text;
}

void bind_model(py::module_& module) {
    bind_body(module);
    py::class_<ModelView, std::shared_ptr<ModelView>>(
        module, "Model", "What a simulation is made of: bodies, their meshes and rest positions. It never changes.")
        .def_property_readonly(
            "point_count", [](const ModelView& view) { return view.world->model.place_count(); }, "Number of points.")
        .def_property_readonly(
            "element_count", [](const ModelView& view) { return view.elements.count(); },
            "Number of elements of solids: tetrahedra, or triangles of planar solids.")
        .def_property_readonly(
            "rest_positions",
            [](const py::object& self) {
                const Model& model = self.cast<ModelView&>().world->model;
                return view<double>(model.rest.empty() ? nullptr : model.rest.front().data,
                                    {static_cast<py::ssize_t>(model.place_count()), 3}, {sizeof(Vec3), sizeof(double)},
                                    self);
            },
            "Rest positions of the points, (points, 3), m.")
        .def_property_readonly(
            "bodies",
            [](const std::shared_ptr<ModelView>& self) {
                std::vector<BodyView> bodies;
                for (std::size_t b = 0; b < self->world->model.bodies.size(); ++b)
                    bodies.push_back({self, static_cast<int>(b)});
                return bodies;
            },
            "Bodies, then obstacles, in the order of their points.")
        .def_property_readonly(
            "obstacles",
            [](const std::shared_ptr<ModelView>& self) {
                std::vector<BodyView> obstacles;
                for (std::size_t b = 0; b < self->world->model.bodies.size(); ++b)
                    if (self->world->model.bodies[b].obstacle) obstacles.push_back({self, static_cast<int>(b)});
                return obstacles;
            },
            "The obstacles alone.")
        .def(
            "body",
            [](const std::shared_ptr<ModelView>& self, const std::string& name) {
                const std::vector<Body>& bodies = self->world->model.bodies;
                std::vector<std::string> known;
                for (std::size_t b = 0; b < bodies.size(); ++b) {
                    if (bodies[b].name == name) return BodyView{self, static_cast<int>(b)};
                    known.push_back(bodies[b].name);
                }
                throw Error("there is no body " + in_quotes(name) + did_you_mean(name, known) +
                            " There are: " + listed(known));
            },
            py::arg("name"), "The body or obstacle of that name.")
        .def_property_readonly(
            "body_points", [](const ModelView& view) { return rows(0, first_of_obstacles(view)); },
            "Rows of the points of bodies, without those of obstacles: simulation.positions[model.body_points].")
        .def_property_readonly(
            "obstacle_points",
            [](const ModelView& view) {
                const int first = first_of_obstacles(view);
                return rows(first, view.world->model.point_count() - first);
            },
            "Rows of the points of obstacles.")
        .def_property_readonly(
            "notes", [](const ModelView& view) { return view.world->notes; },
            "What is odd about the bodies' meshes, but no reason to stop.")
        .def("__repr__",
             [](const ModelView& view) { return "<talweg.Model: " + describe(view.world->model.bodies) + ">"; });
}

}  // namespace talweg::python
