#include "talweg/assembly/assembler.hpp"

#include <algorithm>

#include "talweg/assembly/dense_rows.hpp"
#include "talweg/assembly/missing_pairs.hpp"
#include "talweg/assembly/row_kinds.hpp"
#include "talweg/assembly/scatter.hpp"
#include "talweg/energies/inertia.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/math/prefetch.hpp"
#include "talweg/math/stopwatch.hpp"

namespace talweg {

namespace {

bool is_one_to_one(const Model& model) {
    std::vector<std::uint8_t> followed(model.node_count(), 0);
    for (int point = 0; point < model.point_count(); ++point) {
        const int node = model.map.single_node(point);
        if (node < 0 ? !model.map.row(point).empty() : followed[node]++ != 0) return false;
    }
    return true;
}

/// Whether every point equals a node or is prescribed, and no element meets a node twice: each pair of points then
/// has one block of its own.
bool is_direct(const PointMap& map, const Term& term) {
    const int n = term.point_count();
    for (int e = 0; e < term.element_count(); ++e)
        for (int i = 0; i < n; ++i) {
            const int *points = term.points() + e * n, node = map.single_node(points[i]);
            if (node < 0 && !map.row(points[i]).empty()) return false;
            for (int j = 0; j < i; ++j)
                if (node >= 0 && map.single_node(points[j]) == node) return false;
        }
    return true;
}

template <class Value>
Value sum_of(const std::vector<Value>& parts) {
    Value sum{};
    for (const Value& part : parts) sum += part;
    return sum;
}

constexpr std::size_t long_list = 64;     // of followers
constexpr int transient_chunk_size = 64;  // contacts are few, and each costs much

/// How far a pulled node is from its target, along the pulled axes.
Vec3 reaching(const Pull& pull, const Nodes& c) {
    Vec3 d = c[pull.node] - pull.target;
    for (int a = 0; a < 3; ++a)
        if (!(pull.axes & (1 << a))) d[a] = 0.0;
    return d;
}

}  // namespace

Assembler::Assembler(const Model& model)
    : model_(model),
      live_(model),
      followers_(model.map, model.node_count()),
      one_to_one_(is_one_to_one(model)),
      base_(std::make_shared<BlockPattern>(model)),
      pattern_(base_) {
    for (const auto& term : model.terms) {
        plans_.push_back({term, Schedule(model, *term)});
        plans_.back().dense = DenseRows::of_long_rows(model.map, *term);
        find_positions(plans_.back());
        seen_.push_back({as_neighbour_term(*term)});
    }
    std::vector<int> joinable;
    for (std::size_t t = 0; t < plans_.size(); ++t)
        if (!plans_[t].dense && !seen_[t].term) joinable.push_back(static_cast<int>(t));
    joint_ = JointSchedule(model, joinable);
    find_couplings();
}

bool Assembler::find_positions(Plan& plan) const {
    const Term& term = *plan.term;
    const int n = term.point_count(), elements = term.element_count();
    plan.positions.clear();
    plan.offsets.clear();
    plan.pattern = pattern_;
    if (plan.dense) return plan.dense->find_blocks(pattern_);
    const auto position = [&](int a, int b) {
        const int block = a <= b ? pattern_->find(a, b) : pattern_->find(b, a);
        return block < 0 ? no_block : 2 * block + (a <= b ? 0 : 1);
    };
    if (one_to_one_ || is_direct(model_.map, term)) {
        const int each = n * (n + 1) / 2;
        plan.positions.assign(std::size_t(each) * std::size_t(elements), no_block);
        return 0.0 == parallel_max(elements, [&](int begin, int end) {
                   bool missing = false;
                   std::int32_t* next = plan.positions.data() + std::ptrdiff_t(begin) * each;
                   for (const int* p = term.points() + std::ptrdiff_t(begin) * n; begin < end; ++begin, p += n)
                       for (int i = 0; i < n; ++i)
                           for (int j = i; j < n; ++j, ++next) {
                               const auto row_i = model_.map.row(p[i]), row_j = model_.map.row(p[j]);
                               if (row_i.empty() || row_j.empty()) continue;
                               *next = position(row_i[0].node, row_j[0].node);
                               missing |= *next == no_block;
                           }
                   return missing ? 1.0 : 0.0;
               });
    }
    for (int e = 0; e < elements; ++e) {
        const int* p = term.points() + e * n;
        plan.offsets.push_back(static_cast<std::int64_t>(plan.positions.size()));
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                for (const NodeWeight& a : model_.map.row(p[i]))
                    for (const NodeWeight& b : model_.map.row(p[j])) {
                        if (a.node > b.node) continue;
                        plan.positions.push_back(position(a.node, b.node));
                        if (plan.positions.back() == no_block) return false;
                    }
    }
    return true;
}

void Assembler::find_couplings() {
    coupling_blocks_.clear();
    for (const auto& coupling : model_.mass.couplings)
        coupling_blocks_.push_back(pattern_->find(coupling.i, coupling.j));
}

void Assembler::set_transient(std::vector<std::shared_ptr<const Term>> terms) {
    if (terms == transient_terms_) return;
    transient_terms_ = std::move(terms);
    prepared_ = false;
}

void Assembler::prepare() {
    if (prepared_) return;
    const Stopwatch watch(transient_costs_.preparation);
    std::vector<Plan> earlier = std::move(transient_);
    transient_.clear();
    // What a term of that name was condensed by, which nobody asks for any more.
    const auto worn = [&](const Term& next) -> DenseRows* {
        for (const Plan& plan : earlier)
            if (plan.dense && plan.term->name() == next.name() &&
                std::find(transient_terms_.begin(), transient_terms_.end(), plan.term) == transient_terms_.end())
                return plan.dense.get();
        return nullptr;
    };
    if (!one_to_one_ && !row_kinds_) row_kinds_ = std::make_shared<RowKinds>(model_.map);
    bool complete = true;
    for (const auto& term : transient_terms_) {
        // Friction passes by again and again: its plan stays.
        const auto known = std::find_if(earlier.begin(), earlier.end(), [&](const Plan& p) { return p.term == term; });
        if (known != earlier.end()) {
            transient_.push_back(std::move(*known));
        } else {
            transient_.push_back({term, Schedule(model_, *term, transient_chunk_size)});
            if (!one_to_one_)
                transient_.back().dense = DenseRows::of_contacts(model_.map, row_kinds_, *term, worn(*term));
        }
        if (transient_.back().pattern != pattern_) complete &= find_positions(transient_.back());
    }
    if (!complete) {
        grow_pattern();
        for (Plan& plan : transient_) find_positions(plan);
    }
    prepared_ = true;
}

void Assembler::grow_pattern() {
    MissingPairs missing(*pattern_, model_, transient_terms_);
    const auto is_needed = [&](const std::array<int, 2>& pair) {
        return missing.needed[pattern_->find(pair[0], pair[1])] != 0;
    };
    const double kept = parallel_sum(static_cast<int>(grown_.size()), [&](int begin, int end) {
        return static_cast<double>(std::count_if(grown_.begin() + begin, grown_.begin() + end, is_needed));
    });
    // A new analysis is due in any case: the moment to forget what has not been needed for long.
    const double needed = kept + static_cast<double>(missing.pairs.size());
    const bool forget = static_cast<double>(grown_.size()) > 4.0 * needed + 4096.0;
    if (forget) std::erase_if(grown_, [&](const auto& pair) { return !is_needed(pair); });
    set_grown(merged(grown_, missing.pairs), !forget);
}

void Assembler::set_grown(std::vector<std::array<int, 2>> pairs, bool superset) {
    const auto before = superset ? pattern_ : nullptr;
    grown_ = std::move(pairs);
    pattern_ = std::make_shared<BlockPattern>(*base_, grown_);
    find_couplings();
    const std::vector<int> places = before ? before->places_in(*pattern_) : std::vector<int>{};
    for (Plan& plan : plans_) {
        if (before) {
            parallel_nodes(static_cast<int>(plan.positions.size()), [&](int k) {
                if (std::int32_t& p = plan.positions[k]; p != no_block) p = 2 * places[p >> 1] + (p & 1);
            });
            plan.pattern = pattern_;
            if (plan.dense) plan.dense->find_blocks(pattern_);
        } else {
            find_positions(plan);
        }
    }
}

const NeighbourTerm::View* Assembler::view(std::size_t term, const Vec3* x_ref) {
    if (term >= seen_.size() || !seen_[term].term) return nullptr;
    Seen& seen = seen_[term];
    const std::size_t count = static_cast<std::size_t>(seen.term->points_end());
    if (!seen.view || !std::equal(seen.x_ref.begin(), seen.x_ref.end(), x_ref)) {
        seen.view = seen.term->look(x_ref);
        seen.x_ref.assign(x_ref, x_ref + count);
    }
    return seen.view.get();
}

HessianTarget Assembler::blocks(const Plan& plan, BlockMatrix& h) const {
    if (plan.dense) return {plan.dense->clear(), plan.dense->positions(), nullptr, &model_.map};
    return {h.values.data(), plan.positions.data(), plan.offsets.empty() ? nullptr : plan.offsets.data(), &model_.map,
            is_far(h.values.size() * sizeof(Mat3))};
}

/// Turned round, a projected Hessian would be negative; the true one then serves better.
DerivativeTarget Assembler::target(const Landscape& at, std::size_t t, Curvature wanted, const HessianTarget* blocks) {
    const bool project = wanted == Curvature::projected && at.factor(t) >= 0.0;
    return {point_gradient_.data(), at.scale * at.factor(t), wanted != Curvature::none ? blocks : nullptr, project};
}

void Assembler::assemble_jointly(const Landscape& at, const TermPlaces& places, Curvature wanted, BlockMatrix& h) {
    joint_sums_.resize(plans_.size());
    for (std::size_t t = 0; t < plans_.size(); ++t) joint_sums_[t].resize(joint_.part_count(t));
    joint_.each([&](const JointSchedule::Part& part) {
        const HessianTarget into = blocks(plans_[part.term], h);
        joint_sums_[part.term][part.index] = plans_[part.term].term->add_derivatives(
            places.of(part.term), part.begin, part.end, target(at, part.term, wanted, &into));
    });
}

template <class Value, class Function>
Value Assembler::sum_chunks(const Plan& plan, std::vector<Value>& parts, const Function& function) {
    const Schedule& s = plan.schedule;
    parts.resize(s.chunks.size());
    for (std::size_t colour = 0; colour + 1 < s.colour_begins.size(); ++colour)
        parallel_each(s.colour_begins[colour], s.colour_begins[colour + 1],
                      [&](int k) { parts[k] = function(s.chunks[k].begin, s.chunks[k].end); });
    return sum_of(parts);
}

double Assembler::energy(const Landscape& at, const Nodes& c, std::vector<double>* potentials) {
    live_.follow(c, at.b, x_);
    const TermPlaces places(at, model_, x_);
    double sum = 0.0;
    if (potentials) potentials->assign(plans_.size() + 1, 0.0);
    const auto add = [&](const Term& term, std::size_t entry, double joules) {
        sum += at.scale * joules;
        if (potentials && !term.dissipative()) (*potentials)[entry] += joules;
    };
    for (std::size_t t = 0; t < plans_.size(); ++t) {
        const Term& term = *plans_[t].term;
        const Configuration there = places.of(t);
        const auto joules = [&](int b, int e) { return term.energy(there, b, e); };
        const auto* seen = view(t, there.x_ref);
        add(term, t, at.factor(t) * (seen ? seen->energy(there) : sum_chunks(plans_[t], chunk_values_, joules)));
    }
    for (const auto& term : transient_terms_)
        add(*term, plans_.size(),
            parallel_sum(term->element_count(), [&](int b, int e) { return term->energy(places.here, b, e); }));
    return sum + inertia_energy(at, c);
}

double Assembler::inertia_energy(const Landscape& at, const Nodes& c) const {
    double sum = parallel_sum(model_.node_count(), [&](int begin, int end) {
        double part = 0.0;
        for (int i = begin; i < end; ++i)
            part += Inertia::energy<double>({{c[i]}}, {at.c_tilde[i], at.inertia * model_.mass.diagonal[i]});
        return part;
    });
    for (const auto& [i, j, mass] : model_.mass.couplings)
        sum += at.inertia * mass * dot(c[i] - at.c_tilde[i], c[j] - at.c_tilde[j]);
    for (const Pull& pull : at.pulls) sum += 0.5 * pull.mass * norm_squared(reaching(pull, c));
    return sum;
}

EnergySum Assembler::add_inertia(const Landscape& at, const Nodes& c, Nodes& g) const {
    EnergySum sum = parallel_sum(model_.node_count(), [&](int begin, int end) {
        EnergySum part;
        for (int i = begin; i < end; ++i) {
            const Derivatives<1> d =
                Inertia::derivatives({{c[i]}}, {at.c_tilde[i], at.inertia * model_.mass.diagonal[i]});
            g[i] += d.gradient;
            part += EnergySum::of_element(d.energy, d.gradient.data, &c[i], 1);
        }
        return part;
    });
    for (const auto& [i, j, mass] : model_.mass.couplings) {
        const Vec3 di = c[i] - at.c_tilde[i], dj = c[j] - at.c_tilde[j];
        const Vec3 gi = at.inertia * mass * dj, gj = at.inertia * mass * di;
        g[i] += gi;
        g[j] += gj;
        sum += EnergySum::of_element(dot(di, gi), gi.data, &c[i], 1);
        sum += EnergySum::of_element(0.0, gj.data, &c[j], 1);
    }
    for (const Pull& pull : at.pulls) {
        const Vec3 d = reaching(pull, c), pulled = pull.mass * d;
        g[pull.node] += pulled;
        sum += EnergySum::of_element(0.5 * dot(d, pulled), pulled.data, &c[pull.node], 1);
    }
    return sum;
}

void Assembler::start_hessian(const Landscape& at, BlockMatrix& h) const {
    const double inertia = at.inertia;
    h.pattern = pattern_;
    h.values.resize(pattern_->block_count());
    parallel_nodes(model_.node_count(), [&](int i) {
        h.values[pattern_->diagonal(i)] = (inertia * model_.mass.diagonal[i]) * Mat3::identity();
        for (int k = pattern_->diagonal(i) + 1; k < pattern_->row_end(i); ++k) h.values[k] = Mat3::zero();
    });
    for (std::size_t k = 0; k < coupling_blocks_.size(); ++k)
        h.values[coupling_blocks_[k]] += (inertia * model_.mass.couplings[k].mass) * Mat3::identity();
    for (const Pull& pull : at.pulls)
        for (int a = 0; a < 3; ++a)
            if (pull.axes & (1 << a)) h.values[pattern_->diagonal(pull.node)](a, a) += pull.mass;
}

void Assembler::gather_nodes(const Positions& on_points, Nodes& on_nodes) const {
    on_nodes.resize(model_.node_count());
    parallel_pieces(model_.node_count(), [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const auto of = followers_.of(i);
            Vec3 sum = Vec3::zero();
            std::size_t k = 0;
            // Nodes of a reduced body have many followers, and the same: two sums do not wait for each other.
            if (i + 1 < end && of.size() >= long_list) {
                const auto other = followers_.of(i + 1);
                Vec3 next = Vec3::zero();
                const std::size_t both = std::min(of.size(), other.size());
                for (; k < both; ++k) {
                    sum += of[k].weight * on_points[of[k].point];
                    next += other[k].weight * on_points[other[k].point];
                }
                for (std::size_t j = both; j < other.size(); ++j) next += other[j].weight * on_points[other[j].point];
                on_nodes[i + 1] = next;
            }
            const bool two = k > 0;
            for (; k < of.size(); ++k) sum += of[k].weight * on_points[of[k].point];
            on_nodes[i] = sum;
            i += two ? 1 : 0;
        }
    });
}

