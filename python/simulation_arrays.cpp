/// What a simulation shows as arrays: quantities of points, of elements, of contact.
#include "arrays.hpp"
#include "simulation.hpp"
#include "talweg/record/liquid_recording.hpp"
#include "talweg/step/driven_stepper.hpp"

namespace talweg::python {

namespace {

py::array positions_of(SharedSimulation& shared) {
    return to_array(shared.with([](Simulation& s) { return places(s.model(), s.state()); }));
}

py::array velocities_of(SharedSimulation& shared) {
    return to_array(shared.with([](Simulation& s) {
        Positions v = velocities(s.model(), s.state(), s.settings().dt);
        v.resize(s.model().place_count());
        return v;
    }));
}

std::vector<ElementState> states_of(SharedSimulation& shared) {
    const std::shared_ptr<ModelView> model = shared.model();
    return shared.with([&](Simulation& s) { return model->elements.states(places(s.model(), s.state())); });
}

/// (elements, 3, 3), read-only, over one matrix of every state.
py::array matrices_of(SharedSimulation& shared, Mat3 ElementState::*matrix) {
    auto* states = new std::vector<ElementState>(states_of(shared));
    const py::capsule owner = give(states);
    constexpr py::ssize_t number = sizeof(double);  // columns stand one after another
    return view<double>(states->empty() ? nullptr : (states->front().*matrix).data,
                        {static_cast<py::ssize_t>(states->size()), 3, 3}, {sizeof(ElementState), number, 3 * number},
                        owner);
}

/// Two rows of points and a number per gap; all three arrays share the memory of the gaps.
py::dict gaps_of(SharedSimulation& shared) {
    auto* gaps = new std::vector<Gap>(shared.with([](Simulation& s) { return s.gaps(); }));
    const py::capsule owner = give(gaps);
    const auto count = static_cast<py::ssize_t>(gaps->size());
    constexpr py::ssize_t row = sizeof(Gap), index = sizeof(int);
    const Gap* at = gaps->data();
    py::dict arrays;
    arrays["first"] = view<int>(count ? at->first.data() : nullptr, {count, 2}, {row, index}, owner);
    arrays["second"] = view<int>(count ? at->second.data() : nullptr, {count, 3}, {row, index}, owner);
    arrays["gap"] = view<double>(count ? &at->gap : nullptr, {count}, {row}, owner);
    return arrays;
}

py::array contact_forces_of(SharedSimulation& shared) {
    return to_array(shared.with([](Simulation& s) {
        Positions forces = s.report().contact.on_point;
        forces.resize(static_cast<std::size_t>(s.model().place_count()), Vec3::zero());
        return forces;
    }));
}

py::list contact_pairs_of(SharedSimulation& shared) {
    struct Named {
        std::string first, second;
        int contacts;
        Vec3 force;
    };
    const std::vector<Named> named = shared.with([](Simulation& s) {
        std::vector<Named> pairs;
        for (const ContactForces::Pair& pair : s.report().contact.pairs)
            pairs.push_back({s.model().bodies[static_cast<std::size_t>(pair.first)].name,
                             s.model().bodies[static_cast<std::size_t>(pair.second)].name, pair.contacts, pair.force});
        return pairs;
    });
    py::list list;
    for (const Named& pair : named)
        list.append(py::make_tuple(pair.first, pair.second, pair.contacts,
                                   py::make_tuple(pair.force[0], pair.force[1], pair.force[2])));
    return list;
}

py::array point_field_of(SharedSimulation& shared, const std::string& name) {
    std::vector<double> values = shared.with([&](Simulation& s) {
        if (name == "age") return ages(s.model(), s.state());
        LiquidFields fields(s.model(), places(s.model(), s.state()));
        return name == "pressure" ? fields.pressure : name == "density" ? fields.density : std::vector<double>();
    });
    if (values.empty())
        throw Error("there is no field \"" + name +
                    "\" of points; liquids have pressure and density, what an emitter sends out has age");
    return to_array(std::move(values), 1);
}

}  // namespace

void bind_arrays(SimulationClass& simulation) {
    simulation
        .def_property(
            "positions", positions_of,
            [](SharedSimulation& shared, const py::object& values) {
                const Positions x = to_positions(values, "positions");
                shared.with([&](Simulation& s) { s.set_positions(x); });
            },
            R"(Positions of the points, (points, 3), m.

Can be set: what is held stays where it is held, what follows other points must go with them. With contact, the straight
way to the new positions must be free.)")
        .def_property(
            "velocities", velocities_of,
            [](SharedSimulation& shared, const py::object& values) {
                const Positions v = to_positions(values, "velocities");
                shared.with([&](Simulation& s) { s.set_velocities(v); });
            },
            "Velocities of the points, (points, 3), m/s. Can be set; what is held keeps its own.")
        .def_property_readonly(
            "forces",
            [](SharedSimulation& shared) { return to_array(shared.with([](Simulation& s) { return s.forces(); })); },
            "Forces of all energies, gravity and loads on the points, (points, 3), N; those of contact are not in it.")
        .def_property_readonly("contact_forces", contact_forces_of,
                               "Forces of contact and friction on the points, mean over the last step, (points, 3), N.")
        .def_property_readonly(
            "contact_pairs", contact_pairs_of,
            R"(Which bodies touched in the last step, as a list of tuples (first, second, contacts, force):
two names, the number of pairs of features in reach, and the force on the first, (x, y, z), N.)")
        .def_property_readonly("gaps", gaps_of, R"(What is in reach of what, as a dictionary of arrays.

first: (gaps, 2), int32: a point and -1, or the two points of an edge.
second: (gaps, 3), int32: a point, an edge or a triangle, filled up with -1; of a plane its origin.
gap: (gaps), m: what is free between them, thickness subtracted.)")
        .def_property_readonly(
            "stress", [](SharedSimulation& shared) { return matrices_of(shared, &ElementState::stress); },
            "Cauchy stress of the elements of solids, (elements, 3, 3), Pa.")
        .def_property_readonly(
            "deformation_gradients",
            [](SharedSimulation& shared) { return matrices_of(shared, &ElementState::deformation); },
            "Deformation gradients of the elements of solids, (elements, 3, 3).")
        .def(
            "element_field",
            [](SharedSimulation& shared, const std::string& name) {
                const ElementField& field = find_element_field(name);
                return to_array(field_values(field, states_of(shared)), field.components);
            },
            py::arg("name"),
            "A field that `talweg list fields` names, such as von_mises_stress: (elements) or (elements, components).")
        .def("point_field", point_field_of, py::arg("name"),
             R"(A field of particles of now: pressure (Pa) and density (kg/m³; in planar scenes N/m and kg/m²) of
liquids, age (s; -1: not there) of what an emitter sends out; (points), nan where a point has none.)");
}

}  // namespace talweg::python
