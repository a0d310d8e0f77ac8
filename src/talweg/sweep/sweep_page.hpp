/// The page of a sweep: its runs as small multiples, their curves overlaid.
#pragma once
#include <vector>

#include "talweg/report/report.hpp"
#include "talweg/sweep/sweep_directory.hpp"

namespace talweg {

constexpr std::size_t most_runs_on_a_page = 64;

/// The runs of a sweep that can be shown, named by their values; of many, some that are spread over all.
std::vector<NamedRun> runs_to_show(const SweepDirectory& directory);

/// report.html in the directory of the sweep; nothing when no run has a frame.
void write_sweep_page(const SweepDirectory& directory);

}  // namespace talweg
