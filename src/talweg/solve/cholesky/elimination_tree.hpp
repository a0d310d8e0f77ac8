/// Which column of a factor waits for which: column j's parent is the first row below it. Of a symmetric pattern whose
/// nodes are numbered by places.
///
/// Liu, "The role of elimination trees in sparse factorization", SIAM J. Matrix Anal. 11, 1990; the counts as Gilbert,
/// Ng and Peyton find them, SIAM J. Matrix Anal. 15, 1994, in time that hardly exceeds that of reading the pattern.
#pragma once
#include <vector>

namespace talweg {

/// The pattern below the diagonal by columns, and so to the left of it by rows.
struct LowerPattern {
    std::vector<int> column_begins, rows;  // ascending within a column
    std::vector<int> row_begins, columns;  // likewise

    /// Of pairs of places, each with first > second.
    template <class Pairs>
    LowerPattern(int count, const Pairs& each_pair) : column_begins(count + 1, 0), row_begins(count + 1, 0) {
        each_pair([&](int row, int column) { ++column_begins[column + 1], ++row_begins[row + 1]; });
        for (int i = 0; i < count; ++i) {
            column_begins[i + 1] += column_begins[i];
            row_begins[i + 1] += row_begins[i];
        }
        // Sorted by going through the one while filling the other, twice.
        rows.resize(column_begins.back());
        columns.resize(row_begins.back());
        std::vector<int> next(row_begins.begin(), row_begins.end() - 1);
        each_pair([&](int row, int column) { columns[next[row]++] = column; });
        next.assign(column_begins.begin(), column_begins.end() - 1);
        for (int row = 0; row < count; ++row)
            for (int k = row_begins[row]; k < row_begins[row + 1]; ++k) rows[next[columns[k]]++] = row;
        next.assign(row_begins.begin(), row_begins.end() - 1);
        for (int column = 0; column < count; ++column)
            for (int k = column_begins[column]; k < column_begins[column + 1]; ++k) columns[next[rows[k]]++] = column;
    }
    int count() const { return static_cast<int>(row_begins.size()) - 1; }
};

/// Of each place its parent; −1 at roots.
std::vector<int> elimination_tree(const LowerPattern& pattern);
/// Places in an order in which every subtree stands together, its root last.
std::vector<int> postorder(const std::vector<int>& parent);
/// How many components each column of the factor holds, its own included, when place i stands for weight[i] of them.
/// Places must be in postorder.
std::vector<int> column_counts(const LowerPattern& pattern, const std::vector<int>& parent,
                               const std::vector<int>& weight);

}  // namespace talweg
