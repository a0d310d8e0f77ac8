#include "talweg/sweep/sweep_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "talweg/export/npz_writer.hpp"
#include "talweg/format/csv.hpp"
#include "talweg/format/file.hpp"
#include "talweg/record/expectations.hpp"

namespace talweg {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr const char* certificate[] = {"largest_residual", "steps_at_rounding_floor", "steps_with_unsettled_friction",
                                       "divided_steps", "slowed_steps"};

/// Columns in the order in which runs bring them; a run that lacks one has no number there.
class Numbers {
public:
    explicit Numbers(std::size_t rows) : rows_(rows) {}

    void put(std::size_t row, const std::string& name, double value) {
        auto found = std::ranges::find(columns_, name, &Entry::first);
        if (found == columns_.end()) found = columns_.insert(found, {name, std::vector<double>(rows_, none)});
        found->second[row] = value;
    }
    void add_to(SweepTable& table) {
        for (auto& [name, values] : columns_) table.columns.push_back({name, std::move(values)});
    }

private:
    using Entry = std::pair<std::string, std::vector<double>>;
    std::size_t rows_;
    std::vector<Entry> columns_;
};

SweepTable::Column varied_column(const Study& study, std::size_t key) {
    const auto& values = study.keys()[key].values;
    if (std::ranges::all_of(values, [](const Json& value) { return value.is_number(); })) {
        std::vector<double> numbers;
        for (std::size_t run = 0; run < study.size(); ++run) numbers.push_back(study.value(run, key));
        return {study.keys()[key].name, numbers};
    }
    std::vector<std::string> words;
    for (std::size_t run = 0; run < study.size(); ++run) {
        const Json& value = study.value(run, key);
        words.push_back(value.is_string() ? value.get<std::string>() : value.dump());
    }
    return {study.keys()[key].name, words};
}

void put_summary(Numbers& numbers, std::size_t row, const RunDirectory& run) {
    const Json summary = Json::parse(read_whole_file(run.run()), nullptr, false);
    const auto number = [](const Json& from, const char* name) {
        return from.is_object() && from.contains(name) && from[name].is_number() ? from[name].get<double>() : none;
    };
    for (const char* name : {"frames", "steps", "time", "newton_iterations"})
        numbers.put(row, name, number(summary, name));
    for (const char* name : certificate)
        numbers.put(row, name, number(summary.is_object() ? summary.value("certificate", Json()) : Json(), name));
}

void put_expectations(Numbers& numbers, std::size_t row, const Study& study, const RunDirectory& run) {
    const auto results = measure_expectations(study.scene(row), run);
    if (results.empty()) return;
    for (const ExpectationResult& result : results)
        numbers.put(row, measure_name(result.expectation), result.measured.value_or(none));
    numbers.put(row, "expectations_met", static_cast<double>(std::ranges::count_if(results, &ExpectationResult::met)));
}

/// The last row of steps.csv from "kinetic" to "total", and the smallest distance that bodies came to.
void put_energies(Numbers& numbers, std::size_t row, const RunDirectory& run) {
    const CsvTable steps = read_csv(run.steps());
    const int first = steps.find("kinetic"), last = steps.find("total"), distance = steps.find("min_distance");
    if (steps.rows.empty() || first < 0 || last < 0) return;
    for (int c = first; c <= last; ++c) numbers.put(row, steps.columns[c] + "_at_end", steps.rows.back()[c]);
    if (distance < 0) return;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& step : steps.rows) least = std::min(least, step[distance]);
    numbers.put(row, "min_distance", least);
}

std::string csv_word(const std::string& word) {
    if (word.find_first_of(",\"\r\n") == word.npos) return word;
    std::string quoted = "\"";
    for (const char c : word) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

}  // namespace

SweepTable sweep_table(const Study& study, const SweepDirectory& directory) {
    SweepTable table;
    table.rows = study.size();
    std::vector<double> run(table.rows);
    for (std::size_t r = 0; r < table.rows; ++r) run[r] = static_cast<double>(r);
    table.columns.push_back({"run", run});
    for (std::size_t key = 0; key < study.keys().size(); ++key) table.columns.push_back(varied_column(study, key));
    std::vector<std::string> ended(table.rows);
    Numbers summaries(table.rows), measures(table.rows), energies(table.rows);
    for (std::size_t r = 0; r < table.rows; ++r) {
        const RunOutcome found = outcome(directory, r);
        ended[r] = found.stage == RunStage::none ? "not run" : found.ended;
        if (found.stage != RunStage::finished && found.stage != RunStage::stopped) continue;
        put_summary(summaries, r, directory.run(r));
        put_expectations(measures, r, study, directory.run(r));
        put_energies(energies, r, directory.run(r));
    }
    table.columns.push_back({"ended", ended});
    for (Numbers* numbers : {&summaries, &measures, &energies}) numbers->add_to(table);
    return table;
}

std::string csv_text(const SweepTable& table) {
    std::string text;
    for (std::size_t c = 0; c < table.columns.size(); ++c) text += (c ? "," : "") + csv_word(table.columns[c].name);
    for (std::size_t row = 0; row < table.rows; ++row) {
        text += '\n';
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            if (c) text += ',';
            if (const auto* words = std::get_if<1>(&table.columns[c].values))
                text += csv_word((*words)[row]);
            else if (const double value = std::get<0>(table.columns[c].values)[row]; value == value)
                text += fmt::format("{}", value);
        }
    }
    return text + "\n";
}

void write_table(const SweepTable& table, const SweepDirectory& directory) {
    replace_file(directory.csv(), csv_text(table));
    NpzWriter archive(directory.npz());
    for (const SweepTable::Column& column : table.columns) {
        if (const auto* words = std::get_if<1>(&column.values))
            archive.add_words(column.name, *words);
        else
            archive.add(column.name, "<f8", {table.rows}, std::span<const double>(std::get<0>(column.values)));
    }
    archive.finish();
}

}  // namespace talweg
