#include "talweg/step/projective_stepper.hpp"

#include <algorithm>

#include "talweg/math/error.hpp"
#include "talweg/math/stopwatch.hpp"
#include "talweg/step/accept.hpp"

namespace talweg {

namespace {

std::string direct_solver(const std::string& wanted) {
    if (wanted != "auto") return wanted;
#ifdef TALWEG_WITH_CHOLMOD
    return "cholmod";
#else
    return "ldlt";
#endif
}

}  // namespace

ProjectiveStepper::ProjectiveStepper(const Model& model, const StepSettings& settings)
    : settings_(settings),
      backend_(model, settings.linear_solver, Interruption(settings.interrupted)),
      bounds_(model),
      map_(model),
      distances_(distances_of(model, map_, settings.integrator)),
      obstacles_(model),
      iterations_(settings.projection.iterations > 0 ? settings.projection.iterations : 10),
      substeps_(settings.projection.substeps > 0 ? settings.projection.substeps : 1),
      h_(settings.dt / substeps_) {
    collect_entries();
    make_matrix();
    factorize();
}

void ProjectiveStepper::collect_entries() {
    int count = 0;
    offsets_.assign(map_.node_count() + 1, 0);
    const auto each = [&](const auto& function) {
        int entry = 0;
        for (const auto& term : distances_.terms)
            for (int k = 0; k < term->entry_count(); ++k, ++entry)
                if (term->particles()[k] < map_.node_count()) function(term->particles()[k], entry);
    };
    for (const auto& term : distances_.terms) {
        term_begins_.push_back(count);
        count += term->entry_count();
    }
    pulls_.resize(count);
    each([&](int node, int) { ++offsets_[node + 1]; });
    for (int i = 0; i < map_.node_count(); ++i) offsets_[i + 1] += offsets_[i];
    entries_.resize(offsets_.back());
    std::vector<int> next(offsets_.begin(), offsets_.end() - 1);
    each([&](int node, int entry) { entries_[next[node]++] = entry; });
}

void ProjectiveStepper::make_matrix() {
    const Model& model = backend_.model();
    matrix_.pattern = backend_.assembler().pattern();
    matrix_.values.assign(matrix_.pattern->block_count(), Mat3::zero());
    std::vector<double> diagonal(model.node_count());
    for (int i = 0; i < model.node_count(); ++i)
        matrix_.values[matrix_.pattern->diagonal(i)] = Mat3::identity() * (model.mass.diagonal[i] / (h_ * h_));
    for (const auto& term : distances_.terms) term->add_matrix(map_.node_count(), matrix_);
    if (obstacles_.empty()) return;
    for (int i = 0; i < model.node_count(); ++i) diagonal[i] = matrix_.values[matrix_.pattern->diagonal(i)](0, 0);
    for (const int point : obstacles_.points()) {
        double weight = 0.0;
        for (const auto& [node, share] : model.map.row(point)) weight += share * diagonal[node];
        contact_weights_.push_back(weight);
        for (const auto& [i, own] : model.map.row(point))
            for (const auto& [j, other] : model.map.row(point)) {
                if (i > j) continue;
                Mat3& block = matrix_.values[matrix_.pattern->find(i, j)];
                for (int a = 0; a < 3; ++a) block(a, a) += weight * own * other;
            }
    }
}

void ProjectiveStepper::factorize() {
    const Model& model = backend_.model();
    for (int axis = 0; axis < 3; ++axis) {
        Factor factor;
        std::vector<Axes> held(model.node_count(), all_axes);
        for (int i = 0; i < model.node_count(); ++i)
            if (!(model.held_axes[i] & (1 << axis))) {
                factor.nodes.push_back(i);
                held[i] = static_cast<Axes>(all_axes & ~1);  // H is the same along all axes: its x stands for this one
            }
        if (factor.nodes.empty()) continue;
        for (std::size_t k = 0; k < factors_.size(); ++k)
            if (factors_[k].nodes == factor.nodes) factor_of_axis_[axis] = static_cast<int>(k);
        if (factor_of_axis_[axis] >= 0) continue;
        factor_of_axis_[axis] = static_cast<int>(factors_.size());
        factor.unknowns = Unknowns(held);
        factor.solver = make_linear_solver(direct_solver(settings_.linear_solver), *matrix_.pattern, factor.unknowns);
        if (!factor.solver->factorize(matrix_, 0.0))
            throw Error("the matrix of projective_dynamics has no factor: masses or stiffnesses differ too much");
        factors_.push_back(std::move(factor));
    }
}

void ProjectiveStepper::gradient(const Nodes& x_tilde, Nodes& g) {
    const Model& model = backend_.model();
    for (std::size_t t = 0; t < distances_.terms.size(); ++t)
        distances_.terms[t]->pull(particles_, pulls_.data() + term_begins_[t]);
    g.resize(x_tilde.size());
    parallel_pieces(static_cast<int>(g.size()), [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            g[i] = (model.mass.diagonal[i] / (h_ * h_)) * (particles_.q[i] - x_tilde[i]);
            for (int k = offsets_[i]; k < offsets_[i + 1]; ++k) g[i] += pulls_[entries_[k]];
        }
    });
    if (obstacles_.empty()) return;
    for (std::size_t k = 0; k < obstacles_.points().size(); ++k) {
        const int point = obstacles_.points()[k];
        Vec3 x = Vec3::zero(), outside;
        for (const auto& [node, weight] : model.map.row(point)) x += weight * particles_.q[node];
        if (model.map.row(point).empty() || !obstacles_.place(point, x, outside)) continue;
        for (const auto& [node, weight] : model.map.row(point))
            g[node] += (contact_weights_[k] * weight) * (x - outside);
    }
}

