/// Work along a tree, on all cores: each part after all its children.
#pragma once
#include <atomic>
#include <vector>

namespace talweg {

class ParallelTree {
public:
    /// Parents of all parts, −1 at roots; a parent comes after its children.
    explicit ParallelTree(std::vector<int> parents);

    /// function(k) for every part.
    template <class Function>
    void run(const Function& function) {
        run_all(&function, [](const void* work, int k) { (*static_cast<const Function*>(work))(k); });
    }

private:
    void run_all(const void* work, void (*function)(const void* work, int k));

    std::vector<int> parents_, children_;    // how many of these
    std::vector<std::atomic<int>> waiting_;  // for so many, while it runs
};

}  // namespace talweg
