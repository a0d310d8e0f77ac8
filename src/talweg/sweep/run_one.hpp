/// One run of a study: what `talweg sweep STUDY --index i` does, and so one task of an array job.
#pragma once
#include <functional>

#include "talweg/sweep/sweep_directory.hpp"

namespace talweg {

struct OneRunOptions {
    int threads = 1;
    bool retry = false;                      // runs that stopped or failed start anew
    std::function<bool()> interrupted = {};  // asked after every step
};

/// Whether nothing is left to do for a run. Throws when what is there was made of another scene.
bool is_done(const Study& study, const SweepDirectory& directory, std::size_t index, bool retry);

/// Starts the run, or goes on with what is there of it; nothing is done where it has ended. A scene that cannot be run
/// leaves its reason in a file and is no error here: the others shall go on.
RunOutcome run_one(const Study& study, const SweepDirectory& directory, std::size_t index,
                   const OneRunOptions& options);

}  // namespace talweg
