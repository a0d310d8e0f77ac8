/// A sweep as an array job of Slurm: task i of the array is the call that makes run i.
#pragma once
#include <string>
#include <vector>

#include "talweg/sweep/sweep_directory.hpp"

namespace talweg {

struct SlurmOptions {
    std::vector<std::string> command;  // program and arguments that make a run, without the index
    std::vector<std::string> collect;  // those that make the table
    std::vector<std::string> extra;    // further options of sbatch, such as --time=1:00:00, for both jobs
    int threads = 1;
    std::size_t most_tasks = 1000;  // of an array: Slurm's MaxArraySize is 1001 unless an administrator changed it
};

/// The batch script. With more runs than tasks, a task makes every so-manieth run.
std::string batch_script(const Study& study, const SweepDirectory& directory, const SlurmOptions& options);

/// Whether there is an sbatch on the path.
bool has_sbatch();

/// Submits the script, and a job that makes the table when all tasks have ended; returns what to tell the user.
std::string submit(const SweepDirectory& directory, const SlurmOptions& options);

}  // namespace talweg
