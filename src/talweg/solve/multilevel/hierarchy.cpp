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
    Prolongation p;                             // to the level above, the finer one
    std::vector<Axes> held;                     // what it moves only as others do
    std::unique_ptr<const GalerkinProduct> of;  // this level's matrix from the one above
    BlockMatrix a;
    Unknowns unknowns;
    BlockProduct product;
    std::unique_ptr<const FullRows> rows;          // of its pattern, where there is a level below
    std::unique_ptr<IncompleteCholesky> smoother;  // none at the last level, where there is a factor
    Nodes right, solution, rest, moved;

    Level(Prolongation from, std::vector<Axes> held_axes, std::unique_ptr<const GalerkinProduct> galerkin,
          BlockMatrix matrix)
        : p(std::move(from)),
          held(std::move(held_axes)),
          of(std::move(galerkin)),
          a(std::move(matrix)),
          unknowns(held),
          product(*a.pattern, unknowns) {
        product.set(a, 0.0);
    }
    /// Without values.
    Level(Prolongation from, std::vector<Axes> held_axes, std::unique_ptr<const GalerkinProduct> galerkin)
        : Level(std::move(from), std::move(held_axes), nullptr, BlockMatrix{galerkin->pattern(), {}}) {
        of = std::move(galerkin);
    }
    const FullRows& full_rows() {
        if (!rows) rows = std::make_unique<const FullRows>(*a.pattern);
        return *rows;
    }
};

Hierarchy::~Hierarchy() = default;

int Hierarchy::unknown_count(int level) const { return levels_[level - 1]->unknowns.count(); }

Hierarchy::Hierarchy(const BlockProduct& a, const FullRows& rows, std::vector<NodeModes> modes) {
    coarsen(a, rows, std::move(modes), 1);
    for (const auto& level : levels_) factorize(*level);
    count_costs();
}

/// Appends levels of regions, as long as these are fewer and worth it.
void Hierarchy::coarsen(const BlockProduct& a, const FullRows& rows, std::vector<NodeModes> modes, int width) {
    const Aggregates regions = aggregate(a.matrix(), rows, a.unknowns(), width);
    if (regions.count == 0 || 6.0 * regions.count > worth_a_level * a.unknowns().count()) return;
    TentativeProlongation tentative = tentative_prolongation(regions, std::move(modes), width);
    Prolongation p(a, rows, tentative);
    auto galerkin = std::make_unique<const GalerkinProduct>(rows, p);
    levels_.push_back(std::make_unique<Level>(std::move(p), std::move(tentative.held), std::move(galerkin)));
    Level& level = *levels_.back();
    level.of->multiply(a, rows, level.p, level.a.values);
    if (level.unknowns.count() > small_enough && static_cast<int>(levels_.size()) < most_levels)
        coarsen(level.product, level.full_rows(), std::move(tentative.modes), 2);
}

/// What solves at a level, of its matrix.
void Hierarchy::factorize(Level& level) {
    if (!definite_) return;
    if (is_last(level) && level.unknowns.count() <= factor_at_most) {
        if (!last_)
            last_ = std::make_unique<SparseCholesky>(*level.a.pattern, level.unknowns,
                                                     elimination_order(*level.a.pattern, level.unknowns));
        definite_ = last_->factorize(level.a);
        if (definite_) inversion_ = last_->invert_above();
    } else {
        if (!level.smoother) level.smoother = std::make_unique<IncompleteCholesky>(*level.a.pattern);
        definite_ = level.smoother->factorize(level.product);
    }
}

void Hierarchy::forget_pattern() {
    if (!levels_.empty()) levels_.front()->of = nullptr;
}

/// Empty levels for another pattern, as far down as theirs change: few contacts join regions that did not meet before.
void Hierarchy::lay_out(const FullRows& rows) {
    const FullRows* above = &rows;
    for (auto& level : levels_) {
        auto galerkin = std::make_unique<const GalerkinProduct>(*above, level->p);
        if (*galerkin->pattern() == *level->a.pattern) {
            level->of = std::move(galerkin);
            return;
        }
        if (is_last(*level)) last_ = nullptr;  // before the pattern that it knows
        level = std::make_unique<Level>(std::move(level->p), std::move(level->held), std::move(galerkin));
        if (!is_last(*level)) above = &level->full_rows();
    }
}

void Hierarchy::renew(const BlockProduct& a, const FullRows& rows) {
    if (levels_.empty()) return;
    const bool other_pattern = !levels_.front()->of;
    if (other_pattern) lay_out(rows);
    definite_ = true;
    const BlockProduct* above = &a;
    const FullRows* their_rows = &rows;
    for (const auto& level : levels_) {
        level->of->multiply(*above, *their_rows, level->p, level->a.values);
        factorize(*level);
        above = &level->product;
        their_rows = level->rows.get();
    }
    if (other_pattern) count_costs();
}

