/// Every row of a symmetric block pattern in full: blocks on both sides of the diagonal, in the order of their columns.
#pragma once
#include "talweg/assembly/block_matrix.hpp"

namespace talweg {

struct FullRows {
    struct Entry {
        int column, block;
        bool transposed;  // only the mirror image is stored
    };
    std::vector<int> begins;
    std::vector<Entry> entries;

    explicit FullRows(const BlockPattern& p) : begins(p.node_count() + 1, 0) {
        const int n = p.node_count();
        for (int i = 0; i < n; ++i)
            for (int k = p.row_begin(i); k < p.row_end(i); ++k) {
                ++begins[i + 1];
                if (p.column(k) != i) ++begins[p.column(k) + 1];
            }
        for (int i = 0; i < n; ++i) begins[i + 1] += begins[i];
        entries.resize(begins.back());
        std::vector<int> next(begins.begin(), begins.end() - 1);
        for (int i = 0; i < n; ++i)
            for (int k = p.row_begin(i); k < p.row_end(i); ++k) {
                const int j = p.column(k);
                entries[next[i]++] = {j, k, false};
                if (j != i) entries[next[j]++] = {i, k, true};
            }
    }
    std::span<const Entry> row(int i) const {
        return {entries.data() + begins[i], static_cast<std::size_t>(begins[i + 1] - begins[i])};
    }
};

}  // namespace talweg
