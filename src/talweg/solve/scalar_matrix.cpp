#include "talweg/solve/scalar_matrix.hpp"

#include <algorithm>
#include <limits>

#include "talweg/math/error.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

std::vector<double> shift_unit(const BlockMatrix& h, const Unknowns& unknowns) {
    std::vector<double> unit(unknowns.count(), 0.0);
    double total = 0.0;
    for (int i = 0; i < unknowns.node_count(); ++i) {
        const Mat3& block = h.values[h.pattern->diagonal(i)];
        double sum = 0.0;
        int free = 0;
        for (int a = 0; a < 3; ++a)
            if (unknowns(i, a) >= 0) sum += block(a, a), ++free;
        for (int a = 0; a < 3; ++a)
            if (unknowns(i, a) >= 0) unit[unknowns(i, a)] = sum / free;
        total += sum;
    }
    const double least = total > 0.0 ? 1e-6 * total / unknowns.count() : 1.0;
    for (double& value : unit) value = std::max(value, least);
    return unit;
}

ScalarMatrix::ScalarMatrix(const BlockPattern& pattern, const Unknowns& unknowns)
    : column_offsets{0}, unknowns_(unknowns) {
    if (pattern.block_count() > std::numeric_limits<std::int32_t>::max() / 9)
        throw Error("the linear system is too large for a direct solver; use the solver \"cg\"");
    // Row i of the upper triangle, transposed, is column i of the lower one, and ascends as it does.
    for (int i = 0; i < pattern.node_count(); ++i)
        for (int a = 0; a < 3; ++a) {
            const int column = unknowns(i, a);
            if (column < 0) continue;
            for (int k = pattern.row_begin(i); k < pattern.row_end(i); ++k)
                for (int b = 0; b < 3; ++b) {
                    const int row = unknowns(pattern.column(k), b);
                    if (row < column) continue;
                    rows.push_back(row);
                    sources_.push_back(9 * k + 3 * b + a);
                }
            column_offsets.push_back(static_cast<int>(rows.size()));
        }
    values.resize(rows.size());
}

void ScalarMatrix::set_values(const BlockMatrix& from, double shift) {
    if (entry_count() == 0) return;
    const double* blocks = from.values.data()->data;
    parallel_pieces(entry_count(), [&](int begin, int end) {
        for (int k = begin; k < end; ++k) values[k] = blocks[sources_[k]];
    });
    if (shift == 0.0) return;
    const std::vector<double> unit = shift_unit(from, unknowns_);
    for (int j = 0; j < size(); ++j) values[column_offsets[j]] += shift * unit[j];
}

}  // namespace talweg
