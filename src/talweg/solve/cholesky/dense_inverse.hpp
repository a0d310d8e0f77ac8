/// (L Lᵀ)⁻¹ of a dense triangle, written out: a solution is one product, whose rows wait for nobody, where triangles
/// are a chain. For factors that serve hundreds of times.
#pragma once
#include <vector>

#include "talweg/math/pack.hpp"

namespace talweg {

class DenseInverse {
public:
    DenseInverse() = default;
    /// Of `size` columns of L, each of padded(size) numbers, of which those above the diagonal are not read.
    DenseInverse(int size, std::vector<double> l);

    static constexpr int padded(int size) { return (size + rows_at_once - 1) / rows_at_once * rows_at_once; }
    static double flops(double size) { return 2.0 / 3.0 * size * size * size; }

    int size() const { return size_; }
    /// y = (L Lᵀ)⁻¹ x for one right side, or four at once.
    void multiply(const double* x, double* y) const { multiply_all(x, y); }
    void multiply(const Pack* x, Pack* y) const { multiply_all(x, y); }

private:
    static constexpr int rows_at_once = 12;  // of the dense kernels
    template <class X>
    void multiply_all(const X* x, X* y) const;

    int size_ = 0, stride_ = 0;
    std::vector<double> negative_;  // −(L Lᵀ)⁻¹, column by column
};

}  // namespace talweg
