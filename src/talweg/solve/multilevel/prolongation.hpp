/// From regions to nodes: P, whose columns are the six motions of every region, smoothed.
///
///     P = (I − ω D⁻¹ A) P₀,   ω = 4 / (3 λ),   λ the largest eigenvalue of D⁻¹ A
///
/// P₀ has the motions of each region orthonormalised, B = P₀ B_c; where some are not independent there – a region of
/// one node, or of a straight row – their components of the coarse level are prescribed (Vaněk, Mandel and Brezina,
/// 1996; Brezina, Tong and Becker, "Parallel algebraic multigrid for structural mechanics", SIAM J. Sci. Comput. 27,
/// 2006). P is kept in whole numbers of sixteen bits, as large as the largest of an entry allows, for iterations wait
/// for memory; coarse matrices are made of those very values.
#pragma once
#include <cmath>
#include <cstdint>

#include "talweg/solve/block_product.hpp"
#include "talweg/solve/multilevel/aggregates.hpp"
#include "talweg/solve/multilevel/modes.hpp"

namespace talweg {

/// P₀, and what the level of regions inherits. A region J has the nodes 2 J and 2 J + 1 there.
struct TentativeProlongation {
    std::vector<int> region;        // of each node; −1: none
    std::vector<NodeModes> values;  // of each node
    std::vector<Axes> held;         // of each coarse node
    std::vector<NodeModes> modes;   // B_c of each coarse node
};
TentativeProlongation tentative_prolongation(const Aggregates& regions, std::vector<NodeModes> modes, int width);

/// 3 × 6 numbers: how a node moves by the three moves and three turns of a region.
struct RoundedModes {
    std::int16_t numbers[18];
    float unit;  // of the numbers

    RoundedModes() {}  // nothing: lists of them are first touched where they are filled, in parallel
    /// number(k) gives them in the order wanted.
    template <class Number>
    explicit RoundedModes(const Number& number) {
        double largest = 0.0;
        for (int k = 0; k < 18; ++k) largest = std::max(largest, std::fabs(number(k)));
        constexpr double most = 32766.0;
        unit = static_cast<float>(largest / most);
        for (int k = 0; k < 18; ++k)
            numbers[k] = unit > 0.0f ? static_cast<std::int16_t>(std::lrint(number(k) / double(unit))) : 0;
    }
    double operator[](int k) const { return numbers[k] * double(unit); }
};

class Prolongation {
public:
    using Entry = RoundedModes;        // column by column
    std::vector<int> begins, columns;  // regions of each node, ascending
    std::vector<Entry> entries;

    Prolongation() = default;
    Prolongation(const BlockProduct& a, const FullRows& rows, const TentativeProlongation& from);

    int node_count() const { return static_cast<int>(begins.size()) - 1; }
    int region_count() const { return static_cast<int>(back_begins_.size()) - 1; }
    /// Entries by region, each with its node, nodes ascending: [back_begin, back_end).
    struct Back {
        int node, entry;
    };
    std::span<const Back> back(int region) const {
        return {back_.data() + back_begins_[region],
                static_cast<std::size_t>(back_begins_[region + 1] - back_begins_[region])};
    }
    /// Lists the entries by regions, of which there are so many.
    void list_back(int regions);

    /// coarse = Pᵀ r
    void gather(const Nodes& r, Nodes& coarse) const;
    /// z += factor · P coarse
    void add(const Nodes& coarse, double factor, Nodes& z) const;
    /// z += P coarse; rᵀ z.
    double add_along(const Nodes& coarse, const Nodes& r, Nodes& z) const;

private:
    template <class Each>
    void each_move(const Nodes& coarse, const Each& each) const;
    int piece_count() const { return (node_count() + node_grain - 1) / node_grain; }
    std::vector<int> back_begins_;
    std::vector<Back> back_;
    std::vector<RoundedModes> back_entries_;  // the same once more, row by row, one behind the other
};

}  // namespace talweg
