/// A run directory, finished or still being written, as files that other programs open.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "talweg/export/clip.hpp"
#include "talweg/export/export_settings.hpp"

namespace talweg {

struct ExportResult {
    std::filesystem::path path;  // the file, or the directory of several
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;  // of a single file
};

struct ExportFormat {
    const char* name;
    const char* summary;
    bool one_file;  // else a directory of several
    std::uint64_t (*write)(const Clip&, const std::filesystem::path& into, const ExportSettings&);  // number of files
};

/// All formats, in the order of their names.
std::span<const ExportFormat> export_formats();

ExportResult export_run(const std::filesystem::path& run, const ExportSettings& settings);

}  // namespace talweg
