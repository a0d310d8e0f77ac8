/// Wᵀ (K W) for a dense W and K that couples few of its rows at a time: of reduced bodies, again and again with one
/// W, which is kept in the order in which products read it, as K W is made.
///
/// Rows of W are taken in parts that stay in the nearest cache; sums over a part have one order, and parts are added in
/// theirs.
#pragma once
#include <cstddef>
#include <vector>

namespace talweg {

class RowProducts {
public:
    /// `weights`: nodes × rows, column by column.
    RowProducts(int nodes, int rows, const std::vector<double>& weights);

    /// Row by row, filled up with zeros to whole quads.
    const double* row(int p) const { return weights_.data() + std::ptrdiff_t(p) * quads_ * wide; }
    int quads() const { return quads_; }

    /// K W and Wᵀ K W of one K: kept for the next time.
    struct Product {
        std::vector<double> inner, sums;
        int stride = 0;
        double operator()(int f, int g) const { return sums[std::size_t(g) * std::size_t(stride) + std::size_t(f)]; }
    };
    void begin(Product& product) const;
    /// Rows [first, first + count) of K W, which take part in no others: k is count × count, row by row; count ≤ 4.
    void set_rows(int first, int count, const double* k, Product& product) const;
    /// Makes the sums; of a symmetric K those of f ≤ g are enough.
    void multiply(bool upper, Product& product) const;

private:
    struct Part {  // of the rows
        int first, count;
    };
    template <int Count>
    void set(int first, const double* k, Product& product) const;
    template <int R>
    void multiply_panel(const Part& part, int panel, bool upper, Product& product) const;
    const double* left(const Part& part, int panel) const {
        return left_.data() + (std::size_t(part.first) * panels_ + std::size_t(panel) * part.count) * tall;
    }

    static constexpr int tall = 12, wide = 4;  // of a tile
    int nodes_, rows_, panels_, quads_;        // ceil(nodes / tall), ceil(nodes / wide)
    std::vector<Part> parts_;
    std::vector<double> weights_;  // W by rows, each filled up with zeros to whole quads
    std::vector<double> left_;     // W by parts, panels of tall nodes, rows
};

}  // namespace talweg
