/// All runs of a study on this machine: each a process of its own, several at a time. What kills one leaves the others.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "talweg/sweep/sweep_directory.hpp"

namespace talweg {

struct ScheduleOptions {
    int jobs = 0;        // runs at a time; 0: as many as there are processors
    bool retry = false;  // runs that stopped or failed start anew
    /// Program and arguments that make run i, as run_one does.
    std::function<std::vector<std::string>(std::size_t)> command;
    std::function<void(const std::string&)> say = {};  // told of every run that ends
    std::function<bool()> interrupted = {};            // asked all the time; runs then save and end
};

struct ScheduleResult {
    std::size_t finished = 0, stopped = 0, failed = 0, unfinished = 0;
    bool interrupted = false;
};

/// Runs what has not ended yet. Signals its processes when interrupted, and when it dies itself.
ScheduleResult run_all(const Study& study, const SweepDirectory& directory, const ScheduleOptions& options);

/// "62 of 64 runs finished, 1 stopped, 1 failed", and a line for each that did not finish.
std::string describe(const Study& study, const SweepDirectory& directory, const ScheduleResult& result);

}  // namespace talweg
