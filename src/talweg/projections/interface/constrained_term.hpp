/// The elements of one energy as constraints, solved one after another (Gauss–Seidel).
///
///     Δλ = (−C − α̃ λ)/(Σ w |∇C|² + α̃),   x += w ∇C Δλ,   α̃ = α/h²
///
/// Position-based dynamics is α̃ = 0, times its own stiffness between 0 and 1. Elements go colour by colour, so that
/// those which share points never meet, in parallel: any number of threads gives the same. Or in their own order: then
/// wave by wave, each element behind the last before it that shares a point, to the last bit as one after another.
#pragma once
#include <memory>

#include "talweg/assembly/elements.hpp"
#include "talweg/assembly/schedule.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/projections/interface/particles.hpp"
#include "talweg/projections/interface/projection.hpp"

namespace talweg {

/// How constraints are taken.
struct ConstraintRule {
    bool compliant = true;          // XPBD; false: position-based dynamics
    double stiffness = 1.0;         // part of the correction that position-based dynamics makes
    double h = 0.0;                 // s
    double limit_compliance = 0.0;  // of what is one-sided, m/N
};

class ConstrainedTerm {
public:
    virtual ~ConstrainedTerm() = default;
    virtual std::string_view name() const = 0;
    /// λ = 0: a step begins, its particles where forces have brought them.
    virtual void start(const ConstraintRule& rule, const Particles& particles) = 0;
    /// Every constraint once.
    virtual void project(const ConstraintRule& rule, Particles& particles) = 0;
    /// The largest |C + α̃ λ|, in the units of C.
    virtual double violation(const ConstraintRule& rule, const Particles& particles) const = 0;
    /// What is left to do to velocities when the step has ended.
    virtual void smooth(const ConstraintRule&, const Particles&, Nodes& /*v*/) const {}
};

/// What tells an element's constraints: its energy, or a limit on its length.
template <class Energy>
struct OwnConstraints {
    static constexpr int count = Projection<Energy>::constraint_count;
    bool operator()(int k, const Points<double, Energy::point_count>& x, const typename Energy::Element& e,
                    Constraint<Energy::point_count>& c) const {
        return Projection<Energy>::constraint(k, x, e, c);
    }
};
/// |a − b| ≤ s l.
template <class Energy>
struct LengthLimit {
    static constexpr int count = 1;
    double stretch;
    bool operator()(int, const Points<double, 2>& x, const typename Energy::Element& e, Constraint<2>& c) const {
        const Vec3 d = x[1] - x[0];
        const double now = norm(d);
        c.one_sided = true;
        c.value = now - stretch * Projection<Energy>::rest_length(e);
        if (!(now > 0.0)) return true;  // no direction, and within the limit
        for (int a = 0; a < 3; ++a) c.gradient[a] = -(c.gradient[3 + a] = d[a] / now);
        return true;
    }
};

template <class Energy, class Constraints>
class Constrained final : public ConstrainedTerm {
public:
    static constexpr int N = Energy::point_count, K = Constraints::count;

    Constrained(const Model& model, const ParticleMap& map, std::shared_ptr<const Elements<Energy>> term, bool coloured,
                Constraints constraints = {})
        : term_(std::move(term)), constraints_(constraints), lambda_(std::size_t(K) * term_->element_count(), 0.0) {
        for (int k = 0; k < N * term_->element_count(); ++k) particles_.push_back(map.of(term_->points()[k]));
        if (coloured) {
            const Schedule schedule(model, *term_, 1);
            for (const Schedule::Chunk& chunk : schedule.chunks) order_.push_back(chunk.begin);
            colours_ = schedule.colour_begins;
        } else {
            order_by_waves(map.particle_count());
        }
        Points<double, N> rest;  // what no constraint can be made of is found here, once
        for (int e = 0; e < term_->element_count(); ++e)
            for (int k = 0; k < K; ++k) {
                for (int i = 0; i < N; ++i) rest[i] = model.rest[term_->points()[N * e + i]];
                Constraint<N> c;
                constraints_(k, rest, term_->element(e), c);
            }
    }

    std::string_view name() const override { return Energy::name; }
    void start(const ConstraintRule&, const Particles&) override { std::fill(lambda_.begin(), lambda_.end(), 0.0); }

