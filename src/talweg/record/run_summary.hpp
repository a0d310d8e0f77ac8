/// run.json: what was run, by which program, how it ended, what it cost, and what the solver vouches for.
#pragma once
#include <string>
#include <vector>

#include "talweg/record/checkpoint.hpp"
#include "talweg/record/expectations.hpp"
#include "talweg/record/frame_steps.hpp"
#include "talweg/record/result_table.hpp"
#include "talweg/record/run_directory.hpp"
#include "talweg/record/run_end.hpp"
#include "talweg/scene/text/json.hpp"

namespace talweg {

struct RunSummary {
    std::string scene_file;  // as the user named it
    std::uint64_t scene_digest = 0;
    int threads = 0;
    std::string integrator, linear_solver;
    double tolerance = 0.0;            // m/s
    std::string started_at, ended_at;  // UTC, ISO 8601
    RunEnd ended;                      // running until it is told
    std::string advice;                // what to do about a stop
    std::uint64_t frames = 0;          // after the start, which is frame 0
    std::uint64_t steps = 0;
    double time = 0.0;          // s simulated
    double script_delay = 0.0;  // s that scripts are late
    std::string slowed;         // when that began, and where
    std::string gains;          // since when energy grows that nothing gave
    RunTotals totals;
    std::vector<ExpectationResult> expectations;
    std::vector<ResultRow> results;
    FrameSteps frame_steps;
    Json changes = Json::array();  // what later parts of the run changed: step, time and lines
    Json series = Json::object();  // names of recorded series, with unit and columns
};

void write_run_summary(const RunDirectory& run, const RunSummary& summary);

/// What a later part of a run must know of the earlier ones.
struct RecordedSummary {
    std::uint64_t scene_digest = 0;
    std::string started_at;
    Json changes = Json::array();
};
RecordedSummary read_run_summary(const RunDirectory& run);

/// "stopped: not_converged after step 12 (time 0.12 s): what to do about it"
std::string stop_message(const RunEnd& ended, std::uint64_t steps, double time, const std::string& advice);

/// "2026-11-15T08:30:00Z"
std::string utc_now();

/// A small table: phase, seconds, share of the run.
std::string cost_table(const RunTotals& totals);

}  // namespace talweg
