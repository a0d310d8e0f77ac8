/// A file in memory, and where its readers complain about it.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>

#include "talweg/math/error.hpp"

namespace talweg::read {

struct Source {
    std::filesystem::path path;
    std::string bytes;
    bool points_suffice = false;  // to whoever reads it: there need be nothing between them

    /// "file:line: message" for a place in a text file.
    [[noreturn]] void fail_in_text(std::size_t position, const std::string& message) const;
    /// "file: byte n: message" for a place in a binary one.
    [[noreturn]] void fail_in_binary(std::size_t position, const std::string& message) const;
    /// "file: message" for the file as a whole.
    [[noreturn]] void fail(const std::string& message) const;
};

/// The whole file. Throws Error when it is missing, a folder, unreadable or empty.
Source load_source(const std::filesystem::path& path);

}  // namespace talweg::read
