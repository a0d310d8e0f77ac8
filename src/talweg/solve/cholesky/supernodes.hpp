/// The structure of a sparse Cholesky factor over nodes of up to three components: columns that share their rows are
/// kept together as supernodes, dense matrices column by column.
///
/// A supernode's rows are its own nodes, then those below. Supernodes are numbered so that every subtree of the
/// elimination tree stands together, its root last. Small neighbours are merged although that stores some zeros
/// (Ashcraft and Grimes, ACM TOMS 15, 1989). See Davis, Rajamanickam, Sid-Lakhdar, "A survey of direct methods for
/// sparse linear systems", Acta Numerica 25, 2016.
#pragma once
#include <cstdint>
#include <span>

#include "talweg/solve/cholesky/elimination_tree.hpp"
#include "talweg/solve/unknowns.hpp"

namespace talweg {

class BlockPattern;

struct Supernodes {
    /// Rows [begin, end) of supernode `from` lie in the columns of another one.
    struct Update {
        int from, begin, end;
    };
    /// A branch of the tree [begin, end) that one thread goes through; and where its sums for what lies above begin.
    struct Branch {
        int begin, end, sums;
    };

    /// Of a pattern whose nodes are eliminated in this order; nodes without free components are left out.
    Supernodes(const BlockPattern& pattern, const Unknowns& unknowns, const std::vector<int>& order);

    int count() const { return static_cast<int>(begins.size()) - 1; }
    int place_count() const { return static_cast<int>(nodes.size()); }
    int size() const { return component.back(); }
    std::span<const int> rows_of(int s) const { return {rows.data() + row_begins[s], rows.data() + row_begins[s + 1]}; }
    std::span<const Update> updates_of(int s) const {
        return {updates.data() + update_begins[s], updates.data() + update_begins[s + 1]};
    }
    /// Components of a supernode: its columns; and its rows, above and below.
    int width(int s) const { return component[begins[s + 1]] - component[begins[s]]; }
    int height(int s) const { return heights[s]; }
    int weight(int place) const { return component[place + 1] - component[place]; }

    std::vector<int> nodes;      // at each place
    std::vector<int> component;  // the first of each place, and the end
    std::vector<int> begins;     // the first place of each supernode, and the end
    std::vector<int> of_place;   // the supernode that holds it
    std::vector<int> parent;     // of each supernode; −1 at roots
    std::vector<int> heights;
    std::vector<int> row_begins, rows;       // places
    std::vector<int> offsets;                // of each row, the component within its supernode where it begins
    std::vector<std::int64_t> value_begins;  // of each supernode's matrix, and the end
    std::vector<int> update_begins;          // of each supernode, what it takes from those before, in their order
    std::vector<Update> updates;
    std::vector<Branch> branches;  // what is in none of them is `above`
    std::vector<int> above;
    int sums = 0;                       // components of all branches' sums
    double flops = 0.0, entries = 0.0;  // of the factorisation; of the factor without what was padded
};

/// The order that makes least fill, minimum degree or, where that makes much, dissection.
std::vector<int> elimination_order(const BlockPattern& pattern, const Unknowns& unknowns);

}  // namespace talweg
