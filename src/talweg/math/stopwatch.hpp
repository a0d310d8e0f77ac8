/// Adds the time it lives, on the clock, to a sum of seconds.
#pragma once
#include <chrono>

namespace talweg {

class Stopwatch {
public:
    explicit Stopwatch(double& sum) : sum_(sum), start_(std::chrono::steady_clock::now()) {}
    ~Stopwatch() { sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

private:
    double& sum_;
    std::chrono::steady_clock::time_point start_;
};

}  // namespace talweg
