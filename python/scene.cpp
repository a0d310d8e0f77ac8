#include "scene.hpp"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "json_value.hpp"
#include "run.hpp"
#include "talweg/format/file.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/apply_setting.hpp"
#include "talweg/scene/spec/fill_resolution.hpp"
#include "talweg/scene/spec/schema.hpp"
#include "talweg/scene/spec/to_json.hpp"
#include "talweg/scene/spec/validate.hpp"
#include "talweg/scene/text/parse_document.hpp"
#include "talweg/scene/text/print_json.hpp"
#include "talweg/scene/text/printable.hpp"

namespace talweg::python {

namespace py = pybind11;

namespace {

/// "flag.py:7": the line of the user's program that is being executed.
std::string line_of_caller() {
    const py::object frame = py::module_::import("sys").attr("_getframe")();
    const std::filesystem::path file = frame.attr("f_code").attr("co_filename").cast<std::string>();
    return file.filename().string() + ":" + std::to_string(frame.attr("f_lineno").cast<int>());
}

}  // namespace

SceneDraft::SceneDraft(Document document, std::filesystem::path folder)
    : document_(std::move(document)), folder_(std::move(folder)) {}

SceneDraft::SceneDraft(const py::kwargs& keys) : document_(line_of_caller()), folder_(".") {
    document_.value = to_json(keys, "");
    require_valid(document_, "");
}

SceneDraft SceneDraft::load(const std::filesystem::path& file) {
    SceneDraft draft(parse_document(scene_text(file), file.string()), file.parent_path());
    draft.from_file_ = true;
    return draft;
}

SceneDraft SceneDraft::parse(const std::string& text) { return {parse_document(text, "the scene"), "."}; }

void SceneDraft::add(const char* list, const py::kwargs& keys) {
    Json& value = document_.value;
    if (!value.is_object()) throw Error(source() + ": the scene is no object, nothing can be added to it");
    Json& entries = value[list];
    if (entries.is_null()) entries = Json::array();
    if (!entries.is_array()) throw Error(source() + ": " + list + " is no list, nothing can be added to it");
    const std::string place = std::to_string(entries.size()), path = std::string(list) + "[" + place + "]";
    entries.push_back(to_json(keys, path));
    document_.set_source("/" + std::string(list) + "/" + place, line_of_caller());
    try {
        require_valid(document_, path);
    } catch (const Error&) {
        document_.value[list].erase(document_.value[list].size() - 1);
        throw;
    }
}

void SceneDraft::set(const std::string& path, py::handle value) {
    const std::string setting = setting_text(path, value);
    Document changed = document_;
    for (const std::string& before : settings_) apply_setting(changed, scene_schema(), before);
    apply_setting(changed, scene_schema(), setting);
    require_valid(changed, path);
    settings_.push_back(setting);
}

void SceneDraft::require_valid(const Document& document, const std::string& path) const {
    Document accepted = document;
    accept_names_of_bodies(accepted.value);
    fill_resolution(accepted.value, scene_schema());
    std::vector<Problem> own;
    for (Problem& problem : validate(accepted, scene_schema())) {
        const std::string& place = problem.where.path;
        // What is still to be added is no mistake yet.
        if (path.empty() ? !place.empty() : place.starts_with(path)) own.push_back(std::move(problem));
    }
    require_none(own);
}

py::tuple SceneDraft::pickle() const {
    return py::make_tuple(document_.value.dump(), source(), std::filesystem::absolute(folder_).string(), settings_,
                          from_file_);
}

SceneDraft SceneDraft::unpickle(const py::tuple& kept) {
    Document document(kept[1].cast<std::string>());
    document.value = Json::parse(kept[0].cast<std::string>());
    SceneDraft draft(std::move(document), kept[2].cast<std::string>());
    draft.settings_ = kept[3].cast<std::vector<std::string>>();
    draft.from_file_ = kept[4].cast<bool>();
    return draft;
}

std::string SceneDraft::describe() const {
    Document document = document_;
    for (const std::string& setting : settings_) apply_setting(document, scene_schema(), setting);
    std::vector<std::string> names;
    for (const char* list : {"bodies", "obstacles"})
        if (document.value.is_object() && document.value.contains(list) && document.value[list].is_array())
            for (const Json& entry : document.value[list])
                if (entry.is_object()) names.push_back(entry.value("name", "unnamed"));
    std::string text = "'" + source() + "': " + (names.empty() ? "no bodies yet" : listed(names));
    if (!document.value.is_object() || !document.value.contains("time")) return text;
    const Json& time = document.value["time"];
    return text + "; " + time.value("frames", Json(100)).dump() + " frames, steps of " +
           time.value("step", Json()).dump() + " s";
}

Scene SceneDraft::resolve(std::vector<std::string> more_settings) const {
    more_settings.insert(more_settings.begin(), settings_.begin(), settings_.end());
    return resolve_scene(document_, folder_, more_settings);
}

std::string SceneDraft::stem() const {
    return from_file_ ? std::filesystem::path(source()).stem().string() : std::string("scene");
}

std::string setting_text(const std::string& path, py::handle value) { return path + "=" + to_json(value, path).dump(); }

void bind_scene(py::module_& module) {
    py::class_<SceneDraft>(module, "Scene", R"(A scene: bodies, what holds them, and how time is stepped.

The keywords are the keys of a scene file, with dictionaries, lists, numbers and NumPy arrays as values; the same
schema checks both, when the scene is used. Messages name the line of Python that made what is wrong.
)")
        .def(py::init<const py::kwargs&>(), "Makes a scene of keys such as time, gravity, integrator, contact.")
        .def_static("load", &SceneDraft::load, py::arg("file"), "The scene of a JSON file.")
        .def_static("parse", &SceneDraft::parse, py::arg("text"), "The scene of a JSON text.")
        .def(
            "body", [](SceneDraft& scene, const py::kwargs& keys) { scene.add("bodies", keys); },
            "Adds a body, of keys such as name, shape, material, density, energies, hold.")
        .def(
            "obstacle", [](SceneDraft& scene, const py::kwargs& keys) { scene.add("obstacles", keys); },
            "Adds an obstacle, of keys such as name, shape, motion.")
        .def("set", &SceneDraft::set, py::arg("path"), py::arg("value"),
             "Changes one value: set(\"bodies[0].density\", 500), as --set does on the command line.")
        .def(
            "check",
            [](const SceneDraft& draft) {
                const Scene scene = draft.resolve();
                const py::gil_scoped_release unlocked;
                return build_model(scene).notes;
            },
            "Builds the bodies and simulates nothing. Raises Error with every problem; returns notes on what is odd.")
        .def(
            "write",
            [](const SceneDraft& scene, const std::filesystem::path& file) {
                replace_file(file, print_json(talweg::to_json(scene.resolve())));
            },
            py::arg("file"),
            "Writes the scene as JSON, with all defaults filled in. Run by the command line, it moves bitwise the "
            "same.")
        .def(
            "to_dict", [](const SceneDraft& scene) { return from_json(talweg::to_json(scene.resolve())); },
            "The scene with all defaults filled in, as dictionaries and lists.")
        .def("run", &run_scene, py::arg("directory") = py::none(), py::kw_only(), py::arg("frames") = py::none(),
             py::arg("callback") = py::none(), py::arg("resume") = false, py::arg("overwrite") = false,
             py::arg("threads") = 0, R"(Simulates the scene into a run directory, as `talweg run` does.

directory: default runs/<name of the scene file>, or a new one beside it.
frames: instead of the scene's.
callback: called as callback(frame, time, positions) after every recorded frame: its number, seconds, metres (n, 3).
    Returning False ends the run; it can be resumed.
resume, overwrite: what to do with a run that is already there.
threads: as many as there are when 0; the result does not depend on it.

Returns the Run. Raises Error when it stops for a named reason, KeyboardInterrupt after Ctrl-C; both leave a directory
that can be resumed.
)")
        .def(
            "copy", [](const SceneDraft& scene) { return SceneDraft(scene); },
            "Another scene that is the same; changes of one leave the other as it is.")
        .def("__copy__", [](const SceneDraft& scene) { return SceneDraft(scene); })
        .def("__deepcopy__", [](const SceneDraft& scene, const py::dict&) { return SceneDraft(scene); })
        .def(py::pickle([](const SceneDraft& scene) { return scene.pickle(); },
                        [](const py::tuple& kept) { return SceneDraft::unpickle(kept); }))
        .def("__repr__", [](const SceneDraft& scene) { return "<talweg.Scene " + scene.describe() + ">"; });
}

}  // namespace talweg::python
