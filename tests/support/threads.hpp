/// Runs a function with a given number of threads, more than the machine has cores if need be.
#pragma once
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

namespace talweg::testing {

template <class Function>
auto with_threads(int count, const Function& function) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, count);
    tbb::task_arena arena(count);
    return arena.execute(function);
}

}  // namespace talweg::testing
