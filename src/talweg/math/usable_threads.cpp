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

int usable_threads() {
    int threads = tbb::info::default_concurrency();  // follows affinity
    std::ifstream file("/sys/fs/cgroup/cpu.max");
    std::string line;
    if (std::getline(file, line)) {
        // A share of 2.5 keeps three threads busy most of the time.
        const double share = std::ceil(processor_share(line));
        if (share < threads) threads = static_cast<int>(share);
    }
    return std::max(1, threads);
}

}  // namespace talweg
