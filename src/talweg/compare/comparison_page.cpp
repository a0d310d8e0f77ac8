#include "talweg/compare/comparison_page.hpp"

#include <fmt/format.h>

#include "talweg/report/report.hpp"
#include "talweg/scene/text/json.hpp"

namespace talweg {

namespace {

constexpr const char* about =
    "Every method steps the same scene. \"minimum\" is implicit Euler converged ten thousand times closer than by "
    "default; errors are distances of all points from its, frame by frame.";

Json row_of(const MethodResult& r) {
    if (!r.ran()) return Json::array({r.label, "", "", "", "", "", r.ended, ""});
    return Json::array({r.label, fmt::format("{:.3f}", r.ms_per_step), fmt::format("{:.1f}", r.iterations_per_step),
                        fmt::format("{:.3e}", r.error_rms), fmt::format("{:.3e}", r.error_max),
                        fmt::format("{:.4f}", r.stretch), r.ended, r.referee});
}

Json curve(const char* title, const char* unit, bool logarithmic) {
    return {{"title", title}, {"unit", unit}, {"logarithmic", logarithmic}, {"lines", Json::array()}};
}

Json line(int run, const Curve2& values) { return {{"run", run}, {"at", values.at}, {"value", values.value}}; }

/// As the page reads it (web/src/data/measured.ts); runs are counted without methods that could not begin.
Json measured(const Comparison& comparison) {
    Json rows = Json::array(), work = Json::array();
    Json error = curve("Error against the minimum, rms", "m", true);
    Json stretch = curve("Largest stretch of an edge", "", false);
    int run = 0;
    for (const MethodResult& r : comparison.results) {
        rows.push_back(row_of(r));
        if (!r.ran()) continue;
        stretch["lines"].push_back(line(run, r.longest));
        if (run > 0) {  // the first is what the others are measured against
            error["lines"].push_back(line(run, r.error));
            work.push_back({{"run", run}, {"x", r.ms_per_step}, {"y", r.error_rms}});
        }
        ++run;
    }
    return {{"about", about},
            {"columns", Json::array({"method", "ms per step", "iterations per step", "error, rms (m)",
                                     "error, largest (m)", "largest stretch", "ended", "referee"})},
            {"rows", rows},
            {"curves", Json::array({error, stretch})},
            {"work",
             {{"title", "Error over work: each method a point"},
              {"x", {{"words", "time per step"}, {"unit", "ms"}}},
              {"y", {{"words", "error, rms"}, {"unit", "m"}}},
              {"points", work}}}};
}

}  // namespace

std::string comparison_page(const Comparison& comparison) {
    std::vector<NamedRun> runs;
    for (const MethodResult& r : comparison.results)
        if (r.ran()) runs.push_back({r.label, {r.run}});
    return comparison_page(runs, comparison.title + ": methods compared", default_report_bytes,
                           measured(comparison).dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace talweg
