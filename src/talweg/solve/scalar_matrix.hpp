/// The block matrix as direct solvers want it: lower triangle of the free components, column by column. The structure
/// and the source of every entry are found once; new values are then one pass over memory.
#pragma once
#include "talweg/assembly/block_matrix.hpp"
#include "talweg/solve/unknowns.hpp"

namespace talweg {

/// What a diagonal shift is measured in, per unknown: the mean of its node's free diagonal entries, but no less than a
/// millionth of all unknowns' mean, so that a node without stiffness is held too. Positive always.
std::vector<double> shift_unit(const BlockMatrix& h, const Unknowns& unknowns);

class ScalarMatrix {
public:
    ScalarMatrix(const BlockPattern& pattern, const Unknowns& unknowns);

    /// Takes the values of a matrix, with `shift` · shift_unit added to the diagonal.
    void set_values(const BlockMatrix& from, double shift);

    int size() const { return static_cast<int>(column_offsets.size()) - 1; }
    int entry_count() const { return static_cast<int>(rows.size()); }

    std::vector<int> column_offsets, rows;
    std::vector<double> values;

private:
    Unknowns unknowns_;
    std::vector<std::int32_t> sources_;  // of each entry: 9 · block + 3 · column + row within the block
};

}  // namespace talweg
