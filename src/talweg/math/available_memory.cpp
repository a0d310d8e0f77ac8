#include "talweg/math/available_memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

/// The number in a file that holds nothing else, such as those of control groups; −1 for "max" or no such file.
double number_in(const char* path) {
    std::ifstream file(path);
    double value = -1.0;
    return file >> value ? value : -1.0;
}

std::string gigabytes(double bytes) {
    const long long tenths = static_cast<long long>(bytes / 1e8 + 0.5);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GB";
}

double freed_and_kept() {
#ifdef __GLIBC__
    return static_cast<double>(mallinfo2().fordblks);
#else
    return 0.0;
#endif
}

}  // namespace

double available_memory() {
    double available = std::numeric_limits<double>::infinity();
    std::ifstream file("/proc/meminfo");
    std::string name, unit;
    for (double kilobytes = 0.0; file >> name >> kilobytes;) {
        if (name == "MemAvailable:") available = 1024.0 * kilobytes;
        std::getline(file, unit);
    }
    const double limit = number_in("/sys/fs/cgroup/memory.max"), used = number_in("/sys/fs/cgroup/memory.current");
    if (limit > 0.0 && used >= 0.0) available = std::min(available, std::max(0.0, limit - used));
    return available + freed_and_kept();
}

void keep_freed_memory() {
#ifdef __GLIBC__
    // Arrays of any length come from the heap, and its end is not given back. (Both are of int.)
    mallopt(M_MMAP_THRESHOLD, std::numeric_limits<int>::max());
    mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
#endif
}

void refuse_memory(double bytes, const std::string& what, const std::string& remedy) {
    if (bytes < 1e8) return;  // not worth a look
    const double available = available_memory();
    if (bytes > available)
        throw Error(what + " takes " + gigabytes(bytes) + ", " + gigabytes(available) + " are free; " + remedy);
}

}  // namespace talweg
