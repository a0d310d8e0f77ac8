#include "talweg/sweep/schedule.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <thread>

#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"
#include "talweg/math/usable_threads.hpp"
#include "talweg/sweep/run_one.hpp"

namespace talweg {

namespace {

struct Child {
    pid_t id;
    std::size_t run;
};

/// Between fork and exec only what is safe there: nothing that allocates.
pid_t start(std::vector<std::string> words) {
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const pid_t parent = ::getpid(), id = ::fork();
    if (id < 0) throw_system_error("start a process for a run", errno);
    if (id > 0) return id;
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // a run whose sweep was killed saves and ends
    if (::getppid() != parent) ::_exit(1);
    ::setpgid(0, 0);  // Ctrl-C reaches the sweep alone, which passes it on once
    const int nothing = ::open("/dev/null", O_RDWR);
    for (int stream = 0; stream < 3; ++stream) ::dup2(nothing, stream);
    ::execv(pointers[0], pointers.data());
    ::_exit(127);
}

/// What a process could not say itself.
void note_sudden_end(const SweepDirectory& directory, const Child& child, int status) {
    if (outcome(directory, child.run).stage == RunStage::failed) return;
    if (WIFSIGNALED(status))
        replace_file(directory.failure(child.run),
                     fmt::format("ended by the signal {} ({}){}\n", WTERMSIG(status), strsignal(WTERMSIG(status)),
                                 WTERMSIG(status) == SIGKILL ? "; perhaps there was not enough memory" : ""));
    else if (WEXITSTATUS(status) == 127)
        replace_file(directory.failure(child.run), "its program could not be started\n");
}

class Processes {
public:
    Processes(const Study& study, const SweepDirectory& directory, const ScheduleOptions& options)
        : study_(study), directory_(directory), options_(options) {}

    bool run() {
        const std::size_t places = static_cast<std::size_t>(options_.jobs > 0 ? options_.jobs : usable_threads());
        const std::vector<std::size_t> runs = left_to_do();
        auto next = runs.begin();
        while (next != runs.end() || !children_.empty()) {
            if (!given_up_ && options_.interrupted && options_.interrupted()) give_up();
            if (given_up_ && children_.empty()) break;
            for (; !given_up_ && next != runs.end() && children_.size() < places; ++next)
                children_.push_back({start(options_.command(*next)), *next});
            if (!collect()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return given_up_;
    }

private:
    std::vector<std::size_t> left_to_do() {
        std::vector<std::size_t> runs;
        for (std::size_t run = 0; run < study_.size(); ++run)
            if (!is_done(study_, directory_, run, options_.retry)) runs.push_back(run);
        ended_ = study_.size() - runs.size();
        return runs;
    }

    void give_up() {
        given_up_ = true;
        for (const Child& child : children_) ::kill(child.id, SIGTERM);
    }

    bool collect() {
        bool any = false;
        for (std::size_t c = 0; c < children_.size();) {
            int status = 0;
            const Child child = children_[c];
            if (::waitpid(child.id, &status, WNOHANG) != child.id) {
                ++c;
                continue;
            }
            children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(c));
            if (!given_up_) note_sudden_end(directory_, child, status);
            tell(child.run);
            any = true;
        }
        return any;
    }

    void tell(std::size_t run) {
        ++ended_;
        if (options_.say)
            options_.say(fmt::format("{} of {}: {} ({}) {}\n", ended_, study_.size(), SweepDirectory::name(run),
                                     study_.describe(run), outcome(directory_, run).ended));
    }

    const Study& study_;
    const SweepDirectory& directory_;
    const ScheduleOptions& options_;
    std::vector<Child> children_;
    std::size_t ended_ = 0;
    bool given_up_ = false;
};

ScheduleResult count(const Study& study, const SweepDirectory& directory) {
    ScheduleResult result;
    for (std::size_t run = 0; run < study.size(); ++run) {
        const RunStage stage = outcome(directory, run).stage;
        ++(stage == RunStage::finished  ? result.finished
           : stage == RunStage::stopped ? result.stopped
           : stage == RunStage::failed  ? result.failed
                                        : result.unfinished);
    }
    return result;
}

}  // namespace

ScheduleResult run_all(const Study& study, const SweepDirectory& directory, const ScheduleOptions& options) {
    const bool interrupted = Processes(study, directory, options).run();
    ScheduleResult result = count(study, directory);
    result.interrupted = interrupted;
    return result;
}

std::string describe(const Study& study, const SweepDirectory& directory, const ScheduleResult& result) {
    std::string text = fmt::format("{} of {} runs finished", result.finished, study.size());
    if (result.stopped > 0) text += fmt::format(", {} stopped", result.stopped);
    if (result.failed > 0) text += fmt::format(", {} failed", result.failed);
    if (result.unfinished > 0) text += fmt::format(", {} still to do", result.unfinished);
    text += "\n";
    constexpr std::size_t most = 20;
    std::size_t shown = 0;
    for (std::size_t run = 0; run < study.size(); ++run) {
        const RunOutcome found = outcome(directory, run);
        if (found.stage != RunStage::stopped && found.stage != RunStage::failed) continue;
        if (++shown > most) continue;
        text += fmt::format("  {} ({}) {}\n", SweepDirectory::name(run), study.describe(run),
                            found.stage == RunStage::failed ? found.ended : found.ended + ": " + found.advice);
    }
    if (shown > most)
        text += fmt::format("  … and {} more; the column \"ended\" of the table has them\n", shown - most);
    return text;
}

}  // namespace talweg
