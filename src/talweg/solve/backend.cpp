#include "talweg/solve/backend.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>

#include "talweg/math/error.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/math/stopwatch.hpp"
#include "talweg/solve/constrained_solver.hpp"

namespace talweg {

namespace {

/// As the model holds nodes, but for components that scripts move.
std::vector<Axes> held_while_travelling(const Model& model) {
    std::vector<Axes> held = model.held_axes;
    for (const Script& script : model.scripts)
        if (script.node >= 0) held[script.node] &= static_cast<Axes>(~script.axes);
    return held;
}

/// Half of what is allowed leaves no doubt.
constexpr double beyond_doubt = 0.5;

/// Matrices that are known by their products in part have no factors.
std::string_view solver_for(const Model& model, std::string_view wanted) {
    for (const auto& term : model.terms)
        if (as_neighbour_term(*term)) return "cg";
    return wanted;
}

}  // namespace

Backend::Backend(const Model& model, std::string_view linear_solver, Interruption interruption)
    : model_(model),
      interruption_(std::move(interruption)),
      free_system_(model, model.held_axes, solver_for(model, linear_solver), interruption_, costs_.solve),
      travelling_system_(model, held_while_travelling(model), solver_for(model, linear_solver), interruption_,
                         costs_.solve, &free_system_),
      assembler_(model) {
    if (model.contact) contact_ = std::make_unique<Contact>(model, interruption_);
}

std::vector<std::byte> Backend::save() {
    std::vector<std::byte> bytes;
    const auto put = [&](const void* data, std::uint64_t size) {
        const std::size_t end = bytes.size();
        bytes.resize(end + sizeof size + size);
        std::memcpy(bytes.data() + end, &size, sizeof size);
        if (size > 0) std::memcpy(bytes.data() + end + sizeof size, data, size);
    };
    const auto& grown = assembler_.grown();
    put(grown.data(), grown.size() * sizeof grown[0]);
    for (FreeSystem* system : {&free_system_, &travelling_system_}) {
        const std::vector<std::byte> of_solver = system->save(assembler_.pattern());
        put(of_solver.data(), of_solver.size());
    }
    return bytes;
}

void Backend::restore(std::span<const std::byte> saved) {
    if (saved.empty()) return;
    const auto take = [&] {
        std::uint64_t size = 0;
        if (saved.size() >= sizeof size) std::memcpy(&size, saved.data(), sizeof size);
        if (saved.size() < sizeof size || saved.size() - sizeof size < size) refuse_memory_of_another_scene();
        const auto part = saved.subspan(sizeof size, size);
        saved = saved.subspan(sizeof size + size);
        return part;
    };
    const auto pairs = take();
    std::vector<std::array<int, 2>> grown(pairs.size() / sizeof(std::array<int, 2>));
    if (!grown.empty()) {
        std::memcpy(grown.data(), pairs.data(), grown.size() * sizeof grown[0]);
        // Checkpoints are files that others may have made, and these become places in memory.
        const auto fits = [&](const std::array<int, 2>& pair) {
            return 0 <= pair[0] && pair[0] < pair[1] && pair[1] < model_.node_count();
        };
        if (!std::ranges::all_of(grown, fits) || std::ranges::adjacent_find(grown, std::greater_equal()) != grown.end())
            refuse_memory_of_another_scene();
        assembler_.grow(std::move(grown));
    }
    for (FreeSystem* system : {&free_system_, &travelling_system_}) system->restore(assembler_.pattern(), take());
}

bool Backend::guarded() const {
    return contact_ ||
           std::any_of(model_.terms.begin(), model_.terms.end(), [](const auto& term) { return term->guarded(); });
}

/// Gives the assembler the contacts at c.
void Backend::refresh_contacts(const Landscape& at, const Nodes& c) {
    if (!contact_) return;
    const Stopwatch watch(costs_.contact);
    live().follow(c, at.b, x_);
    contact_->ensure_candidates(x_);
    assembler_.set_transient(contact_->terms(x_));
}

void Backend::lag_friction(const Landscape& at, const Nodes& c, int places) {
    if (!contact_) return;
    const Stopwatch watch(costs_.contact);
    live().follow(c, at.b, x_);
    contact_->ensure_candidates(x_);
    contact_->lag(x_, places);
}

bool Backend::friction_may_stop(const Landscape& at, const Nodes& c) {
    if (!contact_ || !contact_->rubs()) return false;
    const Stopwatch watch(costs_.contact);
    live().follow(c, at.b, x_);
    const Pieces& pieces = whole().pieces;
    const auto visit = [&](const SlidingPair& pair, const auto& function) {
        for (const int point : pair.points) {
            if (point < 0) continue;
            const int piece = pieces.of_point[point];
            if (piece < 0 || pieces.list[piece].held == all_axes) continue;
            // The turn of a grain is a piece of its own, which is nowhere: what its coordinate weighs.
            const bool turn = point >= model_.place_count();
            function(piece, turn ? model_.mass.diagonal[model_.map.row(point)[0].node] : pieces.list[piece].mass);
        }
    };
    const std::vector<SlidingPair> pairs = contact_->sliding(x_, at.x_ref, at.rate);
    std::vector<double> friction(pieces.list.size(), 0.0);
    for (const SlidingPair& pair : pairs) visit(pair, [&](int piece, double) { friction[piece] += pair.friction; });
    bool stops = false;
    for (const SlidingPair& pair : pairs)
        if (pair.speed > pair.slip)
            visit(pair, [&](int piece, double mass) {
                stops |= friction[piece] * at.scale * at.rate > pair.share * mass * pair.speed;
            });
    return stops;
}

const System& Backend::assemble(const Landscape& at, const Nodes& c, Hessian kind, FreeSystem* unknowns) {
    refresh_contacts(at, c);
    ++costs_.systems;
    balanced_ = false;
    const auto timed = [&](const auto& function) {
        const Stopwatch watch(costs_.assembly);
        function();
    };
    timed([&] { assembler_.prepare(); });
    parallel_each(0, unknowns && unknowns->is_behind(assembler_.pattern()) ? 2 : 1, [&](int which) {
        if (which == 0)
            timed([&] { assembler_.assemble(at, c, kind, system_); });
        else
            unknowns->prepare(assembler_.pattern());
    });
    for (FreeSystem* system : {&free_system_, &travelling_system_}) system->set_places(c);
    return system_;
}

const System& Backend::mix(const std::vector<Mat3>& h, double share, const std::vector<Mat3>& excess) {
    const Stopwatch watch(costs_.assembly);
    std::vector<Mat3>& values = system_.hessian.values;
    parallel_pieces(static_cast<int>(values.size()), [&](int begin, int end) {
        for (int k = begin; k < end; ++k) values[k] = h[k] + share * excess[k];
    });
    return system_;
}

double Backend::energy(const Landscape& at, const Nodes& c, std::vector<double>* potentials) {
    refresh_contacts(at, c);
    const Stopwatch watch(costs_.line_search);
    return assembler_.energy(at, c, potentials);
}

double Backend::largest_safe_step(const Landscape& at, const Nodes& c, const Nodes& p) {
    double limit = 1.0;
    {
        const Stopwatch watch(costs_.line_search);
        limit = assembler_.largest_safe_step(at, c, p);
    }
    if (contact_) {
        const Stopwatch watch(costs_.contact);
        live().follow(c, at.b, x_);
        live().follow_move(p, dx_);
        if (limit < 1.0)
            for (Vec3& d : dx_) d = limit * d;
        limit *= contact_->largest_safe_step(x_, dx_);
    }
    return limit;
}

const Nodes& Backend::gradient(const Landscape& at, const Nodes& c) {
    refresh_contacts(at, c);
    const Stopwatch watch(costs_.line_search);
    assembler_.gradient(at, c, gradient_);
    return gradient_;
}

double Backend::slope(const Landscape& at, const Nodes& c, const Nodes& p) {
    gradient(at, c);
    for (std::size_t i = 0; i < constraint_forces_.size(); ++i) gradient_[i] += constraint_forces_[i];
    return inner_product(gradient_, p);
}

void Backend::balance(const FreeSystem& unknowns) {
    if (!unknowns.constrained()) return;
    Nodes forces(system_.gradient.size(), Vec3::zero());
    unknowns.constrained()->add_forces(*model_.constraints, forces);
    add_constraint_forces(std::move(forces));
}

void Backend::add_constraint_forces(Nodes forces) {
    if (!balanced_) before_balance_ = system_.gradient;
    for (std::size_t i = 0; i < forces.size(); ++i)
        system_.gradient[i] += balanced_ ? forces[i] - constraint_forces_[i] : forces[i];
    constraint_forces_ = std::move(forces);
    balanced_ = true;
}

Settlement Backend::settlement(const Landscape& at, const Nodes& c, const Nodes& p, double tolerance) {
    refresh_contacts(at, c);
    const Stopwatch watch(costs_.line_search);
    if (!contact_) live().follow(c, at.b, x_);
    return whole().settler.judge(at, c, x_, system_, assembler_.transient(), p, tolerance);
}

const System* Backend::assemble_again(const Landscape& at, const Nodes& c, FreeSystem& unknowns, Nodes& p) {
    if (contact_ || !UncondensedDirection::possible(assembler_, unknowns)) return nullptr;
    {
        const Stopwatch watch(costs_.assembly);
        balanced_ = false;
        assembler_.assemble_uncondensed(at, c, system_);
    }
    if (!std::isfinite(system_.energy.value)) return nullptr;
    return uncondensed_.begin(assembler_, system_, unknowns, interruption_, p) ? &system_ : nullptr;
}

bool Backend::refine_again(double reduction, Nodes& p) { return uncondensed_.go_on(reduction, p); }

void Backend::balance_again(const FreeSystem& unknowns, const Nodes& p) {
    if (!unknowns.constrained()) return;
    Nodes forces;
    if (balanced_) add_constraint_forces(Nodes(p.size(), Vec3::zero()));
    uncondensed_.constraint_forces(system_.gradient, p, forces);
    add_constraint_forces(std::move(forces));
}

std::optional<Settlement> Backend::foresee(const Landscape& at, const Nodes& c, const FreeSystem& unknowns,
                                           const Nodes& p, double dt, double tolerance) {
    if (!(point_speed(p, dt) <= beyond_doubt * tolerance)) return {};
    if (!(inner_product(system_.gradient, p) <= 0.0)) return {};
    balance_again(unknowns, p);
    const Settlement found = settlement(at, c, p, tolerance);
    if (!(found.excess <= beyond_doubt)) return {};
    return found;
}

std::optional<Settlement> Backend::settlement_by_last(const Landscape& at, const Nodes& c, FreeSystem& unknowns,
                                                      double slope, double tolerance, Nodes& p) {
    constexpr double small = 1.0 / 16.0;  // θ²
    refresh_contacts(at, c);
    {
        const Stopwatch watch(costs_.assembly);
        balanced_ = false;
        assembler_.assemble_gradient(at, c, system_);
    }
    if (!std::isfinite(system_.energy.value)) return {};
    // The fall of a body, which inertia bounds moves by, cannot hide more in one of n nodes than √n times its own. What
    // barriers do is not bounded so.
    const double hidden = std::sqrt(std::max(1.0, static_cast<double>(c.size())));
    const double reduction = contact_ ? full_reduction : std::min(1e-2, 0.25 / hidden);
    if (!unknowns.solve_with_last(assembler_.pattern(), system_.gradient, reduction, p)) return {};
    const double left = inner_product(system_.gradient, p);
    if (!(left <= 0.0) || !(left >= small * slope)) return {};
    const Settlement found = settlement(at, c, p, tolerance);
    if (!(found.excess <= beyond_doubt)) return {};
    return found;
}

bool Backend::cut(const Landscape& at, const Nodes& c, Nodes& p) {
    const Pieces& pieces = whole().pieces;
    if (!contact_ || pieces.list.size() < 2) return false;
    const Stopwatch watch(costs_.contact);
    live().follow(c, at.b, x_);
    bool changed = false;
    for (int round = 0; round < 3; ++round) {
        live().follow_move(p, dx_);
        const std::vector<double> limits =
            contact_->largest_safe_steps(x_, dx_, pieces.of_point, static_cast<int>(pieces.list.size()));
        if (limits.empty()) return changed;
        const auto [least, most] = std::minmax_element(limits.begin(), limits.end());
        if (*least == 1.0 || (round == 0 && *most <= 2.0 * *least)) return changed;
        for (std::size_t i = 0; i < p.size(); ++i) p[i] = limits[pieces.of_node[i]] * p[i];
        keep_constraints(p);
        changed = true;
    }
    return changed;
}

void Backend::prescribe(double time, Nodes& c) const {
    prescribe_nodes(model_, time, c);
    if (!model_.constraints) return;
    const std::vector<double> lack = constraints_lack(time, c);
    if (std::all_of(lack.begin(), lack.end(), [](double of_row) { return of_row == 0.0; })) return;
    Nodes move(c.size(), Vec3::zero());
    const ConstraintRows& rows = free_system_.constrained()->rows();
    rows.meet(rows.of_kept(lack), move);
    for (std::size_t i = 0; i < c.size(); ++i) c[i] += move[i];
}

void Backend::keep_constraints(Nodes& p) const {
    if (!model_.constraints) return;
    const ConstraintRows& rows = free_system_.constrained()->rows();
    rows.meet(Eigen::VectorXd::Zero(rows.count()), p);
}

std::vector<double> Backend::constraints_lack(double time, const Nodes& c) const {
    if (!model_.constraints) return {};
    return model_.constraints->lack(c, time);
}

std::vector<double> Backend::multipliers(const Nodes& gradient) const {
    if (!model_.constraints) return {};
    return free_system_.constrained()->rows().multipliers(gradient);
}

Backend::Whole& Backend::whole() {
    if (!whole_) whole_ = std::make_unique<Whole>(model_);
    return *whole_;
}

bool Backend::bend(const Landscape& at, const Nodes& c, double negligible, Nodes& p) {
    const Stopwatch watch(costs_.line_search);
    if (!whole().turning.bend(c, at.b, negligible, p)) return false;
    keep_constraints(p);
    return true;
}

double Backend::point_speed(const Nodes& p, double dt) {
    live().follow_move(p, dx_);
    const double square = live().largest([&](int begin, int end) {
        double largest = 0.0;
        for (int i = begin; i < end; ++i) {
            const double length = norm_squared(dx_[i]);
            if (std::isnan(length)) return std::numeric_limits<double>::infinity();
            largest = std::max(largest, length);
        }
        return largest;
    });
    return std::sqrt(square) / dt;
}

}  // namespace talweg
