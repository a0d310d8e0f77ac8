#include "talweg/math/parallel_tree.hpp"

#include <tbb/task_group.h>

#include <utility>

#include "talweg/math/span_profile.hpp"

namespace talweg {

ParallelTree::ParallelTree(std::vector<int> parents)
    : parents_(std::move(parents)), children_(parents_.size(), 0), waiting_(parents_.size()) {
    for (const int parent : parents_)
        if (parent >= 0) ++children_[parent];
}

void ParallelTree::run_all(const void* work, void (*function)(const void*, int)) {
    const int count = static_cast<int>(parents_.size());
    if (SpanProfile* profile = SpanProfile::current()) {
        profile->tree(parents_, [&](int k) { function(work, k); });
    } else if (count == 1) {
        function(work, 0);
    } else {
        for (int k = 0; k < count; ++k) waiting_[k] = children_[k];
        tbb::task_group tasks;
        for (int k = 0; k < count; ++k)
            if (children_[k] == 0)
                tasks.run([=, this] {
                    function(work, k);
                    // Whoever finishes the last child goes on with the parent.
                    for (int s = parents_[k]; s >= 0 && --waiting_[s] == 0; s = parents_[s]) function(work, s);
                });
        tasks.wait();
    }
}

}  // namespace talweg
