/// Where the points of a model are, as far as a step asks: those that are only looked at (Model::shown) are left where
/// they are, so that a reduced body's step does not cost by its mesh.
#pragma once
#include "talweg/math/parallel.hpp"
#include "talweg/model/dense_followers.hpp"
#include "talweg/model/model.hpp"

namespace talweg {

class LivePoints {
public:
    struct Range {
        int begin, end;
    };
    explicit LivePoints(const Model& model);

    /// Points that are not only looked at, in order; cut, so that no range is longer than loops are cut.
    const std::vector<Range>& ranges() const { return live_.ranges; }
    /// function(begin, end) for all of them, in any order and in parallel.
    template <class Function>
    void each(const Function& function) const {
        live_.each([&](int, int begin, int end) { function(begin, end); });
    }
    /// The largest function(begin, end), at least 0.
    template <class Function>
    double largest(const Function& function) const {
        std::vector<double> of_piece(live_.pieces.size() + 1, 0.0);
        live_.each(
            [&](int piece, int begin, int end) { of_piece[piece] = std::max(of_piece[piece], function(begin, end)); });
        return *std::max_element(of_piece.begin(), of_piece.end());
    }
    /// function(begin, end) for those among the points of [first, last), in order.
    template <class Function>
    void within(int first, int last, const Function& function) const {
        auto range = std::partition_point(live_.ranges.begin(), live_.ranges.end(),
                                          [first](const Range& earlier) { return earlier.end <= first; });
        for (; range != live_.ranges.end() && range->begin < last; ++range)
            function(std::max(first, range->begin), std::min(last, range->end));
    }

    /// x = W c + b, dx = W p, and no force, there. Elsewhere the same – b, no move, no force – where the array had
    /// another size before; else what is there stays.
    void follow(const Nodes& c, const Positions& b, Positions& x) const;
    void follow_move(const Nodes& p, Positions& dx) const;
    void clear(Positions& f) const;

private:
    struct Stretches {
        std::vector<Range> ranges;
        std::vector<int> pieces;  // first range of each piece of work
        std::vector<int> node;  // of the first of each range, where every point is a node in turn; −1: of any others
        int taken = 0;          // points of the last piece

        void add(int point, int is_node = -1);
        /// function(piece, range)
        template <class Function>
        void each_range(const Function& function) const {
            parallel_each(0, static_cast<int>(pieces.size()), [&](int k) {
                const int end =
                    k + 1 < static_cast<int>(pieces.size()) ? pieces[k + 1] : static_cast<int>(ranges.size());
                for (int r = pieces[k]; r < end; ++r) function(k, r);
            });
        }
        /// function(piece, begin, end)
        template <class Function>
        void each(const Function& function) const {
            each_range([&](int piece, int r) { function(piece, ranges[r].begin, ranges[r].end); });
        }
    };
    /// into = W of + start, where the start of point i is start(i), one by one.
    template <class Start>
    void follow_single(const Nodes& of, const Start& start, Positions& into) const;
    void follow_dense(const Nodes& of, const Positions* start, Positions& into) const;

    const Model& model_;
    Stretches live_, single_;            // all; and those that are followed one by one,
    std::vector<DenseFollowers> dense_;  // beside these
    bool all_ = true;                    // every point is live
};

}  // namespace talweg
