#include "talweg/record/step_forces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talweg/record/recorded_series.hpp"

namespace talweg {

namespace {

using Rows = std::vector<std::vector<double>>;

/// Of one body, of which a row has six numbers: three of the impulse, then its moment.
double size(const std::vector<double>& row, std::size_t body) {
    return std::hypot(row[6 * body], row[6 * body + 1], row[6 * body + 2]);
}

void add_column(CsvTable& table, const std::string& name, const Rows& impulses, std::size_t body) {
    bool acted = false;
    for (const auto& row : impulses) acted = acted || size(row, body) > 0.0;
    if (!acted) return;
    const int time = table.find("time");
    table.columns.push_back(name);
    for (std::size_t n = 0; n < table.rows.size(); ++n) {
        if (n == 0) {
            table.rows[n].push_back(0.0);  // nothing has acted yet
            continue;
        }
        const double dt = table.rows[n][time] - table.rows[n - 1][time];
        const bool known = dt > 0.0 && n < impulses.size();
        table.rows[n].push_back(known ? size(impulses[n], body) / dt : std::numeric_limits<double>::quiet_NaN());
    }
}

/// Every column of every series that is not zero throughout.
void add_series(CsvTable& table, const RecordedSeries& series) {
    std::size_t count = 0;
    for (const RecordedSeries::Entry& entry : series.entries()) count += entry.columns.size();
    if (count > most_series_columns) return;
    for (const RecordedSeries::Entry& entry : series.entries()) {
        const Rows rows = series.rows(entry.name);
        for (std::size_t c = 0; c < entry.columns.size(); ++c) {
            if (std::ranges::all_of(rows, [c](const auto& row) { return row[c] == 0.0; })) continue;
            table.columns.push_back(entry.name + "." + entry.columns[c]);
            for (std::size_t n = 0; n < table.rows.size(); ++n)
                table.rows[n].push_back(n < rows.size() ? rows[n][c] : std::numeric_limits<double>::quiet_NaN());
        }
    }
}

}  // namespace

CsvTable read_steps_with_forces(const RunDirectory& run) {
    CsvTable table = read_csv(run.steps());
    const RecordedSeries series(run);
    if (table.find("time") < 0) return table;
    if (!series.has("impulse_holds")) {
        add_series(table, series);
        return table;
    }
    Rows touching = series.has("impulse_contact") ? series.rows("impulse_contact") : Rows{};
    if (series.has("impulse_friction")) {
        const Rows friction = series.rows("impulse_friction");
        for (std::size_t n = 0; n < std::min(touching.size(), friction.size()); ++n)
            for (std::size_t k = 0; k < touching[n].size(); ++k) touching[n][k] += friction[n][k];
    }
    const Rows holds = series.rows("impulse_holds");
    for (const RecordedSeries::Entry& entry : series.entries()) {
        if (entry.name != "impulse_holds") continue;
        for (std::size_t body = 0; 6 * body < entry.columns.size(); ++body) {
            const std::string& column = entry.columns[6 * body];  // "NAME.x"
            const std::string name = column.substr(0, column.rfind('.'));
            add_column(table, "contact_force." + name, touching, body);
            add_column(table, "reaction." + name, holds, body);
        }
    }
    add_series(table, series);
    return table;
}

}  // namespace talweg
