/// Runs another program and waits for it.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace talweg {

/// The program as a file, found as the shell would find it; empty if there is none.
std::filesystem::path find_program(const std::string& name);

/// Runs it in `folder`, with nothing to read and its words going to `log`. Returns its exit status, or 128 + the signal
/// that ended it. Throws Error when it cannot be started.
int run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                const std::filesystem::path& folder, const std::filesystem::path& log);

}  // namespace talweg
