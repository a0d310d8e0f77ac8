/// Four numbers that go through the same arithmetic at once, one per element: what vectorises kernels across elements.
/// By the compiler's vectors and builtins: the header of all intrinsics is larger than most units.
///
/// Every lane sees the operations that a lone double would, in the same order and with the same rounding, so a lane's
/// result depends neither on its place nor on its neighbours. Comparisons give a mask; `select` of select.hpp takes it.
#pragma once
#include <cmath>

namespace talweg {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"  // no packs cross between files compiled for different instruction sets

class PackMask {
public:
    using Lanes = long long __attribute__((vector_size(32)));
    explicit PackMask(Lanes bits) : bits_(bits) {}
    Lanes bits() const { return bits_; }
    bool operator[](int lane) const { return bits_[lane] != 0; }

    friend PackMask operator!(PackMask a) { return PackMask(~a.bits_); }
    friend PackMask operator&&(PackMask a, PackMask b) { return PackMask(a.bits_ & b.bits_); }
    friend PackMask operator||(PackMask a, PackMask b) { return PackMask(a.bits_ | b.bits_); }
    friend bool any(PackMask a) {
#ifdef __AVX__
        return __builtin_ia32_ptestz256(a.bits_, a.bits_) == 0;
#else
        return a[0] || a[1] || a[2] || a[3];
#endif
    }

private:
    Lanes bits_;
};

struct Pack {
    static constexpr int lanes = 4;
    using Lanes = double __attribute__((vector_size(32)));
    Lanes v;

    Pack() = default;
    Pack(double all) : v{all, all, all, all} {}
    explicit Pack(Lanes each) : v(each) {}
    double operator[](int lane) const { return v[lane]; }
    void set(int lane, double value) { v[lane] = value; }

    /// Rows of numbers, one per lane, become `count` packs: packs[k][lane] = rows[lane][k].
    static void load(const double* const* rows, int count, Pack* packs) {
        int k = 0;
        for (; k + lanes <= count; k += lanes) {
            for (int lane = 0; lane < lanes; ++lane)
                packs[k + lane].v = *reinterpret_cast<const Unaligned*>(rows[lane] + k);
            transpose(packs + k, packs + k);
        }
        for (; k < count; ++k)
            for (int lane = 0; lane < lanes; ++lane) packs[k].set(lane, rows[lane][k]);
    }
    /// And back: rows[lane][k] = packs[k][lane].
    static void store(const Pack* packs, int count, double* const* rows) {
        int k = 0;
        for (; k + lanes <= count; k += lanes) {
            Pack turned[lanes];
            transpose(packs + k, turned);
            for (int lane = 0; lane < lanes; ++lane) *reinterpret_cast<Unaligned*>(rows[lane] + k) = turned[lane].v;
        }
        for (; k < count; ++k)
            for (int lane = 0; lane < lanes; ++lane) rows[lane][k] = packs[k][lane];
    }

    Pack& operator+=(Pack b) { return v += b.v, *this; }
    Pack& operator-=(Pack b) { return v -= b.v, *this; }
    Pack& operator*=(Pack b) { return v *= b.v, *this; }
    friend Pack operator-(Pack a) { return Pack(-a.v); }
    friend Pack operator+(Pack a, Pack b) { return Pack(a.v + b.v); }
    friend Pack operator-(Pack a, Pack b) { return Pack(a.v - b.v); }
    friend Pack operator*(Pack a, Pack b) { return Pack(a.v * b.v); }
    friend Pack operator/(Pack a, Pack b) { return Pack(a.v / b.v); }
    friend PackMask operator<(Pack a, Pack b) { return PackMask(a.v < b.v); }
    friend PackMask operator>(Pack a, Pack b) { return PackMask(a.v > b.v); }
    friend PackMask operator<=(Pack a, Pack b) { return PackMask(a.v <= b.v); }
    friend PackMask operator>=(Pack a, Pack b) { return PackMask(a.v >= b.v); }
    friend PackMask operator==(Pack a, Pack b) { return PackMask(a.v == b.v); }
    friend PackMask operator!=(Pack a, Pack b) { return PackMask(a.v != b.v); }

    friend Pack select(PackMask mask, Pack yes, Pack no) { return Pack(mask.bits() ? yes.v : no.v); }
    friend Pack larger(Pack a, Pack b) { return select(a > b, a, b); }
    friend Pack smaller(Pack a, Pack b) { return select(a < b, a, b); }
    friend Pack fabs(Pack a) { return Pack((Lanes)((PackMask::Lanes)a.v & ~sign_bits())); }
    friend Pack copysign(Pack a, Pack sign) {
        return Pack((Lanes)(((PackMask::Lanes)a.v & ~sign_bits()) | ((PackMask::Lanes)sign.v & sign_bits())));
    }
    friend Pack sqrt(Pack a) {
#ifdef __AVX__
        return Pack(__builtin_ia32_sqrtpd256(a.v));
#else
        return Pack(Lanes{std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])});
#endif
    }

    friend Pack atan2(Pack y, Pack x) {
        return Pack(
            Lanes{std::atan2(y[0], x[0]), std::atan2(y[1], x[1]), std::atan2(y[2], x[2]), std::atan2(y[3], x[3])});
    }
    friend Pack log(Pack a) { return Pack(Lanes{std::log(a[0]), std::log(a[1]), std::log(a[2]), std::log(a[3])}); }
    friend Pack log1p(Pack a) {
        return Pack(Lanes{std::log1p(a[0]), std::log1p(a[1]), std::log1p(a[2]), std::log1p(a[3])});
    }

private:
    using Unaligned = double __attribute__((vector_size(32), aligned(8), may_alias));

    static void transpose(const Pack* rows, Pack* columns) {
        using Shuffle = PackMask::Lanes;
        const Lanes a = rows[0].v, b = rows[1].v, c = rows[2].v, d = rows[3].v;
        const Lanes ab0 = __builtin_shuffle(a, b, Shuffle{0, 4, 2, 6}),
                    cd0 = __builtin_shuffle(c, d, Shuffle{0, 4, 2, 6});
        const Lanes ab1 = __builtin_shuffle(a, b, Shuffle{1, 5, 3, 7}),
                    cd1 = __builtin_shuffle(c, d, Shuffle{1, 5, 3, 7});
        columns[0].v = __builtin_shuffle(ab0, cd0, Shuffle{0, 1, 4, 5});
        columns[1].v = __builtin_shuffle(ab1, cd1, Shuffle{0, 1, 4, 5});
        columns[2].v = __builtin_shuffle(ab0, cd0, Shuffle{2, 3, 6, 7});
        columns[3].v = __builtin_shuffle(ab1, cd1, Shuffle{2, 3, 6, 7});
    }
    static PackMask::Lanes sign_bits() { return (PackMask::Lanes)Lanes{-0.0, -0.0, -0.0, -0.0}; }
};

#pragma GCC diagnostic pop

}  // namespace talweg