    void project(const ConstraintRule& rule, Particles& particles) override {
        constexpr int together = 256;
        for (std::size_t colour = 0; colour + 1 < colours_.size(); ++colour) {
            const int begin = colours_[colour], end = colours_[colour + 1];
            parallel_each(0, (end - begin + together - 1) / together, [&](int piece) {
                const int first = begin + together * piece, last = std::min(end, first + together);
                for (int k = first; k < last; ++k) project(rule, order_[k], particles);
            });
        }
    }

    double violation(const ConstraintRule& rule, const Particles& particles) const override {
        double largest = 0.0;
        for (int e = 0; e < term_->element_count(); ++e)
            for (int k = 0; k < K; ++k) {
                Constraint<N> c;
                if (!constraints_(k, gather(particles, e), term_->element(e), c)) continue;
                const double left = c.value + softness(rule, c) * lambda_[std::size_t(K) * e + k];
                largest = std::max(largest, c.one_sided ? left : std::fabs(left));
            }
        return largest;
    }

private:
    void order_by_waves(int particle_count) {
        std::vector<int> waves(particle_count, 0), wave_of(term_->element_count());  // of a particle: the next one free
        colours_.push_back(0);
        for (int e = 0; e < term_->element_count(); ++e) {
            int wave = 0;
            for (int i = 0; i < N; ++i) wave = std::max(wave, waves[particles_[N * e + i]]);
            for (int i = 0; i < N; ++i) waves[particles_[N * e + i]] = wave + 1;
            wave_of[e] = wave;
            if (wave + 2 > static_cast<int>(colours_.size())) colours_.resize(wave + 2, 0);
            ++colours_[wave + 1];
        }
        for (std::size_t wave = 1; wave < colours_.size(); ++wave) colours_[wave] += colours_[wave - 1];
        std::vector<int> next(colours_.begin(), colours_.end());
        order_.resize(wave_of.size());
        for (int e = 0; e < term_->element_count(); ++e) order_[next[wave_of[e]]++] = e;
    }
    static double softness(const ConstraintRule& rule, const Constraint<N>& c) {
        if (!rule.compliant) return 0.0;
        return (c.one_sided ? rule.limit_compliance : c.compliance) / (rule.h * rule.h);
    }
    Points<double, N> gather(const Particles& particles, int e) const {
        Points<double, N> x;
        for (int i = 0; i < N; ++i) x[i] = particles.q[particles_[N * e + i]];
        return x;
    }
    void project(const ConstraintRule& rule, int e, Particles& particles) {
        for (int k = 0; k < K; ++k) {
            Constraint<N> c;
            if (!constraints_(k, gather(particles, e), term_->element(e), c)) continue;
            double& lambda = lambda_[std::size_t(K) * e + k];
            const double soft = softness(rule, c);
            // Below its limit a one-sided constraint only takes back what it has done.
            if (c.one_sided && c.value <= 0.0 && !(lambda < 0.0)) continue;
            const int* at = particles_.data() + N * e;
            double mobility = 0.0;
            for (int i = 0; i < N; ++i)
                for (int a = 0; a < 3; ++a)
                    mobility += particles.w[at[i]][a] * c.gradient[3 * i + a] * c.gradient[3 * i + a];
            if (!(mobility > 0.0)) continue;
            double change = (-c.value - soft * lambda) / (mobility + soft);
            if (!rule.compliant) {
                if (c.one_sided && c.value <= 0.0) continue;
                change *= rule.stiffness;
            } else if (c.one_sided) {
                change = std::min(change, -lambda);  // λ ≤ 0: it pulls, and never pushes
            }
            lambda += change;
            for (int i = 0; i < N; ++i)
                for (int a = 0; a < 3; ++a)
                    particles.q[at[i]][a] += particles.w[at[i]][a] * c.gradient[3 * i + a] * change;
        }
    }

    std::shared_ptr<const Elements<Energy>> term_;
    Constraints constraints_;
    std::vector<int> particles_;        // N per element
    std::vector<double> lambda_;        // K per element
    std::vector<int> order_, colours_;  // elements by colour or wave, and where each begins
};

}  // namespace talweg
