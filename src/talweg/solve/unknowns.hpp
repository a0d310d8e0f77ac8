/// The free components of the nodes, numbered: what a linear solver sees. Prescribed components have no number.
#pragma once
#include <array>

#include "talweg/math/parallel.hpp"
#include "talweg/model/model.hpp"

namespace talweg {

class Unknowns {
public:
    Unknowns() = default;
    explicit Unknowns(const std::vector<Axes>& held_axes) : index_(held_axes.size()) {
        for (std::size_t i = 0; i < held_axes.size(); ++i)
            for (int a = 0; a < 3; ++a) index_[i][a] = held_axes[i] & (1 << a) ? -1 : count_++;
    }

    int count() const { return count_; }
    int node_count() const { return static_cast<int>(index_.size()); }
    int operator()(int node, int axis) const { return index_[node][axis]; }
    bool is_free(int node) const { return (index_[node][0] | index_[node][1] | index_[node][2]) >= 0; }

    /// Free components of v in order, times a factor.
    void gather(const Nodes& v, std::vector<double>& out, double factor = 1.0) const {
        out.resize(count_);
        parallel_nodes(node_count(), [&](int i) {
            for (int a = 0; a < 3; ++a)
                if (index_[i][a] >= 0) out[index_[i][a]] = factor * v[i][a];
        });
    }
    /// Back onto nodes; prescribed components become zero.
    void spread(const std::vector<double>& values, Nodes& out) const {
        out.resize(index_.size());
        parallel_nodes(node_count(), [&](int i) {
            for (int a = 0; a < 3; ++a) out[i][a] = index_[i][a] >= 0 ? values[index_[i][a]] : 0.0;
        });
    }

private:
    std::vector<std::array<int, 3>> index_;
    int count_ = 0;
};

}  // namespace talweg
