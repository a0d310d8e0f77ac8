#include "sweep.hpp"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "interruption.hpp"
#include "talweg/sweep/run_one.hpp"
#include "talweg/sweep/schedule.hpp"
#include "talweg/sweep/sweep_table.hpp"

namespace talweg::python {

namespace py = pybind11;

namespace {

/// All runs, each by a process that `command` and its number make; the numbers of runs by how they ended.
py::dict make_sweep(const std::filesystem::path& study_file, const std::filesystem::path& path,
                    const std::vector<std::string>& command, int jobs, bool retry, bool overwrite) {
    Interruption interruption;
    ScheduleResult result;
    {
        const py::gil_scoped_release unlocked;
        const Study study = Study::read(study_file);
        const SweepDirectory directory{path};
        study.check();
        if (overwrite) clear(directory);
        prepare(directory, study);
        ScheduleOptions options;
        options.jobs = jobs;
        options.retry = retry;
        options.command = [&](std::size_t run) {
            std::vector<std::string> words = command;
            words.push_back(std::to_string(run));
            return words;
        };
        options.interrupted = [&] { return interruption.wanted(); };
        result = run_all(study, directory, options);
        write_table(sweep_table(study, directory), directory);
    }
    interruption.raise();
    py::dict counts;
    counts["finished"] = result.finished;
    counts["stopped"] = result.stopped;
    counts["failed"] = result.failed;
    counts["unfinished"] = result.unfinished;
    return counts;
}

/// One run: what the processes of `make_sweep` call.
std::string make_run(const std::filesystem::path& study_file, const std::filesystem::path& path, std::size_t index,
                     int threads, bool retry) {
    Interruption interruption;
    std::string ended;
    {
        const py::gil_scoped_release unlocked;
        const Study study = Study::read(study_file);
        ended = run_one(study, {path}, index, {threads, retry, [&] { return interruption.wanted(); }}).ended;
    }
    interruption.raise();
    return ended;
}

}  // namespace

void bind_sweep(py::module_& module) {
    module.def("make_sweep", make_sweep, py::arg("study"), py::arg("directory"), py::arg("command"), py::arg("jobs"),
               py::arg("retry"), py::arg("overwrite"));
    module.def("make_run", make_run, py::arg("study"), py::arg("directory"), py::arg("index"), py::arg("threads"),
               py::arg("retry"));
}

}  // namespace talweg::python
