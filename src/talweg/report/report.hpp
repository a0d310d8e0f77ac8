/// report.html: one self-contained page with the animation, the plots and the parameters of a run. It opens from disk,
/// without a server or a network. The page itself is web/dist/page.html, which the library carries.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "talweg/record/run_directory.hpp"

namespace talweg {

constexpr std::uint64_t default_report_bytes = 30'000'000;

/// Writes the report of the run as it stands, from scene.json, topology.json, positions.npy, steps.csv and run.json.
/// Frames are left out evenly until the page has at most `byte_budget` bytes; the first and the last always stay.
void write_report(const RunDirectory& run, std::uint64_t byte_budget = default_report_bytes);

struct NamedRun {
    std::string name;  // what the page calls it
    RunDirectory directory;
};

/// One page of several runs: motions beside or over each other, curves overlaid. Each run gets an equal part of the
/// budget. `measured`: JSON of what was measured of them, as web/src/data/measured.ts has it; or nothing. Throws when
/// runs cannot be shown in one picture: planar ones beside others.
std::string comparison_page(std::span<const NamedRun> runs, const std::string& title,
                            std::uint64_t byte_budget = default_report_bytes, const std::string& measured = "");

}  // namespace talweg
