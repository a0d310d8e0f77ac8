/// Time of a piece of work: on the clock, or on the processor, where a busy machine disturbs less.
#pragma once
#include <time.h>

#include <algorithm>
#include <chrono>

namespace talweg {

template <class Work>
double seconds(const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Of this thread.
template <class Work>
double processor_seconds(const Work& work) {
    timespec start, end;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
    work();
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    return double(end.tv_sec - start.tv_sec) + 1e-9 * double(end.tv_nsec - start.tv_nsec);
}

/// The shortest of several repetitions.
template <class Work>
double fastest(int repeats, const Work& work) {
    double best = 1e300;
    for (int k = 0; k < repeats; ++k) best = std::min(best, processor_seconds(work));
    return best;
}

}  // namespace talweg
