#include "talweg/math/parallel.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "talweg/math/span_profile.hpp"

namespace talweg {

void parallel_ranges(int begin, int end, const void* work, void (*run)(const void*, int, int)) {
    if (SpanProfile* profile = SpanProfile::current()) {
        profile->loop(begin, end, [=](int first, int last) { run(work, first, last); });
        return;
    }
    if (tbb::this_task_arena::max_concurrency() == 1)
        return run(work, begin, end);  // nobody to share with, or to wait for
    tbb::parallel_for(tbb::blocked_range<int>(begin, end),
                      [=](const tbb::blocked_range<int>& piece) { run(work, piece.begin(), piece.end()); });
}

}  // namespace talweg
