/// The directory of one run: the names of its files, and the right to write there, which one process has at a time.
#pragma once
#include <filesystem>
#include <string>

#include "talweg/math/error.hpp"

namespace talweg {

struct RunDirectory {
    std::filesystem::path path;

    std::filesystem::path scene() const { return path / "scene.json"; }
    std::filesystem::path topology() const { return path / "topology.json"; }
    std::filesystem::path positions() const { return path / "positions.npy"; }
    std::filesystem::path steps() const { return path / "steps.csv"; }
    std::filesystem::path newton() const { return path / "newton.csv"; }
    std::filesystem::path checkpoint() const { return path / "checkpoint.bin"; }
    std::filesystem::path run() const { return path / "run.json"; }
    std::filesystem::path elements() const { return path / "elements"; }
    std::filesystem::path element_description() const { return elements() / "elements.json"; }
    std::filesystem::path element_field(const std::string& name) const { return elements() / (name + ".npy"); }
    std::filesystem::path all_series() const { return path / "series"; }
    std::filesystem::path series(const std::string& name) const { return all_series() / (name + ".npy"); }
    std::filesystem::path contacts() const { return path / "contacts.csv"; }
    std::filesystem::path contact_force() const { return path / "contact_force.npy"; }
    std::filesystem::path ages() const { return path / "age.npy"; }
    std::filesystem::path pressures() const { return path / "pressure.npy"; }
    std::filesystem::path densities() const { return path / "density.npy"; }
    std::filesystem::path report() const { return path / "report.html"; }

    /// run.json is the first file of a run, so it tells a run directory from others.
    bool holds_run() const { return std::filesystem::exists(run()); }
};

/// What to do with a run that is already there.
enum class RunMode { fresh, resume, overwrite };

/// Where a run of `stem` goes when nobody said: runs/stem, and runs/stem-2, runs/stem-3… as long as they hold runs.
/// To resume, the last of them.
std::filesystem::path default_run_directory(const std::filesystem::path& runs, const std::string& stem, RunMode mode);

/// Another process writes there.
struct AlreadyClaimed : Error {
    using Error::Error;
};

/// The right to write a run directory, held until destruction, lost with the process. Makes the directory if needed;
/// throws when it holds something that `mode` does not allow to touch, or another process is writing there.
class RunClaim {
public:
    RunClaim(const std::filesystem::path& path, RunMode mode);
    ~RunClaim();
    RunClaim(const RunClaim&) = delete;
    RunClaim& operator=(const RunClaim&) = delete;

    const RunDirectory& directory() const { return directory_; }
    /// Whether there is a run to go on with.
    bool resumes() const { return resumes_; }

private:
    RunDirectory directory_;
    bool resumes_;
    int descriptor_;
};

}  // namespace talweg
