#include "talweg/solve/multilevel/hierarchy.hpp"

#include <cstring>

#include "talweg/math/parallel.hpp"
#include "talweg/solve/cholesky/fill_reducing_order.hpp"
#include "talweg/solve/cost_units.hpp"
#include "talweg/solve/inner_product.hpp"
#include "talweg/solve/linear_solver.hpp"

namespace talweg {

namespace {

constexpr int small_enough = 3000;     // unknowns: for a factor
constexpr int factor_at_most = 30000;  // unknowns, where regions do not get any larger
constexpr double worth_a_level = 0.5;  // of the unknowns before: more is no coarser level
constexpr int most_levels = 12;

/// Lists of plain numbers, one behind the other, each with its length.
class Bytes {
public:
    std::vector<std::byte> bytes;
    template <class T>
    void put(const std::vector<T>& list) {
        const std::uint64_t size = list.size() * sizeof(T);
        const std::size_t end = bytes.size();
        bytes.resize(end + sizeof size + size);
        std::memcpy(bytes.data() + end, &size, sizeof size);
        if (size > 0) std::memcpy(bytes.data() + end + sizeof size, list.data(), size);
    }
};

template <class T>
std::vector<T> take(std::span<const std::byte>& from) {
    std::uint64_t size = 0;
    if (from.size() >= sizeof size) std::memcpy(&size, from.data(), sizeof size);
    if (from.size() < sizeof size || from.size() - sizeof size < size || size % sizeof(T) != 0)
        refuse_memory_of_another_scene();
    std::vector<T> list(size / sizeof(T));
    if (size > 0) std::memcpy(static_cast<void*>(list.data()), from.data() + sizeof size, size);
    from = from.subspan(sizeof size + size);
    return list;
}

bool are_rows(const std::vector<int>& begins, const std::vector<int>& columns, int count) {
    if (begins.empty() || begins.front() != 0 || begins.back() != static_cast<int>(columns.size())) return false;
    return std::is_sorted(begins.begin(), begins.end()) &&
           std::all_of(columns.begin(), columns.end(), [&](int j) { return j >= 0 && j < count; });
}

}  // namespace

struct Hierarchy::Level {
    BlockMatrix a;
    std::vector<Axes> held;
    std::vector<NodeModes> modes;
    Unknowns unknowns;
    BlockProduct product;
    std::unique_ptr<IncompleteCholesky> smoother;  // none at the last level, where there is a factor
    Prolongation p;                                // from the next level; none at the last
    Nodes right, solution, rest, moved;

