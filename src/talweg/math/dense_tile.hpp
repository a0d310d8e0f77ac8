/// Sums of products of small dense tiles, in registers: what dense factorisations and dense rows of W are made of.
#pragma once
#include "talweg/math/pack.hpp"

namespace talweg::dense {

using Unaligned = double __attribute__((vector_size(32), aligned(8), may_alias));

/// a b + c, rounded once where the machine can.
inline Pack fused(Pack a, Pack b, Pack c) {
#ifdef __FMA__
    return Pack(Pack::Lanes(__builtin_ia32_vfmaddpd256(a.v, b.v, c.v)));
#else
    return a * b + c;
#endif
}

/// Four numbers in a row, from any place in memory; and the first of them, back.
inline Pack get(const double* from) { return Pack(Pack::Lanes(*reinterpret_cast<const Unaligned*>(from))); }
inline void put(double* to, Pack value, int lanes = 4) {
    if (lanes >= 4) {
        *reinterpret_cast<Unaligned*>(to) = value.v;
    } else {
        for (int k = 0; k < lanes; ++k) to[k] = value[k];
    }
}

/// Σ A Bᵀ of 4 R rows and N columns, in registers.
template <int R, int N>
struct Tile {
    Pack sum[R][N];

    Tile() {
        for (auto& row : sum)
            for (Pack& s : row) s = 0.0;
    }
    void add(int inner, const double* a, int a_stride, const double* b, int b_stride) {
        for (int p = 0; p < inner; ++p, a += a_stride, b += b_stride) {
            Pack column[R];
            for (int r = 0; r < R; ++r) column[r] = get(a + 4 * r);
            for (int n = 0; n < N; ++n) {
                const Pack factor = b[n];
                for (int r = 0; r < R; ++r) sum[r][n] = fused(column[r], factor, sum[r][n]);
            }
        }
    }
};

}  // namespace talweg::dense
