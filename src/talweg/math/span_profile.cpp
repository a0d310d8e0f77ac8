#include "talweg/math/span_profile.hpp"

#include <time.h>

#include <utility>

namespace talweg {

namespace {

thread_local SpanProfile* profile_of_thread = nullptr;

}  // namespace

SpanProfile::SpanProfile(LeastTimes* least) : least_(least), outer_(std::exchange(profile_of_thread, this)) {
    for (int k = 0; k < 100; ++k) {
        const double before = now();
        tick_ = std::min(tick_, now() - before);
    }
    last_ = now();
}
SpanProfile::~SpanProfile() { profile_of_thread = outer_; }
SpanProfile* SpanProfile::current() { return profile_of_thread; }

double SpanProfile::now() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

}  // namespace talweg
