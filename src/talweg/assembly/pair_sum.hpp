/// Σ Wᵀ H W over elements between the same two bodies that at most four nodes lead each, as rigid ones, in blocks over
/// these nodes.
///
/// Four nodes go through the arithmetic at once, a lane each; where a body has fewer, lanes are left that weigh
/// nothing. Of entry (r, s) of all blocks, and of points i, j,
///
///     T_i[b] = Σ_j H_ij[r, s] w_j[b],    S[a][b] += Σ_i w_i[a] T_i[b]
///
/// Where H = γγᵀ ⊗ B, as it is of friction and of what two points feel of one another, v = Σ γ_i w_i tells it all:
/// S[a][b] += v[a] v[b] B[r, s], summed over many such elements at a time.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "talweg/math/matrix.hpp"
#include "talweg/math/pack.hpp"

namespace talweg {

/// The Hessian of an element, by pair of points i ≤ j.
template <int N>
struct PointBlocks {
    const Mat3* block;
    const Mat3& at(int i, int j) const { return block[i * N - i * (i - 1) / 2 + j - i]; }
};

/// γ and B of a Hessian γγᵀ ⊗ B, if it is that but for rounding: B is the diagonal block of the point with the largest
/// share, which counts as 1.
template <int N>
struct OuterForm {
    const Mat3* b = nullptr;  // null: it has another form
    double share[N] = {};

    explicit OuterForm(const PointBlocks<N>& h) {
        int pivot = 0;
        for (int i = 1; i < N; ++i)
            if (std::fabs(trace(h.at(i, i))) > std::fabs(trace(h.at(pivot, pivot)))) pivot = i;
        const Mat3& largest = h.at(pivot, pivot);
        const double whole = trace(largest);
        if (whole == 0.0) return;
        for (int i = 0; i < N; ++i)
            share[i] = i == pivot ? 1.0 : trace(i < pivot ? h.at(i, pivot) : h.at(pivot, i)) / whole;
        double size = 0.0;
        for (const double entry : largest.data) size = std::max(size, std::fabs(entry));
        const double rounding = 64.0 * std::numeric_limits<double>::epsilon() * size;
        for (int i = 0; i < N; ++i)
            for (int j = i; j < N; ++j) {
                const double* block = h.at(i, j).data;
                const double weight = share[i] * share[j];
                double apart[9], farthest = 0.0;
                for (int k = 0; k < 9; ++k) apart[k] = std::fabs(block[k] - weight * largest.data[k]);
                for (const double each : apart) farthest = farthest > each ? farthest : each;
                if (!(farthest <= rounding)) return;
            }
        b = &largest;
    }
};

class PairSum {
public:
    /// A point of an element: which of the two bodies it is of, −1: of none, and its weights.
    struct Row {
        int side;
        double weight[Pack::lanes];
    };

    template <int N>
    void add(const Row (&rows)[N], const PointBlocks<N>& h) {
        if (const OuterForm<N> outer(h); outer.b) return add_outer(rows, outer);
        // The points of the first body come first, those that follow nothing not at all.
        int order[N], count[2] = {0, 0}, next = 0;
        for (int side = 0; side < 2; ++side)
            for (int i = 0; i < N; ++i)
                if (rows[i].side == side) {
                    order[next++] = i;
                    ++count[side];
                }
        dispatch<N>(rows, h, order, count);
    }

    /// S[a][b] of a node a of one body and all nodes b of the other, or the same; of the second one with the first they
    /// are not there.
    void blocks(int side, int a, int other, Mat3 (&four)[Pack::lanes]) {
        finish_outer();
        const int lane = Pack::lanes * side + a;
        Pack entry[9];
        for (int k = 0; k < 9; ++k) entry[k] = sums_[k][lane][other];
        for (int k = 0; k < 6; ++k) {
            const auto [r, s] = entries[k];
            const Pack& sum = outer_sums_[k][lane][other];
            entry[3 * s + r] += sum;
            if (r != s) entry[3 * r + s] += sum;
        }
        double* rows[Pack::lanes];
        for (int b = 0; b < Pack::lanes; ++b) rows[b] = four[b].data;
        Pack::store(entry, 9, rows);
    }

