/// The directory of a sweep: a run directory per run, what became of those that failed, and the table of all.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "talweg/record/run_directory.hpp"
#include "talweg/sweep/study.hpp"

namespace talweg {

struct SweepDirectory {
    std::filesystem::path path;

    std::filesystem::path plan() const { return path / "sweep.json"; }
    std::filesystem::path csv() const { return path / "table.csv"; }
    std::filesystem::path npz() const { return path / "table.npz"; }
    std::filesystem::path report() const { return path / "report.html"; }
    std::filesystem::path batch_script() const { return path / "sweep.sbatch"; }
    RunDirectory run(std::size_t index) const { return {path / name(index)}; }
    /// Says why a run could not be made: it left no run, or none that can be read.
    std::filesystem::path failure(std::size_t index) const { return path / (name(index) + ".failed.txt"); }

    static std::string name(std::size_t index);  // run_0003
};

/// Makes the directory if needed and writes the plan of the study there. Throws when it holds something else: files
/// that are no sweep, or runs with other values. A plan may grow by runs at its end.
void prepare(const SweepDirectory& directory, const Study& study);

/// Removes the runs of a sweep, its failures and its tables; nothing else.
void clear(const SweepDirectory& directory);

/// What is there of one run.
enum class RunStage { none, unfinished, finished, stopped, failed };
struct RunOutcome {
    RunStage stage = RunStage::none;
    std::string ended;  // as in run.json, or "failed: …"
    std::string advice;
};
RunOutcome outcome(const SweepDirectory& directory, std::size_t index);

}  // namespace talweg
