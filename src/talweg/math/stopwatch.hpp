/// Adds the time it lives to a sum of seconds: on the clock or, where work and span are counted, along the longest
/// chain.
#pragma once
#include <chrono>

#include "talweg/math/span_profile.hpp"

namespace talweg {

class Stopwatch {
public:
    explicit Stopwatch(double& sum) : sum_(sum), start_(now()) {}
    ~Stopwatch() { sum_ += now() - start_; }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

private:
    static double now() {
        if (SpanProfile* profile = SpanProfile::current()) return profile->so_far().span;
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    double& sum_;
    double start_;
};

}  // namespace talweg
