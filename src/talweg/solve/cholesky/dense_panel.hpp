/// Dense arithmetic on matrices kept column by column: what supernodes are made of. Small matrices go through kernels
/// in vector registers, large ones through BLAS on this thread; each result depends on its operands and sizes alone.
///
/// Kernels read up to three numbers past the end of a column: what they read from must go on for as long.
#pragma once
#include <cstddef>

namespace talweg::dense {

inline constexpr int overhang = 4;

/// Keeps BLAS on the thread that calls it, from now on.
void stay_on_this_thread();

/// C = A Bᵀ, A of rows × inner, B of columns × inner..
void product(int rows, int columns, int inner, const double* a, int a_stride, const double* b, int b_stride, double* c,
             int c_stride);
/// C −= A Bᵀ, no other number being touched.
void subtract_product(int rows, int columns, int inner, const double* a, int a_stride, const double* b, int b_stride,
                      double* c, int c_stride);
/// A → L with A = L Lᵀ, of the lower triangle; false when a pivot is not positive.
bool factorize(int size, double* a, int stride);
/// B → B L⁻ᵀ
void divide(int rows, int size, const double* l, int l_stride, double* b, int b_stride);

}  // namespace talweg::dense