void Assembler::gradient(const Landscape& at, const Nodes& c, Nodes& g) {
    System flat;
    flat.gradient.swap(g);
    assemble_gradient(at, c, flat);
    g.swap(flat.gradient);
}

void Assembler::assemble_gradient(const Landscape& at, const Nodes& c, System& system) {
    assemble(at, c, Curvature::none, false, system);
}

void Assembler::assemble(const Landscape& at, const Nodes& c, Hessian kind, System& system) {
    assemble(at, c, kind == Hessian::projected ? Curvature::projected : Curvature::exact, true, system);
}

bool Assembler::condenses() const {
    return std::any_of(plans_.begin(), plans_.end(), [](const Plan& plan) { return plan.dense != nullptr; });
}

void Assembler::assemble_uncondensed(const Landscape& at, const Nodes& c, System& system) {
    assemble(at, c, Curvature::exact, false, system);
}

void Assembler::multiply_uncondensed(const System& system, const Nodes& x, Nodes& y) const {
    multiply(system.hessian, x, y);
    for (const Plan& plan : plans_)
        if (plan.dense) plan.dense->add_product(x, y);
}

void Assembler::assemble(const Landscape& at, const Nodes& c, Curvature wanted, bool condense, System& system) {
    const bool curved = wanted != Curvature::none;
    live_.follow(c, at.b, x_);
    const TermPlaces places(at, model_, x_);
    live_.clear(point_gradient_);
    prepare();
    if (curved) start_hessian(at, system.hessian);
    system.energy = {};
    system.potentials.assign(plans_.size() + 1, 0.0);
    transient_costs_.projected += wanted == Curvature::projected;
    double of_the_model = 0.0;
    std::vector<std::shared_ptr<const PointProduct>> unassembled;
    assemble_jointly(at, places, wanted, system.hessian);
    for (std::size_t t = 0; t < plans_.size() + transient_.size(); ++t) {
        const Stopwatch watch(t < plans_.size() ? of_the_model : transient_costs_.derivatives);
        const Plan& plan = this->plan(t);
        const HessianTarget of_term = curved ? blocks(plan, system.hessian) : HessianTarget{};
        const DerivativeTarget into = target(at, t, wanted, &of_term);
        const auto add_derivatives = [&](int b, int e) { return plan.term->add_derivatives(places.of(t), b, e, into); };
        const auto* seen = view(t, places.here.x_ref);
        if (seen && curved) unassembled.push_back(seen->hessian(places.of(t), into.scale));
        const EnergySum sum = at.factor(t) * (seen ? seen->add_gradient(places.of(t), into.scale, into.gradient)
                                              : joint_.holds(t) ? sum_of(joint_sums_[t])
                                                                : sum_chunks(plan, chunk_sums_, add_derivatives));
        if (plan.dense && curved && (condense || !plan.dense->multiplies())) plan.dense->add_to(system.hessian);
        system.energy += at.scale * sum;
        if (!plan.term->dissipative()) system.potentials[std::min(t, plans_.size())] += sum.value;
    }
    if (curved) set_beyond(std::move(unassembled), system.hessian);
    gather_nodes(point_gradient_, system.gradient);
    system.energy += add_inertia(at, c, system.gradient);
}

