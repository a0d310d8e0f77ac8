/// A scene under construction: the JSON that scene files hold, made or changed by calls, and where each part of it came
/// from. The schema alone decides what is allowed, when the scene is used.
#pragma once
#include <pybind11/pybind11.h>

#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::python {

class SceneDraft {
public:
    /// Keys of the schema.
    explicit SceneDraft(const pybind11::kwargs& keys);
    /// What a file says.
    static SceneDraft load(const std::filesystem::path& file);
    static SceneDraft parse(const std::string& text);

    /// One more entry of a list of the scene, such as "bodies".
    void add(const char* list, const pybind11::kwargs& keys);
    /// As --set does it.
    void set(const std::string& path, pybind11::handle value);

    /// All that makes it, for pickling; it can be used in any directory.
    pybind11::tuple pickle() const;
    static SceneDraft unpickle(const pybind11::tuple& kept);
    /// "'box.json': box, floor; 100 frames of 0.01 s"
    std::string describe() const;

    /// The scene with all defaults filled in, or an Error with every problem.
    Scene resolve(std::vector<std::string> more_settings = {}) const;

    /// What messages and run directories call it.
    const std::string& source() const { return document_.source(); }
    /// The name of a run of it.
    std::string stem() const;

private:
    /// Throws what the schema has against the part of the scene at `path`.
    void require_valid(const Document& document, const std::string& path) const;
    SceneDraft(Document document, std::filesystem::path folder);

    Document document_;
    std::filesystem::path folder_;
    std::vector<std::string> settings_;
    bool from_file_ = false;
};

/// An argument of --set.
std::string setting_text(const std::string& path, pybind11::handle value);

void bind_scene(pybind11::module_& module);

}  // namespace talweg::python
