/// Sorts by a whole number first, in parallel: items are put into buckets by the first bits of their numbers, and each
/// bucket is sorted by itself, by further bits, then by comparison. The order is that of operator<, which must begin
/// with the number; so it is the same for any number of threads where no two items are alike.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "talweg/math/parallel.hpp"

namespace talweg {

namespace bucket_sort_parts {

/// Puts `items` into `sorted` by `bits` of their numbers, from bit `low` on; fills begins with the places of buckets.
template <class Item, class Number>
void distribute(const Item* items, int count, int low, int bits, const Number& number, Item* sorted,
                std::vector<int>& begins) {
    const std::uint64_t mask = (std::uint64_t(1) << bits) - 1;
    begins.assign((std::size_t(1) << bits) + 1, 0);
    for (int k = 0; k < count; ++k) ++begins[((number(items[k]) >> low) & mask) + 1];
    for (std::size_t b = 1; b < begins.size(); ++b) begins[b] += begins[b - 1];
    for (int k = 0; k < count; ++k) sorted[begins[(number(items[k]) >> low) & mask]++] = items[k];
    std::copy_backward(begins.begin(), begins.end() - 1, begins.end());  // each has become the end of its bucket
    begins[0] = 0;
}

/// Sorts items whose numbers agree from bit `bits` on, by way of `room`.
template <class Item, class Number>
void sort_piece(Item* items, int count, int bits, const Number& number, Item* room) {
    constexpr int few = 64;
    const int used = std::min<int>(bits, std::bit_width(static_cast<unsigned>(count)));
    if (count <= few || used == 0) {
        std::sort(items, items + count);
        return;
    }
    thread_local std::vector<int> begins;
    distribute(items, count, bits - used, used, number, room, begins);
    for (std::size_t b = 0; b + 1 < begins.size(); ++b)
        if (begins[b + 1] - begins[b] > 1) std::sort(room + begins[b], room + begins[b + 1]);
    std::copy(room, room + count, items);
}

}  // namespace bucket_sort_parts

/// number(item) is below 2^bits.
template <class Item, class Number>
void bucket_sort(std::vector<Item>& items, int bits, const Number& number) {
    namespace parts = bucket_sort_parts;
    const int count = static_cast<int>(items.size());
    std::vector<Item> room(count);
    constexpr int first_bits = 8, buckets = 1 << first_bits;
    if (count <= parallel_grain || bits <= first_bits) {
        parts::sort_piece(items.data(), count, bits, number, room.data());
        return;
    }
    const int low = bits - first_bits;
    const auto bucket = [&](const Item& item) { return static_cast<int>(number(item) >> low); };
    constexpr int grain = parallel_grain / 4;
    const int pieces = std::min(64, (count + grain - 1) / grain);
    const auto begin_of = [&](int piece) { return static_cast<int>(std::int64_t(count) * piece / pieces); };
    std::vector<int> next(std::size_t(pieces) * buckets, 0), begins(buckets + 1, count);
    parallel_each(0, pieces, [&](int piece) {
        int* counts = next.data() + std::size_t(piece) * buckets;
        for (int k = begin_of(piece); k < begin_of(piece + 1); ++k) ++counts[bucket(items[k])];
    });
    for (int b = 0, at = 0; b < buckets; ++b) {
        begins[b] = at;
        for (int piece = 0; piece < pieces; ++piece) {
            int& here = next[std::size_t(piece) * buckets + b];
            at += std::exchange(here, at);
        }
    }
    parallel_each(0, pieces, [&](int piece) {
        int* to = next.data() + std::size_t(piece) * buckets;
        for (int k = begin_of(piece); k < begin_of(piece + 1); ++k) room[to[bucket(items[k])]++] = items[k];
    });
    parallel_each(0, buckets, [&](int b) {
        parts::sort_piece(room.data() + begins[b], begins[b + 1] - begins[b], low, number, items.data() + begins[b]);
    });
    items.swap(room);
}

}  // namespace talweg
