#include "talweg/record/recorded_series.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "talweg/format/file.hpp"
#include "talweg/format/plain_file.hpp"
#include "talweg/math/error.hpp"
#include "talweg/record/foreign_text.hpp"
#include "talweg/record/frames.hpp"

namespace talweg {

RecordedSeries::RecordedSeries(const RunDirectory& run) : run_(run) {
    if (!run.holds_run()) return;
    refuse_link(run.all_series());
    const auto json = nlohmann::json::parse(read_whole_file(run.run()), nullptr, false);
    if (!json.is_object() || !json.contains("series") || !json["series"].is_object()) return;
    try {
        for (const auto& [name, series] : json["series"].items()) {
            if (!is_recorded_name(name))
                throw Error(run.run().string() + " names a series \"" + name + "\", which is no name");
            entries_.push_back({name, series.at("unit"), series.at("columns")});
        }
    } catch (const nlohmann::json::exception& error) {
        throw Error(run.run().string() + " is damaged: " + error.what());
    }
}

bool RecordedSeries::has(const std::string& name) const {
    return std::ranges::find(entries_, name, &Entry::name) != entries_.end();
}

const RecordedSeries::Entry& RecordedSeries::entry(const std::string& name) const {
    const auto found = std::ranges::find(entries_, name, &Entry::name);
    if (found != entries_.end()) return *found;
    std::vector<std::string> names;
    for (const Entry& known : entries_) names.push_back(known.name);
    throw Error(names.empty() ? "the run has recorded no series (record.series)"
                              : fmt::format("the run has no series \"{}\"; it has {}", name, fmt::join(names, ", ")));
}

std::vector<std::vector<double>> RecordedSeries::rows(const std::string& name) const {
    const Entry& known = entry(name);
    const FrameReader reader(run_.series(name));
    if (reader.points() * reader.components() != known.columns.size())
        throw Error(run_.series(name).string() + " has not the columns that run.json names");
    std::vector<std::vector<double>> rows;
    for (std::uint64_t step = 0; step < reader.frames(); ++step) rows.push_back(reader.read_values(step));
    return rows;
}

double RecordedSeries::value(const std::string& name, const std::string& column, std::uint64_t step) const {
    const Entry& known = entry(name);
    const auto found = std::ranges::find(known.columns, column);
    if (found == known.columns.end())
        throw Error(
            fmt::format("the series {} has no column \"{}\"; it has {}", name, column, fmt::join(known.columns, ", ")));
    const FrameReader reader(run_.series(name));
    if (step >= reader.frames()) throw Error(fmt::format("the series {} has no step {}", name, step));
    const std::vector<double> row = reader.read_values(step);
    if (row.size() != known.columns.size())
        throw Error(run_.series(name).string() + " has not the columns that run.json names");
    return row[static_cast<std::size_t>(found - known.columns.begin())];
}

}  // namespace talweg
