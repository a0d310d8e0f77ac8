/// Wall time of a piece of work.
#pragma once
#include <chrono>

namespace talweg {

template <class Work>
double seconds(const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace talweg
