#include "talweg/sweep/sweep_page.hpp"

#include <fmt/format.h>

#include "talweg/format/file.hpp"

namespace talweg {

namespace {

std::string values_text(const Json& values) {
    std::string text;
    for (const auto& [key, value] : values.items()) {
        const std::string name = key.substr(key.find_last_of('.') + 1);
        text += (text.empty() ? "" : ", ") + name + " ";
        text += value.is_number_float() ? fmt::format("{:.4g}", value.get<double>()) : value.dump();
    }
    return text;
}

}  // namespace

std::vector<NamedRun> runs_to_show(const SweepDirectory& directory) {
    const Json plan = Json::parse(read_whole_file(directory.plan()), nullptr, false);
    std::vector<NamedRun> all;
    const Json runs = plan.is_object() ? plan.value("runs", Json::array()) : Json::array();
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const RunStage stage = outcome(directory, run).stage;
        if (stage == RunStage::finished || stage == RunStage::stopped)
            all.push_back({fmt::format("{}: {}", run, values_text(runs[run])), directory.run(run)});
    }
    if (all.size() <= most_runs_on_a_page) return all;
    std::vector<NamedRun> some;
    for (std::size_t k = 0; k < most_runs_on_a_page; ++k)
        some.push_back(all[k * (all.size() - 1) / (most_runs_on_a_page - 1)]);
    return some;
}

void write_sweep_page(const SweepDirectory& directory) {
    const std::vector<NamedRun> runs = runs_to_show(directory);
    if (runs.empty()) return;
    const Json plan = Json::parse(read_whole_file(directory.plan()), nullptr, false);
    const std::string title = plan.value("title", "");
    replace_file(directory.report(), comparison_page(runs, title.empty() ? directory.path.filename().string() : title));
}

}  // namespace talweg
