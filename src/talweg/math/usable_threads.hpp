/// How many threads help: as many as this process may have processors, by affinity and by the control group's share.
#pragma once
#include <filesystem>
#include <string>

namespace talweg {

/// Processors that a control group may keep busy, from its cpu.max: "200000 100000" is 2, "max 100000" no limit, which
/// is infinite, and so is what cannot be read.
double processor_share(const std::string& cpu_max);
/// The least of what a group and those around it may: `group` as in "/outer/inner", below `root`.
double processor_share(const std::filesystem::path& root, std::string group);
/// This process's own group, from the text of /proc/self/cgroup; "/" where it is not told.
std::string control_group(const std::string& lines);
int usable_threads();

}  // namespace talweg