    PairSum() {
        std::fill(&sums_[0][0][0], &sums_[0][0][0] + sizeof sums_ / sizeof(Pack), Pack(0.0));
        std::fill(&outer_sums_[0][0][0], &outer_sums_[0][0][0] + sizeof outer_sums_ / sizeof(Pack), Pack(0.0));
    }

private:
    static constexpr int entries[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    static constexpr int lanes = 2 * Pack::lanes, at_once = 32;

    static Pack loaded(const double* four) {
        Pack pack;
        std::memcpy(&pack.v, four, sizeof pack.v);
        return pack;
    }

    template <int N>
    void add_outer(const Row (&rows)[N], const OuterForm<N>& h) {
        if (waiting_ == at_once) finish_outer();
        Pack v[2] = {Pack(0.0), Pack(0.0)};
        for (int i = 0; i < N; ++i)
            if (rows[i].side >= 0) v[rows[i].side] += Pack(h.share[i]) * loaded(rows[i].weight);
        std::memcpy(moved_[waiting_], v, sizeof v);
        for (int k = 0; k < 6; ++k) outer_[k][waiting_] = (*h.b)(entries[k][0], entries[k][1]);
        ++waiting_;
    }

    void finish_outer() {
        for (int k = 0; waiting_ > 0 && k < 6; ++k) {
            Pack own[Pack::lanes][2], other[Pack::lanes];
            for (int a = 0; a < Pack::lanes; ++a) {
                own[a][0] = outer_sums_[k][a][0];
                own[a][1] = outer_sums_[k][a][1];
                other[a] = outer_sums_[k][Pack::lanes + a][1];
            }
            for (int e = 0; e < waiting_; ++e) {
                const Pack first = Pack(outer_[k][e]) * loaded(moved_[e]),
                           second = Pack(outer_[k][e]) * loaded(moved_[e] + Pack::lanes);
                for (int a = 0; a < Pack::lanes; ++a) {
                    own[a][0] += Pack(moved_[e][a]) * first;
                    own[a][1] += Pack(moved_[e][a]) * second;
                    other[a] += Pack(moved_[e][Pack::lanes + a]) * second;
                }
            }
            for (int a = 0; a < Pack::lanes; ++a) {
                outer_sums_[k][a][0] = own[a][0];
                outer_sums_[k][a][1] = own[a][1];
                outer_sums_[k][Pack::lanes + a][1] = other[a];
            }
        }
        waiting_ = 0;
    }

    /// add_any for so many points of each body.
    template <int N, int First = N, int Second = 0>
    void dispatch(const Row (&rows)[N], const PointBlocks<N>& h, const int* order, const int (&count)[2]) {
        if (count[0] == First && count[1] == Second) return add_any<N, First, Second>(rows, h, order);
        if constexpr (First + Second < N)
            return dispatch<N, First, Second + 1>(rows, h, order, count);
        else if constexpr (First > 0)
            return dispatch<N, First - 1, 0>(rows, h, order, count);
    }

    template <int N, int First, int Second>
    void add_any(const Row (&rows)[N], const PointBlocks<N>& h, const int* order) {
        constexpr int count = First + Second;
        if constexpr (count > 0) {
            double weight[count][Pack::lanes], entry[9][count][count];
            for (int i = 0; i < count; ++i) {
                std::copy(rows[order[i]].weight, rows[order[i]].weight + Pack::lanes, weight[i]);
                for (int j = i; j < count; ++j) {
                    const bool turned = order[i] > order[j];
                    const Mat3& block = turned ? h.at(order[j], order[i]) : h.at(order[i], order[j]);
                    for (int s = 0; s < 3; ++s)
                        for (int r = 0; r < 3; ++r) {
                            entry[turned ? 3 * r + s : 3 * s + r][i][j] = block(r, s);
                            entry[turned ? 3 * s + r : 3 * r + s][j][i] = block(r, s);
                        }
                }
            }
            for (int k = 0; k < 9; ++k) {
                Pack t[count][2];
                for (int i = 0; i < count; ++i) {
                    t[i][0] = t[i][1] = Pack(0.0);
                    for (int j = 0; j < count; ++j) t[i][j < First ? 0 : 1] += Pack(entry[k][i][j]) * loaded(weight[j]);
                }
                for (int a = 0; a < Pack::lanes; ++a) {
                    for (int i = 0; i < First; ++i)
                        for (int p = 0; p < 2; ++p) sums_[k][a][p] += Pack(weight[i][a]) * t[i][p];
                    for (int i = First; i < count; ++i) sums_[k][Pack::lanes + a][1] += Pack(weight[i][a]) * t[i][1];
                }
            }
        }
    }

    Pack sums_[9][lanes][2];                            // by entry of the blocks
    Pack outer_sums_[6][lanes][2];                      // likewise, of symmetric blocks
    double moved_[at_once][lanes], outer_[6][at_once];  // v and B of those that wait
    int waiting_ = 0;
};

}  // namespace talweg