void Hierarchy::count_costs() {
    cycle_cost_ = motions_cost_ = renewal_cost_ = 0.0;
    double visits = 1.0;  // of a level in a correction: two for each of the level before
    for (const auto& level : levels_) {
        const double entries = static_cast<double>(level->p.entries.size());
        const double blocks = level->a.pattern->block_count(), nodes = level->a.pattern->node_count();
        cycle_cost_ += visits * transfer_cost(entries);
        motions_cost_ += multilevel_setup_cost(entries, level->p.node_count());
        renewal_cost_ += multilevel_renewal_cost(entries);
        if (is_last(*level) && last_) {
            const Supernodes& s = last_->structure();
            cycle_cost_ += visits * factor_solution_cost(s.entries, nodes);
            renewal_cost_ += factorisation_cost(s.flops + inversion_, s.entries);
            break;
        }
        cycle_cost_ +=
            visits * (cg_iteration_cost(blocks, nodes) + (is_last(*level) ? -1.0 : 1.0) * product_cost(blocks, nodes));
        renewal_cost_ += cg_setup_cost(blocks, nodes);
        visits *= 2.0;
    }
}

void Hierarchy::find_correction(const Nodes& r) {
    if (!levels_.empty()) find(0, r);
}

double Hierarchy::add_correction(const Nodes& r, Nodes& z) const {
    return levels_.empty() ? inner_product(r, z) : levels_[0]->p.add_along(levels_[0]->solution, r, z);
}

/// The solution of a level for what a finer one has left.
void Hierarchy::find(std::size_t level, const Nodes& r) {
    levels_[level]->p.gather(r, levels_[level]->right);
    solve(level, levels_[level]->right, levels_[level]->solution);
}

/// z ≈ A⁻¹ r at a coarse level.
void Hierarchy::solve(std::size_t k, const Nodes& r, Nodes& z) {
    Level& level = *levels_[k];
    const int n = static_cast<int>(r.size());
    if (k + 1 < levels_.size()) {
        Level& next = *levels_[k + 1];
        z.assign(n, Vec3::zero());
        find(k + 1, r);
        next.p.add(next.solution, 1.0, z);  // z = Q r
        level.product.multiply(z, level.moved);
        parallel_pieces(n, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) level.moved[i] = r[i] - level.moved[i];
        });
        level.smoother->solve(level.moved, level.rest);  // rest = M⁻¹ (r − A z)
        level.product.multiply(level.rest, level.moved);
        parallel_pieces(n, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) z[i] += level.rest[i];
        });
        find(k + 1, level.moved);
        next.p.add(next.solution, -1.0, z);  // z += rest − Q A rest
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
    for (const auto& level : levels_) {
        out.put(level->p.begins);
        out.put(level->p.columns);
        out.put(level->p.entries);
        out.put(level->held);
    }
    if (levels_.empty()) return out.bytes;
    // The first coarse matrix; further ones follow from it.
    const Level& level = *levels_.front();
    const BlockPattern& pattern = *level.a.pattern;
    std::vector<int> offsets, columns;
    for (int i = 0; i <= pattern.node_count(); ++i)
        offsets.push_back(i < pattern.node_count() ? pattern.row_begin(i) : pattern.block_count());
    for (int k = 0; k < pattern.block_count(); ++k) columns.push_back(pattern.column(k));
    const std::vector<std::uint32_t> count = {static_cast<std::uint32_t>(levels_.size())};
    Bytes all;
    all.put(count);
    all.bytes.insert(all.bytes.end(), out.bytes.begin(), out.bytes.end());
    all.put(offsets);
    all.put(columns);
    all.put(level.a.values);
    return all.bytes;
}

Hierarchy::Hierarchy(std::span<const std::byte> saved, int nodes) {
    if (saved.empty()) return;
    const std::vector<std::uint32_t> count = take<std::uint32_t>(saved);
    if (count.size() != 1 || count[0] < 1 || count[0] > most_levels) refuse_memory_of_another_scene();
    struct Motions {
        Prolongation p;
        std::vector<Axes> held;
    };
    std::vector<Motions> motions(count[0]);
    for (Motions& m : motions) {
        m.p.begins = take<int>(saved);
        m.p.columns = take<int>(saved);
        m.p.entries = take<Prolongation::Entry>(saved);
        m.held = take<Axes>(saved);
        const int coarse = static_cast<int>(m.held.size());
        if (coarse % 2 != 0 || static_cast<int>(m.p.begins.size()) != nodes + 1 ||
            !are_rows(m.p.begins, m.p.columns, coarse / 2) || m.p.entries.size() != m.p.columns.size())
            refuse_memory_of_another_scene();
        m.p.list_back(coarse / 2);
        nodes = coarse;
    }
    std::vector<int> offsets = take<int>(saved), columns = take<int>(saved);
    BlockMatrix a{nullptr, take<Mat3>(saved)};
    if (offsets.size() != motions[0].held.size() + 1 ||
        !are_rows(offsets, columns, static_cast<int>(motions[0].held.size())) || a.values.size() != columns.size())
        refuse_memory_of_another_scene();
    a.pattern = std::make_shared<BlockPattern>(std::move(offsets), std::move(columns));
    for (Motions& m : motions) {
        if (levels_.empty()) {
            levels_.push_back(std::make_unique<Level>(std::move(m.p), std::move(m.held), nullptr, std::move(a)));
            continue;
        }
        Level& above = *levels_.back();
        auto galerkin = std::make_unique<const GalerkinProduct>(above.full_rows(), m.p);
        levels_.push_back(std::make_unique<Level>(std::move(m.p), std::move(m.held), std::move(galerkin)));
        Level& level = *levels_.back();
        level.of->multiply(above.product, above.full_rows(), level.p, level.a.values);
    }
    for (const auto& level : levels_) factorize(*level);
    count_costs();
}

}  // namespace talweg
