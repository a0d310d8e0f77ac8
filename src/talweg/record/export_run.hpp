/// A run directory, finished or still being written, as a sequence of files that other programs open: one per frame,
/// frame_000000.obj and so on.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "talweg/record/frame_range.hpp"

namespace talweg {

struct ExportSettings {
    std::string format;          // one of export_formats()
    std::filesystem::path into;  // empty: a directory in the run directory, named like the format
    FrameRange frames;           // all unless told
    bool text = false;           // readable text where the format has a binary form too
};

struct ExportResult {
    std::filesystem::path directory;
    std::uint64_t files = 0;
};

/// Names of the formats, for messages and the command line.
std::vector<std::string> export_formats();

ExportResult export_run(const std::filesystem::path& run, const ExportSettings& settings);

}  // namespace talweg
