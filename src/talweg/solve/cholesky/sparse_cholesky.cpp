#include "talweg/solve/cholesky/sparse_cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talweg/math/available_memory.hpp"
#include "talweg/math/error.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/solve/cholesky/dense_panel.hpp"
#include "talweg/solve/cholesky/dense_solve.hpp"
#include "talweg/solve/cholesky/tiles.hpp"
#include "talweg/solve/node_graph.hpp"

namespace talweg {

namespace {

/// Numbers that a thread keeps from one use to the next.
template <class Value>
Value* room(std::vector<Value>& kept, std::size_t count) {
    if (kept.size() < count) kept.resize(count);
    return kept.data();
}

/// Runs of components that stand together both in a supernode below and in the one that takes its update.
struct Run {
    int from, to, length;
};

void subtract_runs(const std::vector<Run>& rows, int from_row, const double* product, double* to) {
    for (const Run& run : rows) {
        const double* source = product + run.from - from_row;
        double* target = to + run.to;
        for (int k = 0; k < run.length; ++k) target[k] -= source[k];
    }
}

bool are_alike(const BlockPattern& p, const BlockPattern& q) {
    if (p.node_count() != q.node_count() || p.block_count() != q.block_count()) return false;
    for (int i = 0; i < p.node_count(); ++i)
        if (p.row_begin(i) != q.row_begin(i)) return false;
    for (int k = 0; k < p.block_count(); ++k)
        if (p.column(k) != q.column(k)) return false;
    return true;
}

/// Of branches, then of supernodes above them; −1 at roots.
std::vector<int> parents(const Supernodes& s) {
    const int branches = static_cast<int>(s.branches.size());
    std::vector<int> place(s.count(), -1), parent;
    for (std::size_t k = 0; k < s.above.size(); ++k) place[s.above[k]] = branches + static_cast<int>(k);
    const auto add = [&](int root) { parent.push_back(s.parent[root] < 0 ? -1 : place[s.parent[root]]); };
    for (const Supernodes::Branch& branch : s.branches) add(branch.end - 1);
    for (const int supernode : s.above) add(supernode);
    return parent;
}

}  // namespace

SparseCholesky::SparseCholesky(const BlockPattern& pattern, const Unknowns& unknowns, const std::vector<int>& order)
    : pattern_(pattern), unknowns_(unknowns), structure_(pattern, unknowns, order), tree_(parents(structure_)) {
    dense::stay_on_this_thread();
    place_blocks(pattern);
    unknown_at_.reserve(structure_.size());
    for (const int node : structure_.nodes)
        for (int a = 0; a < 3; ++a)
            if (const int unknown = unknowns_(node, a); unknown >= 0) unknown_at_.push_back(unknown);
    // Rows outside of a branch are rows of its root.
    targets_.resize(structure_.rows.size());
    for (std::size_t k = 0; k < targets_.size(); ++k) targets_[k] = structure_.component[structure_.rows[k]];
    std::vector<int> sum(structure_.place_count());
    for (const Supernodes::Branch& branch : structure_.branches) {
        const int root = branch.end - 1, width = structure_.width(root);
        const auto rows = structure_.rows_of(root);
        for (std::size_t k = 0; k < rows.size(); ++k)
            sum[rows[k]] =
                structure_.size() + branch.sums + structure_.offsets[structure_.row_begins[root] + k] - width;
        const int outside = structure_.begins[branch.end];
        for (int k = structure_.row_begins[branch.begin]; k < structure_.row_begins[branch.end]; ++k)
            if (structure_.rows[k] >= outside) targets_[k] = sum[structure_.rows[k]];
    }
}

void SparseCholesky::place_blocks(const BlockPattern& pattern) {
    const NodeGraph graph(pattern);
    std::vector<int> place(pattern.node_count(), -1);
    for (int k = 0; k < structure_.place_count(); ++k) place[structure_.nodes[k]] = k;
    // function(block, row, column, transposed): the factor has the later of two nodes as its row, the matrix the one
    // with the smaller number.
    const auto each_of = [&](int s, const auto& function) {
        for (int k = structure_.begins[s]; k < structure_.begins[s + 1]; ++k) {
            const int node = structure_.nodes[k];
            function(pattern.diagonal(node), k, k, false);
            for (int e = graph.begins[node]; e < graph.begins[node + 1]; ++e)
                if (const int other = graph.neighbours[e]; place[other] > k)
                    function(graph.blocks[e], place[other], k, node < other);
        }
    };
    entry_begins_.assign(structure_.count() + 1, 0);
    parallel_each(0, structure_.count(),
                  [&](int s) { each_of(s, [&](int, int, int, bool) { ++entry_begins_[s + 1]; }); });
    for (int s = 0; s < structure_.count(); ++s) entry_begins_[s + 1] += entry_begins_[s];
    entries_.resize(entry_begins_.back());
    parallel_each(0, structure_.count(), [&](int s) {
        const auto rows = structure_.rows_of(s);
        Entry* next = entries_.data() + entry_begins_[s];
        each_of(s, [&](int block, int row, int column, bool transposed) {
            const auto at = std::lower_bound(rows.begin(), rows.end(), row) - rows.begin();
            *next++ = {block,
                       structure_.offsets[structure_.row_begins[s] + at],
                       structure_.component[column] - structure_.component[structure_.begins[s]],
                       row,
                       column,
                       transposed};
        });
        std::sort(
            entries_.begin() + entry_begins_[s], entries_.begin() + entry_begins_[s + 1],
            [](const Entry& a, const Entry& b) { return std::pair(a.row, a.column) < std::pair(b.row, b.column); });
    });
}

bool SparseCholesky::factorize(const BlockMatrix& h, const std::vector<double>& shift,
                               const Interruption& interruption) {
    if (h.pattern.get() != &pattern_ && !are_alike(*h.pattern, pattern_))
        throw Error("a matrix of another pattern than the one that was analysed");
    if (values_.empty()) {
        const double count = static_cast<double>(structure_.value_begins.back());
        refuse_memory(8.0 * count, "the factor of the linear system", "use the solver \"cg\" or a coarser mesh");
        values_.resize(structure_.value_begins.back() + dense::overhang);
    }
    inverse_ = {};
    h_ = &h;
    shift_ = shift.empty() ? nullptr : &shift;
    definite_ = true;
    SharedInterruption shared(interruption);
    interruption_ = &shared;
    factorize_all();
    interruption_ = nullptr;
    shared.check();
    return definite_;
}

void SparseCholesky::factorize_all() {
    const int branches = static_cast<int>(structure_.branches.size());
    tree_.run([&](int k) {
        if (k >= branches) {
            if (goes_on()) factorize_supernode(structure_.above[k - branches]);
            return;
        }
        const Supernodes::Branch& branch = structure_.branches[k];
        for (int s = branch.begin; s < branch.end && goes_on(); ++s) factorize_supernode(s);
    });
}

void SparseCholesky::factorize_supernode(int s) {
    const int rows = static_cast<int>(structure_.rows_of(s).size());
    const int width = structure_.width(s), height = structure_.height(s);
    const int own = structure_.begins[s + 1] - structure_.begins[s];
    if (rows <= tiles::whole) {
        fill_tile(s, {0, rows, 0, own});
        if (!dense::factorize(width, values(s), height)) {
            definite_ = false;
            return;
        }
        dense::divide(height - width, width, values(s), height, values(s) + width, height);
        return;
    }
    const tiles::Grid grid{rows, own, tiles::nodes(rows)};
    parallel_each(0, grid.count(), [&](int k) {
        if (goes_on()) fill_tile(s, grid[k]);
    });
    divide_tiles(s);
}

/// Rows and columns of a supernode: of the matrix, less all updates.
void SparseCholesky::fill_tile(int s, const tiles::Grid::Square& tile) {
    const auto rows = structure_.rows_of(s);
    const int* offsets = structure_.offsets.data() + structure_.row_begins[s];
    const int height = structure_.height(s);
    const auto offset = [&](int k) { return k < static_cast<int>(rows.size()) ? offsets[k] : height; };
    const Area area{offset(tile.row_begin), offset(tile.row_end), offset(tile.column_begin), offset(tile.column_end)};
    double* to = values(s);
    for (int c = area.column_begin; c < area.column_end; ++c)
        std::fill(to + std::ptrdiff_t(c) * height + area.row_begin, to + std::ptrdiff_t(c) * height + area.row_end,
                  0.0);
    put_blocks(s, area);
    thread_local std::vector<int> kept;
    int* place_in_tile = room(kept, structure_.place_count());
    for (int k = tile.row_begin; k < tile.row_end; ++k) place_in_tile[rows[k]] = offsets[k];
    for (const Supernodes::Update& update : structure_.updates_of(s))
        update_tile(s, update, tiles::meet(structure_, s, update, tile), place_in_tile);
}

void SparseCholesky::put_blocks(int s, const Area& area) {
    const int height = structure_.height(s);
    const auto begin = entries_.begin() + entry_begins_[s], end = entries_.begin() + entry_begins_[s + 1];
    auto entry = std::lower_bound(begin, end, area.row_begin, [](const Entry& e, int row) { return e.row < row; });
    for (; entry != end && entry->row < area.row_end; ++entry) {
        if (entry->column < area.column_begin || entry->column >= area.column_end) continue;
        const Mat3& block = h_->values[entry->block];
        double* to = values(s) + entry->row + std::ptrdiff_t(entry->column) * height;
        const int rows = structure_.weight(entry->row_place), columns = structure_.weight(entry->column_place);
        if (rows == 3 && columns == 3) {
            for (int c = 0; c < 3; ++c)
                for (int r = 0; r < 3; ++r)
                    to[r + std::ptrdiff_t(c) * height] = entry->transposed ? block(c, r) : block(r, c);
        } else {
            const int row_node = structure_.nodes[entry->row_place],
                      column_node = structure_.nodes[entry->column_place];
            for (int c = 0, free_c = 0; c < 3; ++c) {
                if (unknowns_(column_node, c) < 0) continue;
                for (int r = 0, free_r = 0; r < 3; ++r)
                    if (unknowns_(row_node, r) >= 0)
                        to[free_r++ + std::ptrdiff_t(free_c) * height] = entry->transposed ? block(c, r) : block(r, c);
                ++free_c;
            }
        }
        if (!shift_ || entry->row_place != entry->column_place) continue;
        for (int a = 0, free = 0; a < 3; ++a)
            if (const int unknown = unknowns_(structure_.nodes[entry->row_place], a); unknown >= 0) {
                to[free + std::ptrdiff_t(free) * height] += (*shift_)[unknown];
                ++free;
            }
    }
}

/// What a supernode below takes from a tile.
void SparseCholesky::update_tile(int s, const Supernodes::Update& update, const tiles::Grid::Square& met,
                                 const int* place_in_tile) {
    if (met.row_begin >= met.row_end || met.column_begin >= met.column_end) return;
    const auto rows = structure_.rows_of(update.from);
    const int begin = met.row_begin, end = met.row_end;
    // Above the diagonal nobody looks: narrow products stay near it.
    const int chunk = begin < met.column_end ? tiles::chunk : std::numeric_limits<int>::max();
    const int inner = structure_.width(update.from), stride = structure_.height(update.from);
    const int* offsets = structure_.offsets.data() + structure_.row_begins[update.from];
    const auto offset = [&](int k) { return k < static_cast<int>(rows.size()) ? offsets[k] : stride; };
    const double* source = values(update.from);
    const int height = structure_.height(s), own = structure_.component[structure_.begins[s]];
    thread_local std::vector<Run> row_runs, column_runs;
    const auto collect = [&](std::vector<Run>& runs, int k0, int k1, const auto& to) {
        runs.clear();
        for (int k = k0; k < k1; ++k) {
            const int place = to(rows[k]), length = structure_.weight(rows[k]);
            if (!runs.empty() && runs.back().to + runs.back().length == place)
                runs.back().length += length;
            else
                runs.push_back({offsets[k], place, length});
        }
    };
    for (int c0 = met.column_begin; c0 < met.column_end;) {
        int c1 = c0 + 1;
        while (c1 < met.column_end && offset(c1 + 1) - offset(c0) <= chunk) ++c1;
        const int r0 = std::max(begin, c0);
        collect(row_runs, r0, end, [&](int place) { return place_in_tile[place]; });
        collect(column_runs, c0, c1, [&](int place) { return structure_.component[place] - own; });
        const int m = offset(end) - offset(r0), n = offset(c1) - offset(c0);
        if (row_runs.size() == 1) {
            for (const Run& run : column_runs)
                dense::subtract_product(m, run.length, inner, source + offset(r0), stride, source + run.from, stride,
                                        values(s) + row_runs[0].to + std::ptrdiff_t(run.to) * height, height);
        } else if (m > 0) {
            thread_local std::vector<double> kept;
            const int padded = (m + 3) / 4 * 4;
            double* product = room(kept, std::size_t(padded) * n);
            dense::product(m, n, inner, source + offset(r0), stride, source + offset(c0), stride, product, padded);
            for (const Run& run : column_runs)
                for (int c = 0; c < run.length; ++c)
                    subtract_runs(row_runs, offset(r0), product + std::ptrdiff_t(run.from - offset(c0) + c) * padded,
                                  values(s) + std::ptrdiff_t(run.to + c) * height);
        }
        c0 = c1;
    }
}

/// A large supernode after its updates: block by block of columns, each in panels whose rows below are divided in
/// tiles, and then taken from all that stands to the right of it.
void SparseCholesky::divide_tiles(int s) {
    const int width = structure_.width(s), height = structure_.height(s);
    for (int b = 0; b < width; b += tiles::block) {
        const int end = std::min(width, b + tiles::block);
        for (int c = b; c < end && goes_on(); c += tiles::panel) {
            const int n = std::min(tiles::panel, end - c), before = c - b, below = height - c - n;
            double *left = values(s) + c + std::ptrdiff_t(b) * height,
                   *own = values(s) + c + std::ptrdiff_t(c) * height;
            dense::subtract_product(n, n, before, left, height, left, height, own, height);
            if (!dense::factorize(n, own, height)) {
                definite_ = false;
                return;
            }
            parallel_each(0, tiles::count_of(below, tiles::height), [&](int tile) {
                const int row = n + tile * tiles::height, rows = std::min(tiles::height, n + below - row);
                dense::subtract_product(rows, n, before, left + row, height, left, height, own + row, height);
                dense::divide(rows, n, own, height, own + row, height);
            });
        }
        const tiles::Grid grid{height - end, width - end, tiles::square(height)};
        const double* left = values(s) + end + std::ptrdiff_t(b) * height;
        double* right = values(s) + end + std::ptrdiff_t(end) * height;
        parallel_each(0, grid.count(), [&](int k) {
            if (!goes_on()) return;
            const auto [row, row_end, column, column_end] = grid[k];
            dense::subtract_product(row_end - row, column_end - column, end - b, left + row, height, left + column,
                                    height, right + row + std::ptrdiff_t(column) * height, height);
        });
    }
}

/// What lies below a supernode, to or from the rows of the whole.
template <class X, class Index, class Function>
void SparseCholesky::each_below(int s, X* beside, const Index& index, const Function& function) const {
    const int first = structure_.begins[s + 1] - structure_.begins[s] + structure_.row_begins[s];
    for (int k = first; k < structure_.row_begins[s + 1]; ++k) {
        const int at = index(k), count = structure_.weight(structure_.rows[k]);
        for (int a = 0; a < count; ++a) function(at + a, *beside++);
    }
}

/// Numbers that a supernode's solution needs for itself. Above the branches they stand behind x: whoever waits there
/// for pieces of a loop may be given work of another world meanwhile, whose numbers would take the thread's place.
template <class X>
X* SparseCholesky::beside(std::vector<X>& x, bool apart, std::size_t count) const {
    thread_local std::vector<X> kept;
    if (apart) return room(kept, count);
    const std::size_t begin = structure_.size() + structure_.sums;
    if (x.size() < begin + count) x.resize(begin + count);
    return x.data() + begin;
}

template <class X>
void SparseCholesky::down(int s, bool apart, std::vector<X>& x) {
    const int width = structure_.width(s), height = structure_.height(s);
    X* sums = beside(x, apart, height);  // L x of the columns so far
    X* own = x.data() + structure_.component[structure_.begins[s]];
    const double* l = values(s);
    std::fill(sums, sums + height, X(0.0));
    const bool large = !apart && double(height) * width > tiles::large_solve;
    const int step = large ? tiles::solve_width : std::max(1, width);
    for (int c = 0; c < width; c += step) {
        const int n = std::min(step, width - c), rest = height - c - n;
        for (int k = c; k < c + n; ++k) own[k] -= sums[k];
        const double* panel = l + std::ptrdiff_t(c) * height + c;
        dense::solve_lower(n, panel, height, own + c);
        const auto add = [&](int begin, int end) {
            dense::add_product(end - begin, n, panel + n + begin, height, own + c, sums + c + n + begin);
        };
        if (large)
            parallel_each(0, (rest + tiles::solve_height - 1) / tiles::solve_height,
                          [&](int k) { add(k * tiles::solve_height, std::min(rest, (k + 1) * tiles::solve_height)); });
        else
            add(0, rest);
    }
    each_below(
        s, sums + width, [&](int k) { return apart ? targets_[k] : structure_.component[structure_.rows[k]]; },
        [&](int i, X value) { x[i] -= value; });
}

template <class X>
void SparseCholesky::up(int s, bool apart, std::vector<X>& x) {
    const int width = structure_.width(s), height = structure_.height(s);
    X* known = beside(x, apart, height);
    X* own = x.data() + structure_.component[structure_.begins[s]];
    const double* l = values(s);
    each_below(
        s, known + width, [&](int k) { return structure_.component[structure_.rows[k]]; },
        [&](int i, X& value) { value = x[i]; });
    const bool large = !apart && double(height) * width > tiles::large_solve;
    const int step = large ? tiles::solve_width : std::max(1, width);
    for (int c = (width - 1) / step * step; c >= 0; c -= step) {
        const int n = std::min(step, width - c), rest = height - c - n;
        const double* panel = l + std::ptrdiff_t(c) * height + c;
        const auto subtract = [&](int begin, int end) {
            dense::subtract_transposed(rest, end - begin, panel + n + std::ptrdiff_t(begin) * height, height,
                                       known + c + n, own + c + begin);
        };
        if (large)
            parallel_each(0, (n + tiles::solve_columns - 1) / tiles::solve_columns, [&](int k) {
                subtract(k * tiles::solve_columns, std::min(n, (k + 1) * tiles::solve_columns));
            });
        else
            subtract(0, n);
        dense::solve_transposed(n, panel, height, own + c);
        std::copy(own + c, own + c + n, known + c);
    }
}

double SparseCholesky::invert_above(double at_most) {
    std::vector<int> place(structure_.size());  // of each component among those above
    int size = 0;
    double entries = 0.0;
    for (const int s : structure_.above) {
        const int width = structure_.width(s);
        for (int k = 0; k < width; ++k) place[structure_.component[structure_.begins[s]] + k] = size++;
        entries += double(width) * (structure_.height(s) - 0.5 * width);
    }
    if (double(size) * size > at_most * entries) return 0.0;
    const int stride = DenseInverse::padded(size);
    std::vector<double> l(std::size_t(stride) * size, 0.0);
    for (const int s : structure_.above) {
        const int width = structure_.width(s), height = structure_.height(s);
        const int first = place[structure_.component[structure_.begins[s]]];
        const auto rows = structure_.rows_of(s);
        const int* offsets = structure_.offsets.data() + structure_.row_begins[s];
        for (int c = 0; c < width; ++c) {
            const double* from = values(s) + std::ptrdiff_t(c) * height;
            double* to = l.data() + std::ptrdiff_t(first + c) * stride;
            for (std::size_t k = 0; k < rows.size(); ++k)
                for (int a = 0; a < structure_.weight(rows[k]); ++a)
                    to[place[structure_.component[rows[k]] + a]] = from[offsets[k] + a];
        }
    }
    inverse_ = DenseInverse(size, std::move(l));
    return DenseInverse::flops(size);
}

template <class X>
void SparseCholesky::through_inverse(std::vector<X>& x) const {
    const int size = inverse_.size();
    X *from = beside(x, false, 2 * std::size_t(size)), *to = from + size;
    const auto each = [&](const auto& function) {
        int k = 0;
        for (const int s : structure_.above)
            for (int i = structure_.component[structure_.begins[s]];
                 i < structure_.component[structure_.begins[s + 1]];)
                function(i++, k++);
    };
    each([&](int i, int k) { from[k] = x[i]; });
    inverse_.multiply(from, to);
    each([&](int i, int k) { x[i] = to[k]; });
}

template <class X>
void SparseCholesky::solve_all(std::vector<X>& x) {
    const auto& branches = structure_.branches;
    std::fill(x.begin() + structure_.size(), x.begin() + structure_.size() + structure_.sums, X(0.0));
    parallel_each(0, static_cast<int>(branches.size()), [&](int b) {
        for (int s = branches[b].begin; s < branches[b].end; ++s) down(s, true, x);
    });
    const X* sum = x.data() + structure_.size();
    for (const Supernodes::Branch& branch : branches) {
        const int root = branch.end - 1;
        const auto rows = structure_.rows_of(root);
        for (std::size_t k = structure_.begins[branch.end] - structure_.begins[root]; k < rows.size(); ++k)
            for (int i = structure_.component[rows[k]]; i < structure_.component[rows[k] + 1]; ++i) x[i] += *sum++;
    }
    if (inverse_.size() > 0) {
        through_inverse(x);
    } else {
        for (const int s : structure_.above) down(s, false, x);
        for (auto s = structure_.above.rbegin(); s != structure_.above.rend(); ++s) up(*s, false, x);
    }
    parallel_each(0, static_cast<int>(branches.size()), [&](int b) {
        for (int s = branches[b].end - 1; s >= branches[b].begin; --s) up(s, true, x);
    });
}

void SparseCholesky::solve(double* x, int count) {
    const int n = structure_.size();
    const auto each_component = [&](const auto& function) {
        for (int at = 0; at < n; ++at) function(at, unknown_at_[at]);
    };
    const auto lane = [&](int r) { return x + std::ptrdiff_t(r) * n; };
    int r = 0;
    for (; count - r >= 2; r += 4) {
        const int lanes = std::min(4, count - r);
        four_.resize(std::max<std::size_t>(four_.size(), n + structure_.sums));
        each_component([&](int at, int unknown) {
            Pack value = 0.0;
            for (int k = 0; k < lanes; ++k) value.set(k, lane(r + k)[unknown]);
            four_[at] = value;
        });
        solve_all(four_);
        each_component([&](int at, int unknown) {
            for (int k = 0; k < lanes; ++k) lane(r + k)[unknown] = four_[at][k];
        });
    }
    if (r >= count) return;
    one_.resize(std::max<std::size_t>(one_.size(), n + structure_.sums));
    each_component([&](int at, int unknown) { one_[at] = lane(r)[unknown]; });
    solve_all(one_);
    each_component([&](int at, int unknown) { lane(r)[unknown] = one_[at]; });
}

}  // namespace talweg
