/// Files and directories of runs that others may have made: no link is followed, and nothing waits for ever at a pipe.
#pragma once
#include <filesystem>

namespace talweg {

/// Opens a file to be read, and returns the descriptor, which is the caller's. Throws Error on links and on what is no
/// plain file.
int open_plain_file(const std::filesystem::path& path);

/// Makes a directory, and those above it, unless it is there.
void make_directory(const std::filesystem::path& path);
/// The same for a directory of a run: a link in its place would lead the writing elsewhere, and is refused.
void make_plain_directory(const std::filesystem::path& path);
/// Throws when the path is a link, wherever that leads.
void refuse_link(const std::filesystem::path& path);

}  // namespace talweg
