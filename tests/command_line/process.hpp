/// The built program `talweg` as a user meets it: started in a directory, watched, signalled, waited for.
#pragma once
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "places.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"

namespace talweg {

struct ProcessResult {
    int exit_code = -1;  // −1: ended by a signal
    int signal = 0;
    std::string output, errors;
    double peak_megabytes = 0.0;  // of memory in use at once
};

class Process {
public:
    using Words = std::vector<std::string>;

    /// Starts talweg with these arguments in `directory`. `before` runs in the new process first.
    Process(const Words& arguments, const std::filesystem::path& directory, const std::function<void()>& before = {})
        : Process(TALWEG_PROGRAM, arguments, directory, before) {}

    Process(const std::string& program, const Words& arguments, const std::filesystem::path& directory,
            const std::function<void()>& before = {}) {
        Words words = {program};
        words.insert(words.end(), arguments.begin(), arguments.end());
        std::vector<char*> pointers;
        for (std::string& word : words) pointers.push_back(word.data());
        pointers.push_back(nullptr);
        const int output = create(said_ / "output"), errors = create(said_ / "errors");
        id_ = fork();
        if (id_ == 0) {
            dup2(output, STDOUT_FILENO);
            dup2(errors, STDERR_FILENO);
            if (chdir(directory.c_str()) != 0) _exit(127);
            if (before) before();
            execv(program.c_str(), pointers.data());
            _exit(127);
        }
        ::close(output);
        ::close(errors);
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process() {
        if (!waited_) {
            send(SIGKILL);
            wait();
        }
    }

    void send(int number) const { kill(id_, number); }

    bool running() {
        if (!waited_ && wait4(id_, &status_, WNOHANG, &used_) == id_) waited_ = true;
        return !waited_;
    }

    ProcessResult wait() {
        if (!waited_) wait4(id_, &status_, 0, &used_);
        waited_ = true;
        return {WIFEXITED(status_) ? WEXITSTATUS(status_) : -1, WIFSIGNALED(status_) ? WTERMSIG(status_) : 0,
                read_whole_file(said_ / "output"), read_whole_file(said_ / "errors"),
                static_cast<double>(used_.ru_maxrss) / 1024.0};
    }

    /// What it has printed so far.
    std::string output() const { return read_whole_file(said_ / "output"); }

    /// Waits until `condition` holds; false when the process ended before that.
    bool wait_until(const std::function<bool()>& condition) {
        while (!condition()) {
            if (!running()) return condition();
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return true;
    }

private:
    static int create(const std::filesystem::path& path) {
        return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    }

    TemporaryDirectory said_;
    pid_t id_ = -1;
    int status_ = 0;
    rusage used_ = {};
    bool waited_ = false;
};

inline ProcessResult talweg_in(const std::filesystem::path& directory, const Process::Words& arguments,
                               const std::function<void()>& before = {}) {
    return Process(arguments, directory, before).wait();
}

}  // namespace talweg
