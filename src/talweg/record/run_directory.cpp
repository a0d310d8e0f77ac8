#include "talweg/record/run_directory.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "talweg/format/file.hpp"
#include "talweg/format/plain_file.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

namespace {

namespace fs = std::filesystem;

void refuse_what_must_stay(const RunDirectory& directory, RunMode mode) {
    const std::string name = directory.path.string();
    if (directory.holds_run()) {
        if (mode != RunMode::fresh) return;
        throw Error(name +
                    " already holds a run; add --resume to go on with it, --overwrite to replace it, or choose "
                    "another directory with -o");
    }
    std::error_code error;
    const bool empty = fs::is_empty(directory.path, error);
    if (error) throw_system_error("read the directory " + name, error.value());
    if (!empty) throw Error(name + " holds files that are no run of talweg; choose another directory with -o");
}

}  // namespace

fs::path default_run_directory(const fs::path& runs, const std::string& stem, RunMode mode) {
    fs::path last = runs / stem;
    if (mode == RunMode::overwrite) return last;
    fs::path next = last;
    for (int number = 2; RunDirectory{next}.holds_run(); ++number) {
        last = next;
        next = runs / (stem + "-" + std::to_string(number));
    }
    return mode == RunMode::resume ? last : next;
}

RunClaim::RunClaim(const fs::path& path, RunMode mode) : directory_{path} {
    std::error_code ignored;
    if (fs::exists(path, ignored) && !fs::is_directory(path, ignored))
        throw Error(path.string() + " is a file; choose a directory with -o");
    make_directory(path);
    refuse_what_must_stay(directory_, mode);
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor_ < 0) throw_system_error("open the directory " + path.string(), errno);
    // File systems without locks are used without: two writers at once are a mistake to catch, not a case to support.
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        ::close(descriptor_);
        throw AlreadyClaimed("another talweg is writing " + path.string() +
                             "; wait for it, or choose another directory with -o");
    }
    resumes_ = mode == RunMode::resume && directory_.holds_run();
}

RunClaim::~RunClaim() { ::close(descriptor_); }

}  // namespace talweg
