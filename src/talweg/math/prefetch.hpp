/// Calls what will be needed soon from memory, where loops jump about in matrices larger than the caches.
#pragma once
#include "talweg/math/matrix.hpp"

namespace talweg {

/// A block lies in two lines of the cache as a rule. (Inlined always: g++ 12 sees no effect of a function that does
/// nothing else, and leaves out its calls.)
[[gnu::always_inline]] inline void prefetch(const Mat3& block) {
    __builtin_prefetch(block.data);
    __builtin_prefetch(block.data + 8);
}

}  // namespace talweg
