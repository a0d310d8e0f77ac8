#include "talweg/record/run_summary.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cmath>

#include "talweg/format/digest.hpp"
#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"
#include "talweg/version.hpp"

namespace talweg {

namespace {

Json expectation_json(const ExpectationResult& result) {
    Json json;
    json["what"] = describe(result);
    json["expected"] = result.expectation.value;
    json["tolerance"] = result.expectation.tolerance;
    json["measured"] = result.measured ? Json(*result.measured) : Json();
    json["met"] = result.met();
    return json;
}

Json summary_json(const RunSummary& summary) {
    const RunTotals& totals = summary.totals;
    Json json;
    json["talweg"] = version;
    json["build"] = build_description;
    json["scene_file"] = summary.scene_file;
    json["scene_hash"] = to_hex(summary.scene_digest);
    json["threads"] = summary.threads;
    json["integrator"] = summary.integrator;
    json["linear_solver"] = summary.linear_solver;
    json["started_at"] = summary.started_at;
    json["ended_at"] = summary.ended_at;
    json["ended"] = summary.ended.words();
    if (!summary.advice.empty()) json["advice"] = summary.advice;
    json["frames"] = summary.frames;
    json["steps"] = summary.steps;
    json["time"] = summary.time;
    json["newton_iterations"] = totals.newton_iterations;
    json["seconds"] = {{"total", totals.seconds},           {"assembly", totals.assembly}, {"solve", totals.solve},
                       {"line_search", totals.line_search}, {"contact", totals.contact},   {"record", totals.record}};
    json["certificate"] = {{"tolerance", summary.tolerance},
                           {"largest_residual", totals.largest_residual},
                           {"largest_force_error", totals.largest_force_error},
                           {"largest_imbalance", totals.largest_imbalance},
                           {"largest_fall", totals.largest_fall},
                           {"steps_at_rounding_floor", totals.steps_at_floor},
                           {"steps_with_unsettled_friction", totals.unsettled_steps},
                           {"divided_steps", totals.divided_steps},
                           {"slowed_steps", totals.slowed_steps},
                           {"script_delay", summary.script_delay}};
    if (!summary.slowed.empty()) json["slowed"] = summary.slowed;
    if (!summary.gains.empty()) json["gains_energy"] = summary.gains;
    if (!summary.changes.empty()) json["changes"] = summary.changes;
    if (!summary.results.empty()) json["results"] = to_json(summary.results);
    json["frame_steps"] = to_json(summary.frame_steps);
    json["series"] = summary.series;
    json["expectations"] = Json::array();
    for (const ExpectationResult& result : summary.expectations)
        json["expectations"].push_back(expectation_json(result));
    return json;
}

}  // namespace

void write_run_summary(const RunDirectory& run, const RunSummary& summary) {
    // File names may hold bytes that are no text; they must not cost the user a run.
    replace_file(run.run(), summary_json(summary).dump(4, ' ', false, Json::error_handler_t::replace) + "\n");
}

RecordedSummary read_run_summary(const RunDirectory& run) {
    const std::string text = read_whole_file(run.run());
    try {
        const Json json = Json::parse(text);
        const std::string hash = json.at("scene_hash");
        RecordedSummary summary{0, json.at("started_at"), json.value("changes", Json::array())};
        const char* const end = hash.data() + hash.size();
        if (std::from_chars(hash.data(), end, summary.scene_digest, 16).ptr == end) return summary;
    } catch (const Json::exception&) {
        // Said below, as for a hash that is none.
    }
    throw Error(run.run().string() + " is damaged; start the run anew with --overwrite");
}

std::string stop_message(const RunEnd& ended, std::uint64_t steps, double time, const std::string& advice) {
    return fmt::format("{} after step {} (time {:.6g} s): {}", ended.words(), steps, time, advice);
}

std::string utc_now() {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%FT%TZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

std::string cost_table(const RunTotals& totals) {
    const double listed = totals.assembly + totals.solve + totals.line_search + totals.contact + totals.record;
    const std::pair<const char*, double> rows[] = {
        {"assembly", totals.assembly}, {"solve", totals.solve},   {"line search", totals.line_search},
        {"contact", totals.contact},   {"record", totals.record}, {"other", std::max(0.0, totals.seconds - listed)},
        {"total", totals.seconds}};
    const bool brief = totals.seconds < 1.0;
    std::string text;
    for (const auto& [name, seconds] : rows)
        text += fmt::format("  {:<12} {:>10.2f} {} {:>4.0f} %\n", name, brief ? 1e3 * seconds : seconds,
                            brief ? "ms" : "s ", totals.seconds > 0 ? 100.0 * seconds / totals.seconds : 0.0);
    return text;
}

}  // namespace talweg