    Level(BlockMatrix matrix, std::vector<Axes> held_axes, std::vector<NodeModes> of_nodes)
        : a(std::move(matrix)),
          held(std::move(held_axes)),
          modes(std::move(of_nodes)),
          unknowns(held),
          product(*a.pattern, unknowns) {
        product.set(a, 0.0);
    }
};

Hierarchy::~Hierarchy() = default;

int Hierarchy::unknown_count(int level) const { return levels_[level - 1]->unknowns.count(); }

Hierarchy::Hierarchy(const BlockProduct& a, const FullRows& rows, std::vector<NodeModes> modes) {
    coarsen(a, rows, std::move(modes), 1, first_);
    finish();
}

/// Appends a level of regions, unless it has hardly fewer unknowns.
void Hierarchy::coarsen(const BlockProduct& a, const FullRows& rows, std::vector<NodeModes> modes, int width,
                        Prolongation& p) {
    const Aggregates regions = aggregate(a.matrix(), rows, a.unknowns(), width);
    if (regions.count == 0 || 6.0 * regions.count > worth_a_level * a.unknowns().count()) return;
    TentativeProlongation tentative = tentative_prolongation(regions, std::move(modes), width);
    p = Prolongation(a, rows, tentative);
    levels_.push_back(
        std::make_unique<Level>(coarse_matrix(a, rows, p), std::move(tentative.held), std::move(tentative.modes)));
}

/// Levels above the first coarse one, down to one that is small.
void Hierarchy::finish() {
    while (!levels_.empty()) {
        Level& level = *levels_.back();
        const std::size_t count = levels_.size();
        if (level.unknowns.count() > small_enough && static_cast<int>(count) < most_levels)
            coarsen(level.product, FullRows(*level.a.pattern), level.modes, 2, level.p);
        const bool last = levels_.size() == count;
        if (last && level.unknowns.count() <= factor_at_most) {
            last_ = std::make_unique<SparseCholesky>(*level.a.pattern, level.unknowns,
                                                     elimination_order(*level.a.pattern, level.unknowns));
            definite_ = definite_ && last_->factorize(level.a);
            if (definite_) setup_cost_ += factorisation_cost(last_->invert_above(), 0.0);
        } else {
            level.smoother = std::make_unique<IncompleteCholesky>(*level.a.pattern);
            definite_ = definite_ && level.smoother->factorize(level.product);
        }
        if (last || !definite_) break;
    }
    count_costs();
}

void Hierarchy::count_costs() {
    if (levels_.empty()) return;
    double visits = 1.0;  // of a level in a correction: two for each of the level before
    const auto add_transfer = [&](const Prolongation& p, double times) {
        cycle_cost_ += times * transfer_cost(static_cast<double>(p.entries.size()));
        setup_cost_ += multilevel_setup_cost(static_cast<double>(p.entries.size()), p.node_count());
    };
    add_transfer(first_, visits);
    for (std::size_t k = 0; k < levels_.size(); ++k) {
        const Level& level = *levels_[k];
        const double blocks = level.a.pattern->block_count(), nodes = level.a.pattern->node_count();
        const bool last = k + 1 == levels_.size();
        if (last && last_) {
            const Supernodes& s = last_->structure();
            cycle_cost_ += visits * factor_solution_cost(s.entries, nodes);
            setup_cost_ += factorisation_cost(s.flops, s.entries);
            break;
        }
        cycle_cost_ += visits * (cg_iteration_cost(blocks, nodes) + (last ? -1.0 : 1.0) * product_cost(blocks, nodes));
        setup_cost_ += cg_setup_cost(blocks, nodes);
        visits *= 2.0;
        if (!last) add_transfer(level.p, visits);
    }
}

void Hierarchy::find_correction(const Nodes& r) {
    if (!levels_.empty()) find(first_, 0, r);
}

double Hierarchy::add_correction(const Nodes& r, Nodes& z) const {
    return levels_.empty() ? inner_product(r, z) : first_.add_along(levels_[0]->solution, r, z);
}

/// The solution of a level for what a finer one has left.
void Hierarchy::find(const Prolongation& p, std::size_t level, const Nodes& r) {
    p.gather(r, levels_[level]->right);
    solve(level, levels_[level]->right, levels_[level]->solution);
}

/// z += factor · Q r
void Hierarchy::correct(const Prolongation& p, std::size_t next, const Nodes& r, double factor, Nodes& z) {
    find(p, next, r);
    p.add(levels_[next]->solution, factor, z);
}

/// z ≈ A⁻¹ r at a coarse level.
void Hierarchy::solve(std::size_t k, const Nodes& r, Nodes& z) {
    Level& level = *levels_[k];
    const int n = static_cast<int>(r.size());
    if (k + 1 < levels_.size()) {
        z.assign(n, Vec3::zero());
        correct(level.p, k + 1, r, 1.0, z);  // z = Q r
        level.product.multiply(z, level.moved);
        parallel_pieces(n, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) level.moved[i] = r[i] - level.moved[i];
        });
        level.smoother->solve(level.moved, level.rest);  // rest = M⁻¹ (r − A z)
        level.product.multiply(level.rest, level.moved);
        parallel_pieces(n, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) z[i] += level.rest[i];
        });
        correct(level.p, k + 1, level.moved, -1.0, z);  // z += rest − Q A rest
    } else if (last_) {
        level.unknowns.gather(r, values_);
        last_->solve(values_.data());
        level.unknowns.spread(values_, z);
    } else {
        level.smoother->solve(r, z);
    }
}

std::vector<std::byte> Hierarchy::save() const {
    Bytes out;
    out.put(first_.begins);
    out.put(first_.columns);
    out.put(first_.entries);
    if (levels_.empty()) return out.bytes;
    const Level& level = *levels_.front();
    const BlockPattern& pattern = *level.a.pattern;
    std::vector<int> offsets, columns;
    for (int i = 0; i <= pattern.node_count(); ++i)
        offsets.push_back(i < pattern.node_count() ? pattern.row_begin(i) : pattern.block_count());
    for (int k = 0; k < pattern.block_count(); ++k) columns.push_back(pattern.column(k));
    out.put(offsets);
    out.put(columns);
    out.put(level.a.values);
    out.put(level.held);
    out.put(level.modes);
    return out.bytes;
}

Hierarchy::Hierarchy(std::span<const std::byte> saved, int nodes) {
    first_.begins = take<int>(saved);
    first_.columns = take<int>(saved);
    first_.entries = take<Prolongation::Entry>(saved);
    if (saved.empty() && first_.entries.empty()) return;
    std::vector<int> offsets = take<int>(saved), columns = take<int>(saved);
    BlockMatrix a{nullptr, take<Mat3>(saved)};
    std::vector<Axes> held = take<Axes>(saved);
    std::vector<NodeModes> modes = take<NodeModes>(saved);
    const int coarse = static_cast<int>(held.size());
    if (coarse % 2 != 0 || static_cast<int>(first_.begins.size()) != nodes + 1 ||
        !are_rows(first_.begins, first_.columns, coarse / 2) || first_.entries.size() != first_.columns.size() ||
        static_cast<int>(offsets.size()) != coarse + 1 || !are_rows(offsets, columns, coarse) ||
        a.values.size() != columns.size() || modes.size() != held.size())
        refuse_memory_of_another_scene();
    first_.list_back(coarse / 2);
    a.pattern = std::make_shared<BlockPattern>(std::move(offsets), std::move(columns));
    levels_.push_back(std::make_unique<Level>(std::move(a), std::move(held), std::move(modes)));
    finish();
}

}  // namespace talweg
