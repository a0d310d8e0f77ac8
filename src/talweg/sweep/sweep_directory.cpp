#include "talweg/sweep/sweep_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <charconv>

#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"
#include "talweg/record/run_end.hpp"
#include "talweg/scene/text/print_json.hpp"
#include "talweg/version.hpp"

namespace talweg {

namespace fs = std::filesystem;

namespace {

Json plan_json(const Study& study) {
    Json plan;
    plan["talweg"] = version;
    plan["title"] = study.title();
    plan["scene"] = study.scene_file().string();
    plan["runs"] = Json::array();
    for (std::size_t run = 0; run < study.size(); ++run) plan["runs"].push_back(study.values(run));
    return plan;
}

/// Processes of one array job may all find that there is no plan yet.
class DirectoryLock {
public:
    explicit DirectoryLock(const fs::path& path)
        : descriptor_(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
        if (descriptor_ < 0) throw_system_error("open the directory " + path.string(), errno);
        ::flock(descriptor_, LOCK_EX);
    }
    ~DirectoryLock() { ::close(descriptor_); }
    DirectoryLock(const DirectoryLock&) = delete;
    DirectoryLock& operator=(const DirectoryLock&) = delete;

private:
    int descriptor_;
};

/// Python leaves the scene and the study there that it was given.
bool holds_other_files(const fs::path& path) {
    for (const auto& entry : fs::directory_iterator(path))
        if (const fs::path name = entry.path().filename(); name != "scene.json" && name != "study.json") return true;
    return false;
}

void refuse_another_study(const SweepDirectory& directory, const Study& study) {
    const Json before = Json::parse(read_whole_file(directory.plan()), nullptr, false);
    if (!before.is_object() || !before.contains("runs") || !before["runs"].is_array())
        throw Error(directory.plan().string() + " is damaged; start anew with --overwrite");
    const Json& runs = before["runs"];
    for (std::size_t run = 0; run < std::min(study.size(), runs.size()); ++run)
        if (runs[run] != study.values(run))
            throw Error(
                fmt::format("{} holds another study: run {} was {}, now {}\nundo the change to go on with it, or "
                            "choose another directory with -o, or replace all runs with --overwrite",
                            directory.path.string(), run, runs[run].dump(), study.values(run).dump()));
    if (runs.size() > study.size())
        throw Error(
            fmt::format("{} holds a study of {} runs, more than the {} now; choose another directory with -o, "
                        "or replace all runs with --overwrite",
                        directory.path.string(), runs.size(), study.size()));
}

}  // namespace

std::string SweepDirectory::name(std::size_t index) { return fmt::format("run_{:04}", index); }

void prepare(const SweepDirectory& directory, const Study& study) {
    std::error_code error;
    if (fs::exists(directory.path, error) && !fs::is_directory(directory.path, error))
        throw Error(directory.path.string() + " is a file; choose a directory with -o");
    fs::create_directories(directory.path, error);
    if (error) throw_system_error("create the directory " + directory.path.string(), error.value());
    const DirectoryLock lock(directory.path);
    if (fs::exists(directory.plan()))
        refuse_another_study(directory, study);
    else if (holds_other_files(directory.path))
        throw Error(directory.path.string() +
                    " holds files that are no sweep of talweg; choose another directory with -o");
    const std::string plan = print_json(plan_json(study));
    if (!fs::exists(directory.plan()) || read_whole_file(directory.plan()) != plan)
        replace_file(directory.plan(), plan);
}

void clear(const SweepDirectory& directory) {
    if (!fs::exists(directory.plan())) return;
    std::vector<fs::path> gone = {directory.csv(), directory.npz(), directory.report(), directory.batch_script(),
                                  directory.plan()};
    for (const auto& entry : fs::directory_iterator(directory.path)) {
        const std::string name = entry.path().filename().string();
        const std::string start = "run_", failed = ".failed.txt";
        if (!name.starts_with(start)) continue;
        std::size_t index = 0;
        const auto [end, problem] = std::from_chars(name.data() + start.size(), name.data() + name.size(), index);
        const std::string_view rest(end, static_cast<std::size_t>(name.data() + name.size() - end));
        const bool is_run = rest.empty() && RunDirectory{entry.path()}.holds_run();
        if (problem == std::errc() && (is_run || rest == failed)) gone.push_back(entry.path());
    }
    for (const fs::path& path : gone) {
        std::error_code error;
        fs::remove_all(path, error);
        if (error) throw_system_error("remove " + path.string(), error.value());
    }
}

RunOutcome outcome(const SweepDirectory& directory, std::size_t index) {
    if (fs::exists(directory.failure(index))) {
        std::string why = read_whole_file(directory.failure(index));
        while (why.ends_with('\n')) why.pop_back();
        return {RunStage::failed, "failed: " + why.substr(0, why.find('\n')), why};
    }
    if (!directory.run(index).holds_run()) return {};
    const Json summary = Json::parse(read_whole_file(directory.run(index).run()), nullptr, false);
    if (!summary.is_object() || !summary.value("ended", Json()).is_string())
        return {RunStage::unfinished, "damaged", ""};
    RunOutcome found{RunStage::unfinished, summary["ended"], summary.value("advice", "")};
    const RunEnd::Kind kind = RunEnd::kind_of(found.ended);
    if (kind == RunEnd::Kind::finished) found.stage = RunStage::finished;
    if (kind == RunEnd::Kind::stopped) found.stage = RunStage::stopped;
    return found;
}

}  // namespace talweg
