/// How many threads help: as many as this process may have processors, by affinity and by the control group's share.
#pragma once
#include <string>

namespace talweg {

/// Processors that a control group may keep busy, from its cpu.max: "200000 100000" is 2, "max 100000" no limit, which
/// is infinite, and so is what cannot be read.
double processor_share(const std::string& cpu_max);
int usable_threads();

}  // namespace talweg