void Assembler::set_beyond(std::vector<std::shared_ptr<const PointProduct>> products, BlockMatrix& h) const {
    h.beyond = nullptr;
    if (products.empty()) return;
    h.beyond = std::make_shared<NeighbourProduct>(model_, followers_, std::move(products));
    for (int i = 0; i < model_.node_count(); ++i) h.values[pattern_->diagonal(i)] += h.beyond->diagonal()[i];
}

double Assembler::largest_safe_step(const Landscape& at, const Nodes& c, const Nodes& p) {
    double limit = 1.0;
    for (const Plan& plan : plans_) {
        if (!plan.term->guarded()) continue;
        live_.follow(c, at.b, x_);
        live_.follow_move(p, point_move_);
        chunk_values_.resize(plan.schedule.chunks.size());
        parallel_each(0, static_cast<int>(chunk_values_.size()), [&](int k) {
            const Schedule::Chunk& chunk = plan.schedule.chunks[k];
            chunk_values_[k] = plan.term->largest_safe_step(x_.data(), point_move_.data(), chunk.begin, chunk.end);
        });
        for (double of_chunk : chunk_values_) limit = std::min(limit, of_chunk);
    }
    return limit;
}

const Positions& Assembler::point_forces(const Positions& x, const Positions& v, double time,
                                         const ElementMemory& memory) {
    point_gradient_.assign(x.size(), Vec3::zero());
    const std::vector<double> factors = load_factors(model_, time);
    const Configuration there{x.data(), x.data(), 1.0};
    Positions in_air;  // velocities against the wind
    if (model_.air) {
        in_air = model_.air->velocities(time, x);
        for (std::size_t i = 0; i < x.size(); ++i) in_air[i] = v[i] - in_air[i];
    }
    for (std::size_t t = 0; t < plans_.size(); ++t) {
        const Term& term = *plans_[t].term;
        const Configuration here = there.with(memory_of(memory, t));
        const Vec3* seen = model_.air && model_.air->felt_by(t) ? in_air.data() : v.data();
        if (seen_[t].term) {
            term.add_forces(x.data(), seen, 0, term.element_count(), point_gradient_.data());
        } else if (factors.empty() || factors[t] == 1.0) {
            sum_chunks(plans_[t], chunk_values_, [&](int b, int e) {
                term.add_forces(x.data(), seen, b, e, point_gradient_.data(), here.memory);
                return 0.0;
            });
        } else {  // a load: minus its gradient, so many times
            const DerivativeTarget into{point_gradient_.data(), -factors[t]};
            sum_chunks(plans_[t], chunk_sums_, [&](int b, int e) { return term.add_derivatives(here, b, e, into); });
        }
    }
    return point_gradient_;
}

void Assembler::forces(const Positions& x, const Positions& v, double time, Nodes& f, const ElementMemory& memory) {
    gather_nodes(point_forces(x, v, time, memory), f);
}

std::vector<double> Assembler::potentials(const Positions& x, double time, const ElementMemory& memory) {
    std::vector<double> joules(plans_.size(), 0.0);
    const std::vector<double> factors = load_factors(model_, time);
    const Configuration here{x.data(), x.data(), 1.0};
    for (std::size_t t = 0; t < plans_.size(); ++t) {
        const Term& term = *plans_[t].term;
        if (term.dissipative()) continue;
        const Configuration remembered = here.with(memory_of(memory, t));
        joules[t] = seen_[t].term ? term.energy(here, 0, term.element_count())
                                  : sum_chunks(plans_[t], chunk_values_,
                                               [&](int b, int e) { return term.energy(remembered, b, e); });
        if (!factors.empty()) joules[t] *= factors[t];
    }
    joules.push_back(0.0);
    for (const auto& term : transient_terms_)
        if (!term->dissipative()) joules.back() += term->energy(here, 0, term->element_count());
    return joules;
}

}  // namespace talweg
