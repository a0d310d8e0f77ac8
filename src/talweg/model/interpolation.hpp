/// Between which two keyframes a time falls, and how far.
#pragma once
#include <algorithm>
#include <vector>

namespace talweg {

/// Straight between keyframes, or s²(3 − 2s) in place of s: starting and stopping gently at each.
enum class Interpolation { linear, smooth };

/// The value at a time is a + s (b − a); before the first keyframe and after the last, a and b are the same.
template <class Key>
struct Between {
    const Key &a, &b;
    double s;
};

/// Of at least one keyframe, times ascending.
template <class Key>
Between<Key> between(const std::vector<Key>& keys, Interpolation interpolation, double time) {
    const auto next =
        std::upper_bound(keys.begin(), keys.end(), time, [](double t, const Key& key) { return t < key.time; });
    if (next == keys.begin()) return {keys.front(), keys.front(), 0.0};
    if (next == keys.end()) return {keys.back(), keys.back(), 0.0};
    const Key &a = next[-1], &b = *next;
    const double s = (time - a.time) / (b.time - a.time);
    return {a, b, interpolation == Interpolation::smooth ? s * s * (3.0 - 2.0 * s) : s};
}

}  // namespace talweg
