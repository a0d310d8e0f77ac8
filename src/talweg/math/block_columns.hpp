/// A 3×3 block in vector registers, one per column: the products that sparse loops are made of.
#pragma once
#include <cstdint>
#include <cstring>

#include "talweg/math/matrix.hpp"
#include "talweg/math/pack.hpp"

namespace talweg {

/// Four numbers in a row, from any place in memory.
inline Pack four_from(const double* numbers) {
    using Doubles = double __attribute__((vector_size(32), aligned(8), may_alias));
    return Pack(Pack::Lanes(*reinterpret_cast<const Doubles*>(numbers)));
}
inline Pack four_from(const float* numbers) {
    using Floats = float __attribute__((vector_size(16), aligned(4), may_alias));
    const auto& four = *reinterpret_cast<const Floats*>(numbers);
#ifdef __AVX__  // g++ 12 makes nine instructions of what is one
    return Pack(Pack::Lanes(__builtin_ia32_cvtps2pd256(four)));
#else
    return Pack(__builtin_convertvector(four, Pack::Lanes));
#endif
}
inline Pack four_from(const std::int16_t* numbers) {
#ifdef __AVX__
    using Shorts = short __attribute__((vector_size(16)));
    using Longs = long long __attribute__((vector_size(16)));
    long long bits;
    std::memcpy(&bits, numbers, sizeof bits);
    return Pack(
        Pack::Lanes(__builtin_ia32_cvtdq2pd256(__builtin_ia32_pmovsxwd128(reinterpret_cast<Shorts>(Longs{bits, 0})))));
#else
    return Pack(Pack::Lanes{double(numbers[0]), double(numbers[1]), double(numbers[2]), double(numbers[3])});
#endif
}
/// And back.
inline void put_four(Pack four, double* numbers) {
    using Doubles = double __attribute__((vector_size(32), aligned(8), may_alias));
    *reinterpret_cast<Doubles*>(numbers) = four.v;
}
inline void put_four(Pack four, float* numbers) {
    using Floats = float __attribute__((vector_size(16), aligned(4), may_alias));
#ifdef __AVX__
    *reinterpret_cast<Floats*>(numbers) = __builtin_ia32_cvtpd2ps256(four.v);
#else
    for (int k = 0; k < 4; ++k) numbers[k] = static_cast<float>(four[k]);
#endif
}
inline Pack four(const Vec3& x) { return Pack(Pack::Lanes{x[0], x[1], x[2], 0.0}); }
inline Vec3 three(Pack p) { return {p[0], p[1], p[2]}; }

/// The first three lanes are the column's; the fourth holds its neighbour in memory, and nobody reads what becomes of
/// it.
struct BlockColumns {
    Pack a, b, c;

    BlockColumns(Pack first, Pack second, Pack third) : a(first), b(second), c(third) {}
    template <class Real>
    explicit BlockColumns(const Matrix<Real, 3, 3>& m)
        : a(four_from(m.data)), b(four_from(m.data + 3)), c(rotated(four_from(m.data + 5))) {}

    /// The block of a larger matrix, of M rows, whose first entry is its (row, column).
    template <int M>
    static BlockColumns within(const Matrix<double, M, M>& m, int row, int column) {
        const double* at = m.data + M * column + row;
        if constexpr (M == 3) return BlockColumns(m);
        // Three numbers with the one behind them, or, so as not to look beyond the end, with the one before.
        if (row == 0) return {four_from(at), four_from(at + M), four_from(at + 2 * M)};
        return {rotated(four_from(at - 1)), rotated(four_from(at + M - 1)), rotated(four_from(at + 2 * M - 1))};
    }
    BlockColumns transposed() const {
        const Pack::Lanes even = __builtin_shuffle(a.v, b.v, Shuffle{0, 4, 2, 6}),
                          odd = __builtin_shuffle(a.v, b.v, Shuffle{1, 5, 3, 7});
        return {Pack(__builtin_shuffle(even, c.v, Shuffle{0, 1, 4, 7})),
                Pack(__builtin_shuffle(odd, c.v, Shuffle{0, 1, 5, 7})),
                Pack(__builtin_shuffle(even, c.v, Shuffle{2, 3, 6, 7}))};
    }

    template <class Real>
    void put_into(Matrix<Real, 3, 3>& m) const {
        // Each column's fourth lane goes where the next one's first comes; the last one's first three end the block.
        put_four(a, m.data);
        put_four(b, m.data + 3);
        const Real before = m.data[5];
        put_four(Pack(__builtin_shuffle(c.v, Shuffle{3, 0, 1, 2})), m.data + 5);
        m.data[5] = before;
    }

    /// A x
    template <class Real>
    Pack times(const Vector<Real, 3>& x) const {
        return a * double(x[0]) + b * double(x[1]) + c * double(x[2]);
    }
    template <class Real>
    BlockColumns times(const Matrix<Real, 3, 3>& m) const {
        return {times(m.column(0)), times(m.column(1)), times(m.column(2))};
    }
    /// this + factor · m
    BlockColumns plus(double factor, const BlockColumns& m) const {
        return {a + factor * m.a, b + factor * m.b, c + factor * m.c};
    }
    BlockColumns& operator-=(const BlockColumns& m) {
        a -= m.a;
        b -= m.b;
        c -= m.c;
        return *this;
    }
    /// Aᵀ x, the fourth lane of x being zero.
    Pack transposed_times(Pack x) const { return sums(a * x, b * x, c * x); }

private:
    using Shuffle = PackMask::Lanes;
    static Pack rotated(Pack p) { return Pack(__builtin_shuffle(p.v, Shuffle{1, 2, 3, 0})); }
    /// (Σ p, Σ q, Σ r, 0), each over its lanes.
    static Pack sums(Pack p, Pack q, Pack r) {
        const Pack::Lanes zero = {};
        const Pack::Lanes pq =
            __builtin_shuffle(p.v, q.v, Shuffle{0, 4, 2, 6}) + __builtin_shuffle(p.v, q.v, Shuffle{1, 5, 3, 7});
        const Pack::Lanes r0 =
            __builtin_shuffle(r.v, zero, Shuffle{0, 4, 2, 6}) + __builtin_shuffle(r.v, zero, Shuffle{1, 5, 3, 7});
        return Pack(__builtin_shuffle(pq, r0, Shuffle{0, 1, 4, 5}) + __builtin_shuffle(pq, r0, Shuffle{2, 3, 6, 7}));
    }
};

}  // namespace talweg
