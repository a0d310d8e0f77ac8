/// All overlaps between the boxes of two trees, or within one, as one flat array. Eight neighbouring boxes walk down
/// the other tree together and part only at its leaves. Work is cut at fixed places and put together in order, so the
/// array is the same for any number of threads; memory is that of the array and of its pieces.
#pragma once
#include <atomic>
#include <limits>

#include "talweg/geometry/tree/bounding_tree.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/math/shared_interruption.hpp"

namespace talweg {
namespace overlaps {

/// Leaf nodes that one piece of work walks with. Smaller pieces of a crowd's pairs are no longer given back to the
/// system one by one.
inline constexpr int piece = 64;

/// emit(i, j, out) for the overlaps of leaf node `a` of the first tree with the second, or, within one tree, for each
/// pair once.
template <bool within, class T, class Emit>
void of_leaf_node(const BoundingTree& first, int a, const BoundingTree& second, const Emit& emit, std::vector<T>& out) {
    const EightBoxes& boxes = first.leaf_node(a);
    second.descend(boxes.around(), within ? a : 0, [&](int b, const RoundedBox* around) {
        const EightBoxes& others = second.leaf_node(b);
        std::uint32_t rows = around ? boxes.overlaps(*around) : (1u << EightBoxes::width) - 1;
        for (; rows != 0; rows &= rows - 1) {
            const int row = std::countr_zero(rows);
            std::uint32_t bits = others.overlaps(boxes[row]);
            if (within && a == b) bits &= ~0u << (row + 1);
            for (; bits != 0; bits &= bits - 1) emit(first.index(a, row), second.index(b, std::countr_zero(bits)), out);
        }
    });
}

template <bool within, class T, class Emit>
std::vector<T> collect(const BoundingTree& first, const BoundingTree& second, std::size_t most,
                       const Interruption& interruption, const Emit& emit) {
    const int nodes = first.leaf_node_count(), pieces = (nodes + piece - 1) / piece;
    std::vector<std::vector<T>> parts(pieces);
    std::atomic<std::size_t> total = 0;
    SharedInterruption shared(interruption);
    parallel_each(0, pieces, [&](int k) {
        std::size_t seen = pairs_between_checks;  // since it was asked; many of them may be left out
        const auto count = [&](int i, int j, std::vector<T>& out) {
            ++seen;
            emit(i, j, out);
        };
        for (int a = k * piece; a < std::min(nodes, (k + 1) * piece) && total <= most; ++a) {
            if (seen >= pairs_between_checks) {
                if (shared.given_up()) return;
                seen = 0;
            }
            const std::size_t before = parts[k].size();
            of_leaf_node<within>(first, a, second, count, parts[k]);
            total += parts[k].size() - before;
        }
    });
    shared.check();
    if (pieces == 1) return std::move(parts[0]);
    std::vector<std::size_t> starts(pieces + 1, 0);
    for (int k = 0; k < pieces; ++k) starts[k + 1] = starts[k] + parts[k].size();
    std::vector<T> all(starts[pieces]);
    parallel_each(0, pieces, [&](int k) {
        std::copy(parts[k].begin(), parts[k].end(), all.begin() + starts[k]);
        std::vector<T>().swap(parts[k]);
    });
    return all;
}

}  // namespace overlaps

inline constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

/// Everything that emit(i, j, out) pushes to `out`, a vector of T, for boxes i of the first tree and j of the second
/// that overlap. `emit` is called from several threads. Where that is more than `most` things, only some of them, but
/// more than `most`: a search that is given up early. The interruption is asked where a piece of the first tree's boxes
/// begins, and between eight of them and the next when pairs_between_checks pairs were looked at meanwhile.
template <class T, class Emit>
std::vector<T> collect_overlaps(const BoundingTree& first, const BoundingTree& second, const Emit& emit,
                                std::size_t most = any_number, const Interruption& interruption = {}) {
    return overlaps::collect<false, T>(first, second, most, interruption, emit);
}

/// The same for boxes i < j of one tree, each pair once.
template <class T, class Emit>
std::vector<T> collect_overlaps(const BoundingTree& tree, const Emit& emit, std::size_t most = any_number,
                                const Interruption& interruption = {}) {
    return overlaps::collect<true, T>(tree, tree, most, interruption, [&](int i, int j, std::vector<T>& out) {
        emit(std::min(i, j), std::max(i, j), out);
    });
}

/// Pairs of overlapping boxes.
inline std::vector<std::array<int, 2>> overlapping_pairs(const BoundingTree& first, const BoundingTree& second) {
    using Pair = std::array<int, 2>;
    return collect_overlaps<Pair>(first, second, [](int i, int j, std::vector<Pair>& out) { out.push_back({i, j}); });
}
inline std::vector<std::array<int, 2>> overlapping_pairs(const BoundingTree& tree) {
    using Pair = std::array<int, 2>;
    return collect_overlaps<Pair>(tree, [](int i, int j, std::vector<Pair>& out) { out.push_back({i, j}); });
}

}  // namespace talweg