bool ProjectiveStepper::solve(const Nodes& g, Nodes& p) {
    p.assign(g.size(), Vec3::zero());
    for (int axis = 0; axis < 3; ++axis) {
        if (factor_of_axis_[axis] < 0) continue;
        Factor& factor = factors_[factor_of_axis_[axis]];
        right_.resize(factor.nodes.size());
        for (std::size_t k = 0; k < right_.size(); ++k) right_[k] = -g[factor.nodes[k]][axis];
        if (!factor.solver->solve(right_, solution_)) return false;
        for (std::size_t k = 0; k < right_.size(); ++k) p[factor.nodes[k]][axis] = solution_[k];
    }
    return true;
}

void ProjectiveStepper::substep(State& state, StepReport& report) {
    const Model& model = backend_.model();
    const Positions x = positions(model, state);
    Nodes f, g, p;
    distances_.forces(model, x, velocities(model, state, h_), state.time, f);
    Nodes x_tilde = state.c;
    for (std::size_t i = 0; i < x_tilde.size(); ++i)
        for (int a = 0; a < 3; ++a) x_tilde[i][a] += h_ * (state.v[i][a] + h_ * map_.inverse_masses()[i][a] * f[i][a]);
    Nodes c = x_tilde;
    prescribe_nodes(model, state.script_time() + h_, c);
    map_.place(model, c, state.script_time() + h_, particles_);
    if (!obstacles_.empty()) {
        Positions b, ahead;
        prescribed_points(model, state.script_time() + h_, b);
        follow(model.map, c, b, ahead);
        obstacles_.start(x, ahead);
    }
    for (int k = 0; k < iterations_; ++k) {
        backend_.interruption().check();
        gradient(x_tilde, g);
        if (!solve(g, p)) {
            report.stop = Stop::not_solved;
            report.advice =
                "the linear system of the step has no solution; choose a smaller time step or implicit_euler";
            return;
        }
        double move = 0.0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            particles_.q[i] += p[i];
            move = std::max(move, norm_squared(p[i]));
        }
        report.residual = std::sqrt(move) / h_;
        report.iterations.push_back({0.0, report.residual, 0.0, 1.0, 1.0, 0.0});
    }
    if (!obstacles_.empty()) obstacles_.project(model.map, 0.0, particles_);
    for (std::size_t i = 0; i < c.size(); ++i) {
        state.v[i] = (particles_.q[i] - state.c[i]) / h_;
        state.c[i] = particles_.q[i];
    }
}

StepReport ProjectiveStepper::step(State& state) {
    StepReport report;
    report.substeps = substeps_;
    State next = state;
    for (int s = 0; s < substeps_; ++s) {
        substep(next, report);
        if (report.stop != Stop::none) return report;
        accept_part(backend_.model(), state.time + settings_.dt * (s + 1) / substeps_, h_, next);
    }
    finish_step(settings_, bounds_, std::move(next), state, report);
    if (!report.completed) return report;
    const Positions x = positions(backend_.model(), state);
    report.potentials = backend_.assembler().potentials(x, state.time);
    report.gap = obstacles_.gap(x);
    return report;
}

}  // namespace talweg
