/// Calls what will be needed soon from memory, where loops go through matrices larger than the caches. What is called
/// in vain costs next to nothing, and results are the same.
#pragma once
#include <cstdint>

#include "talweg/math/matrix.hpp"

namespace talweg {

/// Whether something of so many bytes has to be fetched from memory whenever it is gone through.
constexpr bool is_far(std::size_t bytes) { return bytes > 4'000'000; }

/// Where a loop jumps about. A block lies in two lines of the cache as a rule. (Always inlined, for g++ 12 leaves out
/// calls of functions that do nothing else.)
[[gnu::always_inline]] inline void prefetch(const Mat3& block) {
    __builtin_prefetch(block.data);
    __builtin_prefetch(block.data + 8);
}

/// Where a loop goes along: what lies two pages behind this entry. Processors foresee such a way by themselves, but
/// only to the end of a page.
template <class Entry>
[[gnu::always_inline]] inline void prefetch_ahead(const Entry& entry) {
    constexpr std::uintptr_t ahead = 8192;
    __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(&entry) + ahead));
}
/// And where it goes back.
template <class Entry>
[[gnu::always_inline]] inline void prefetch_behind(const Entry& entry) {
    constexpr std::uintptr_t behind = 8192;
    __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(&entry) - behind));
}

}  // namespace talweg
