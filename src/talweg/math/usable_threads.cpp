#include "talweg/math/usable_threads.hpp"

#include <tbb/info.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

namespace talweg {

double processor_share(const std::string& cpu_max) {
    std::istringstream words(cpu_max);
    double quota = 0.0, period = 0.0;
    if (words >> quota >> period && quota > 0.0 && period > 0.0) return quota / period;
    return std::numeric_limits<double>::infinity();
}

double processor_share(const std::filesystem::path& root, std::string group) {
    double share = std::numeric_limits<double>::infinity();
    for (;;) {
        while (!group.empty() && group.back() == '/') group.pop_back();
        std::ifstream file(root.string() + group + "/cpu.max");
        std::string line;
        if (std::getline(file, line)) share = std::min(share, processor_share(line));
        if (group.empty()) return share;
        group.resize(std::min(group.size(), group.find_last_of('/')));
        if (group.find('/') == std::string::npos) group.clear();
    }
}

std::string control_group(const std::string& lines) {
    std::istringstream text(lines);
    for (std::string line; std::getline(text, line);)
        if (line.starts_with("0::/")) return line.substr(3);
    return "/";
}

int usable_threads() {
    int threads = tbb::info::default_concurrency();  // follows affinity
    std::ostringstream lines;
    lines << std::ifstream("/proc/self/cgroup").rdbuf();
    // A share of 2.5 keeps three threads busy most of the time.
    const double share = std::ceil(processor_share("/sys/fs/cgroup", control_group(lines.str())));
    if (share < threads) threads = static_cast<int>(share);
    return std::max(1, threads);
}

}  // namespace talweg
