#include "talweg/compare/comparison_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talweg/compare/chart.hpp"
#include "talweg/format/base64.hpp"
#include "talweg/record/recorded_run.hpp"

namespace talweg {

namespace {

constexpr const char* colours[] = {"#222222", "#d1495b", "#2e86ab", "#3a7d44", "#b07d12",
                                   "#7b4fa3", "#008b8b", "#c2603a", "#5b6770", "#a23b72"};
const char* colour(std::size_t k) { return colours[k % std::size(colours)]; }

constexpr std::uint64_t most_bytes = 12'000'000;  // of all motions together

std::string table(const Comparison& comparison) {
    std::string html =
        "<table><tr><th>method<th>ms per step<th>iterations per step<th>error, rms (m)<th>error, largest (m)"
        "<th>largest stretch<th>ended<th>referee</tr>\n";
    for (std::size_t k = 0; k < comparison.results.size(); ++k) {
        const MethodResult& r = comparison.results[k];
        html += fmt::format("<tr><td><b style=\"color:{}\">{}</b>", colour(k), html_text(r.label));
        if (r.ran())
            html += fmt::format("<td>{:.3f}<td>{:.1f}<td>{:.3e}<td>{:.3e}<td>{:.4f}<td>{}<td>{}</tr>\n", r.ms_per_step,
                                r.iterations_per_step, r.error_rms, r.error_max, r.stretch, html_text(r.ended),
                                html_text(r.referee));
        else
            html += fmt::format("<td colspan=7>{}</tr>\n", html_text(r.ended));
    }
    return html + "</table>\n";
}

std::string curves(const Comparison& comparison) {
    Chart error{"Error against the minimum, rms", "time, s", "m", false, true};
    Chart work{"Error over work: each method a point", "ms per step", "rms error, m", true, true};
    Chart energy{"Energy, kinetic and potential", "time, s", "J", false, false};
    Chart stretch{"Largest stretch of an edge", "time, s", "of its rest length", false, false};
    for (std::size_t k = 0; k < comparison.results.size(); ++k) {
        const MethodResult& r = comparison.results[k];
        if (!r.ran()) continue;
        energy.lines.push_back({r.label, colour(k), r.energy});
        stretch.lines.push_back({r.label, colour(k), r.longest});
        if (k == 0) continue;
        error.lines.push_back({r.label, colour(k), r.error});
        work.lines.push_back({r.label, colour(k), {{r.ms_per_step}, {r.error_rms}}});
    }
    std::string html = "<div class=charts>";
    for (const Chart& chart : {error, work, energy, stretch}) html += chart.svg();
    return html + "</div>\n";
}

/// The frames of every run as 32-bit numbers, as many as fit, and the edges between points.
std::string motions(const Comparison& comparison) {
    std::string edges, data;
    std::uint64_t points = 0, frames = 0, runs = 0;
    double low[3], high[3], interval = 0.0;
    for (const MethodResult& r : comparison.results) {
        if (!r.ran()) continue;
        const RecordedRun run(r.run);
        points = run.positions(0).size();
        frames = std::max(frames, run.frames());
        interval = run.frame_time();
        ++runs;
    }
    if (runs == 0 || comparison.edges.empty()) return "";
    std::vector<int> used, number(points, -1);  // points with edges; others are not shown
    for (const auto& edge : comparison.edges)
        for (const int point : edge)
            if (number[point] < 0) {
                number[point] = static_cast<int>(used.size());
                used.push_back(point);
            }
    const std::uint64_t stride = 1 + runs * frames * used.size() * 16 / most_bytes;
    for (int a = 0; a < 3; ++a) low[a] = 1e300, high[a] = -1e300;
    std::size_t k = 0;
    for (const MethodResult& r : comparison.results) {
        const std::size_t number_of_result = k++;
        if (!r.ran()) continue;
        const RecordedRun run(r.run);
        std::vector<float> values;
        for (std::uint64_t frame = 0; frame < run.frames(); frame += stride) {
            const Positions x = run.positions(frame);
            for (const int i : used)
                for (int a = 0; a < 3; ++a) {
                    values.push_back(static_cast<float>(x[i][a]));
                    low[a] = std::min(low[a], x[i][a]);
                    high[a] = std::max(high[a], x[i][a]);
                }
        }
        std::string coded;
        append_base64(coded, {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)});
        data += fmt::format("{{label:\"{}\",colour:\"{}\",data:\"{}\"}},\n", html_text(r.label),
                            colour(number_of_result), coded);
    }
    for (const auto& [a, b] : comparison.edges) edges += fmt::format("{},{},", number[a], number[b]);
    return fmt::format(
               "<p><button id=play>pause</button> <input id=at type=range min=0 value=0 style=\"width:40%\"> <span "
               "id=time></span> – drag a picture to turn all of them</p><div id=motions></div>\n<script>\nconst points "
               "= "
               "{}, interval = {}, low = [{}, {}, {}], high = [{}, {}, {}];\nconst edges = [{}];\nconst runs = [{}];\n",
               used.size(), interval * double(stride), low[0], low[1], low[2], high[0], high[1], high[2], edges, data) +
           player_script() + "</script>\n";
}

}  // namespace

std::string comparison_page(const Comparison& comparison) {
    return fmt::format(
               "<!doctype html><html lang=en><meta charset=utf-8><title>{0}: methods compared</title>\n<style>\n"
               "body{{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:1280px;padding:0 1em;color:#222}}\n"
               "table{{border-collapse:collapse}}td,th{{padding:.25em .8em;text-align:left;border-bottom:1px solid "
               "#ddd;"
               "font-variant-numeric:tabular-nums;vertical-align:top}}\n.charts,#motions{{display:flex;flex-wrap:wrap;"
               "gap:1em}}figure{{margin:0}}canvas{{border:1px solid #ddd;cursor:grab}}svg text{{font-size:11px}}\n"
               "</style>\n<h1>{0}</h1>\n<p>Every method steps the same scene. <b>minimum</b> is implicit Euler "
               "converged ten thousand times closer than by default; errors are distances of all points from its, "
               "frame "
               "by frame.</p>\n",
               html_text(comparison.title)) +
           motions(comparison) + table(comparison) + curves(comparison) + "</html>\n";
}

}  // namespace talweg
