#include "run.hpp"

#include "arrays.hpp"
#include "interruption.hpp"
#include "talweg/run/simulate.hpp"

namespace talweg::python {

namespace py = pybind11;

namespace {

/// Calls Python after every frame; what it raises ends the run, and is passed on after it.
class FrameCallback {
public:
    explicit FrameCallback(const py::object& function) : function_(function) {}

    void operator()(std::uint64_t frame, const State& state, const Model& model) {
        if (function_.is_none() || ends_) return;
        Positions x = places(model, state);
        const py::gil_scoped_acquire lock;
        try {
            const py::object answer = function_(frame, state.time, to_array(std::move(x)));
            ends_ = answer.is(py::bool_(false));
        } catch (py::error_already_set& error) {
            raised_.emplace(std::move(error));
            ends_ = true;
        }
    }
    bool ends() const { return ends_; }
    void raise() {
        if (raised_) throw std::move(*raised_);
    }

private:
    const py::object& function_;
    bool ends_ = false;
    std::optional<py::error_already_set> raised_;
};

RunMode mode_of(bool resume, bool overwrite) {
    if (resume && overwrite) throw Error("resume and overwrite exclude each other");
    return resume ? RunMode::resume : overwrite ? RunMode::overwrite : RunMode::fresh;
}

}  // namespace

py::object run_scene(const SceneDraft& draft, const std::optional<std::filesystem::path>& directory,
                     std::optional<int> frames, const py::object& callback, bool resume, bool overwrite, int threads) {
    const RunMode mode = mode_of(resume, overwrite);
    if (threads < 0) throw Error("threads must be at least 0, but is " + std::to_string(threads));
    std::vector<std::string> settings;
    if (frames) settings.push_back("time.frames=" + std::to_string(*frames));
    FrameCallback on_frame(callback);
    Interruption interruption;
    RunSummary summary;
    std::filesystem::path path;
    {
        const Scene scene = draft.resolve(std::move(settings));
        const py::gil_scoped_release unlocked;
        const World world = build_model(scene);
        path = directory ? *directory : default_run_directory("runs", draft.stem(), mode);
        const RunClaim claim(path, mode);
        SimulationOptions options;
        options.scene_file = draft.source();
        options.threads = threads;
        options.interrupted = [&] { return on_frame.ends() || interruption.wanted(); };
        options.on_frame = [&](std::uint64_t frame, const State& state) { on_frame(frame, state, world.model); };
        summary = simulate(scene, world, claim, options);
    }
    on_frame.raise();
    interruption.raise();
    if (summary.ended.kind() == RunEnd::Kind::stopped)
        throw Error(stop_message(summary.ended, summary.steps, summary.time, summary.advice));
    return py::module_::import("talweg").attr("Run")(path.string());
}

}  // namespace talweg::python
