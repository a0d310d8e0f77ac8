/// Loops and sums over TBB whose results do not depend on the number of threads: work is cut at fixed places, and
/// partial sums are added in order. Small work runs where it is: waking a thread costs more than a small scene's
/// whole step.
#pragma once
#include <algorithm>
#include <vector>

namespace talweg {

inline constexpr int parallel_grain = 4096;

/// For loops that follow one another at once, thousands of times: more pieces, where there are not many.
constexpr int fine_grain(int count) {
    return count <= parallel_grain ? parallel_grain : std::clamp(count / 32, parallel_grain / 4, parallel_grain);
}

/// run(work, first, last) for pieces of [begin, end), in any order and in parallel. TBB stays in the one file that
/// calls it: its headers bring every intrinsic of the processor into each file that has a loop.
void parallel_ranges(int begin, int end, const void* work, void (*run)(const void* work, int first, int last));

/// function(k) for k in [begin, end), in any order and in parallel.
template <class Function>
void parallel_each(int begin, int end, const Function& function) {
    const auto run = [](const void* work, int first, int last) {
        for (int k = first; k < last; ++k) (*static_cast<const Function*>(work))(k);
    };
    if (end - begin < 2)
        run(&function, begin, end);
    else
        parallel_ranges(begin, end, &function, run);
}

/// function(begin, end) over pieces of [0, count).
template <class Function>
void parallel_pieces(int count, const Function& function, int grain = parallel_grain) {
    parallel_each(0, (count + grain - 1) / grain,
                  [&](int k) { function(k * grain, std::min(count, (k + 1) * grain)); });
}

/// function(k) for k in [0, count): little work for each, as for every node of a mesh.
template <class Function>
void parallel_nodes(int count, const Function& function) {
    const auto piece = [&](int begin, int end) {
        for (int k = begin; k < end; ++k) function(k);
    };
    parallel_pieces(count, piece, fine_grain(count));
}

/// Σ function(begin, end) over pieces of [0, count): of numbers, or of anything that adds and begins empty.
template <class Function>
auto parallel_sum(int count, const Function& function, int grain = parallel_grain) {
    using Value = decltype(function(0, 0));
    if (count <= grain) return count > 0 ? function(0, count) : Value{};
    std::vector<Value> parts((count + grain - 1) / grain);
    parallel_pieces(
        count, [&](int begin, int end) { parts[begin / grain] = function(begin, end); }, grain);
    Value sum{};
    for (const Value& part : parts) sum += part;
    return sum;
}

/// Largest function(begin, end) over pieces of [0, count), at least 0.
template <class Function>
double parallel_max(int count, const Function& function) {
    if (count <= parallel_grain) return count > 0 ? std::max(0.0, function(0, count)) : 0.0;
    std::vector<double> parts((count + parallel_grain - 1) / parallel_grain);
    parallel_pieces(count, [&](int begin, int end) { parts[begin / parallel_grain] = function(begin, end); });
    return std::max(0.0, *std::max_element(parts.begin(), parts.end()));
}

}  // namespace talweg
