#include "talweg/assembly/block_matrix.hpp"

#include <algorithm>

#include "talweg/assembly/neighbour_product.hpp"
#include "talweg/math/error.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

constexpr std::size_t most_blocks = 1 << 30;  // so that twice an index fits into 32 bits: see scatter.hpp

/// Lists, per node, the elements (term, element) that move with it: rows of the pattern are then made one by one.
struct Incidence {
    struct Use {
        int term, element;
    };
    std::vector<int> offsets;
    std::vector<Use> uses;

    explicit Incidence(const Model& model) : offsets(model.node_count() + 1, 0) {
        visit(model, [&](int node, Use) { ++offsets[node + 1]; });
        for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
        uses.resize(offsets.back());
        std::vector<int> next(offsets.begin(), offsets.end() - 1);
        visit(model, [&](int node, Use use) { uses[next[node]++] = use; });
    }

    template <class Function>
    static void visit(const Model& model, Function&& function) {
        for (int t = 0; t < static_cast<int>(model.terms.size()); ++t) {
            const Term& term = *model.terms[t];
            const int n = term.point_count();
            for (int e = 0; e < term.element_count(); ++e)
                for (int i = 0; i < n; ++i) {
                    const auto row = model.map.row(term.points()[e * n + i]);
                    if (n == 1 && row.size() == 1) continue;  // couples nothing
                    for (const NodeWeight& w : row) function(w.node, Use{t, e});
                }
        }
    }
};

}  // namespace

BlockPattern::BlockPattern(const Model& model) {
    const int n = model.node_count();
    const Incidence incidence(model);
    std::vector<int> seen(n, -1), row;
    offsets_.assign(1, 0);
    auto coupling = model.mass.couplings.begin();
    for (int i = 0; i < n; ++i) {
        row.assign(1, i);
        seen[i] = i;
        const auto add = [&](int j) {
            if (j > i && seen[j] != i) {
                seen[j] = i;
                row.push_back(j);
            }
        };
        for (; coupling != model.mass.couplings.end() && coupling->i == i; ++coupling) add(coupling->j);
        for (int u = incidence.offsets[i]; u < incidence.offsets[i + 1]; ++u) {
            const Term& term = *model.terms[incidence.uses[u].term];
            const int* points = term.points() + incidence.uses[u].element * term.point_count();
            for (int k = 0; k < term.point_count(); ++k)
                for (const NodeWeight& w : model.map.row(points[k])) add(w.node);
        }
        std::sort(row.begin(), row.end());
        columns_.insert(columns_.end(), row.begin(), row.end());
        if (columns_.size() > most_blocks) throw Error("too many nodes are coupled for one system; use a coarser mesh");
        offsets_.push_back(static_cast<int>(columns_.size()));
    }
}

BlockPattern::BlockPattern(const BlockPattern& base, const std::vector<std::array<int, 2>>& more) {
    const int n = base.node_count();
    // Columns of row i in their order, those of both once.
    const auto visit = [&](int i, const auto& function) {
        auto next = std::lower_bound(more.begin(), more.end(), std::array{i, 0});
        int k = base.row_begin(i);
        for (; next != more.end() && (*next)[0] == i; ++next) {
            while (k < base.row_end(i) && base.columns_[k] < (*next)[1]) function(base.columns_[k++]);
            if (k == base.row_end(i) || base.columns_[k] != (*next)[1]) function((*next)[1]);
        }
        while (k < base.row_end(i)) function(base.columns_[k++]);
    };
    offsets_.assign(n + 1, 0);
    parallel_nodes(n, [&](int i) { visit(i, [&](int) { ++offsets_[i + 1]; }); });
    std::size_t sum = 0;
    for (int i = 0; i < n; ++i) {
        sum += static_cast<std::size_t>(offsets_[i + 1]);
        if (sum > most_blocks) throw Error("too many nodes are coupled for one system; use a coarser mesh");
        offsets_[i + 1] = static_cast<int>(sum);
    }
    columns_.resize(sum);
    parallel_nodes(n, [&](int i) {
        int* next = columns_.data() + offsets_[i];
        visit(i, [&](int column) { *next++ = column; });
    });
}

std::vector<int> BlockPattern::places_in(const BlockPattern& larger) const {
    std::vector<int> places(columns_.size());
    parallel_nodes(node_count(), [&](int i) {
        int there = larger.row_begin(i);
        for (int k = row_begin(i); k < row_end(i); ++k) {
            while (larger.columns_[there] != columns_[k]) ++there;
            places[k] = there;
        }
    });
    return places;
}

int BlockPattern::find(int row, int column) const {
    const auto begin = columns_.begin() + offsets_[row], end = columns_.begin() + offsets_[row + 1];
    const auto at = std::lower_bound(begin, end, column);
    return at != end && *at == column ? static_cast<int>(at - columns_.begin()) : -1;
}

void multiply(const BlockMatrix& a, const Nodes& x, Nodes& y) {
    const BlockPattern& p = *a.pattern;
    y.assign(x.size(), Vec3::zero());
    for (int i = 0; i < p.node_count(); ++i) {
        y[i] += a.values[p.diagonal(i)] * x[i];
        for (int k = p.diagonal(i) + 1; k < p.row_end(i); ++k) {
            const int j = p.column(k);
            y[i] += a.values[k] * x[j];
            y[j] += a.values[k].transposed() * x[i];
        }
    }
    if (a.beyond) a.beyond->add_product(x, y);
}

}  // namespace talweg
