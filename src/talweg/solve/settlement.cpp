#include "talweg/solve/settlement.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "talweg/math/parallel.hpp"
#include "talweg/model/point_masses.hpp"

namespace talweg {

namespace {

constexpr double unit_roundoff = 0x1p-53;

/// What is left beside what is allowed; nothing left is never too much.
double ratio(double left, double allowed) {
    if (!(left > 0.0)) return std::isnan(left) ? std::numeric_limits<double>::infinity() : 0.0;
    return allowed > 0.0 ? left / allowed : std::numeric_limits<double>::infinity();
}

// What is summed over a piece, apart: of particles there are as many pieces, and most of it is nothing for them.
struct PieceFall {
    double fall = 0.0;      // −gᵀp
    double noise = 0.0;     // of it, by rounding
    double farthest = 0.0;  // largest coordinate, m
    bool at_floor() const { return fall <= noise; }
    void operator+=(const PieceFall& other) {
        fall += other.fall;
        noise += other.noise;
        farthest = std::max(farthest, other.farthest);
    }
};
struct PieceForces {
    double force = 0.0;           // Σ|f| of what touches it, N
    double rounding = 0.0;        // N
    double load = 0.0;            // Σ|f| of what acts from outside, N
    double mean[2] = {0.0, 0.0};  // |f| of the kind of contact in work: sum and number
};
struct PieceBalance {
    Vec3 push = Vec3::zero();    // Σ g: what would move it as a whole
    Vec3 moment = Vec3::zero();  // about its centre
    Vec3 centre = Vec3::zero();
    double weight = 0.0, radius_squared = 0.0;
    void operator+=(const PieceBalance& other) {
        push += other.push;
        moment += other.moment;
        centre += other.centre;
        weight += other.weight;
        radius_squared += other.radius_squared;
    }
};
struct HeldBalance {
    Vec3 push = Vec3::zero();     // Σ g of what is free
    Vec3 holding = Vec3::zero();  // Σ g of what is not
    double noise = 0.0;           // of Σ g by rounding, squared
    void operator+=(const HeldBalance& other) {
        push += other.push;
        holding += other.holding;
        noise += other.noise;
    }
};

/// One place of one landscape, under judgement.
class Judgement {
public:
    Judgement(const Model& model, const Pieces& pieces, const LargerPieces& larger,
              const std::vector<double>& point_mass, const Landscape& at, const Nodes& c, const Positions& x,
              const System& system, const Nodes& p, const Positions& move, double tolerance)
        : places(at, model, x),
          model_(model),
          pieces_(pieces),
          larger_(larger),
          point_mass_(point_mass),
          at_(at),
          c_(c),
          system_(system),
          p_(p),
          move_(move),
          tolerance_(tolerance),
          falls_(pieces.list.size()) {}

    Settlement result;
    const TermPlaces places;

    void sum_falls() {
        sum_by_piece(
            falls_, [&](int i) { return pieces_.of_node[i]; },
            [&](int i, PieceFall& sum) {
                sum.fall -= free_dot(i, system_.gradient[i], p_[i]);
                sum.noise += rounding_of_gradient(i) * norm(p_[i]);
                sum.farthest = std::max(sum.farthest, farthest(i));
            });
    }

    void judge_moves(const LivePoints& live) {
        const auto largest_of = [&](const auto& counts) {
            return live.largest([&](int begin, int end) {
                double largest = 0.0;
                for (int i = begin; i < end; ++i)
                    if (const double length = norm_squared(move_[i]); length > largest && counts(i)) largest = length;
                return largest;
            });
        };
        const double square = largest_of([](int) { return true; }),
                     square_beyond = largest_of(
                         [&](int i) { return pieces_.of_point[i] >= 0 && !falls_[pieces_.of_point[i]].at_floor(); });
        result.moves = std::sqrt(square) * at_.rate;
        note(ratio(result.moves, tolerance_), ratio(std::sqrt(square_beyond) * at_.rate, tolerance_));
    }

    /// Of terms that count as one kind: what p changes of each of their forces. Contact: small forces on heavy things
    /// need not be settled, and what is left of them is no matter of the pieces' own falls.
    double judge_forces(const std::vector<const Term*>& terms, const Configuration& here, bool contact) {
        if (terms.empty()) return 0.0;
        forces_.resize(pieces_.list.size());
        for (PieceForces& sum : forces_) sum.mean[0] = sum.mean[1] = 0.0;
        std::vector<std::vector<ForceSize>> sizes;
        std::vector<Vec3> changes;
        for (const Term* term : terms) {
            const int n = term->point_count(), elements = term->element_count();
            std::vector<ForceSize>& of_term = sizes.emplace_back(elements);
            changes.resize(std::size_t(n) * std::size_t(elements));
            parallel_pieces(elements, [&](int begin, int end) {
                for (int e = begin; e < end; ++e)
                    of_term[e] = term->force_size(here, move_.data(), e, changes.data() + std::ptrdiff_t(e) * n);
            });
            for (int e = 0; e < elements; ++e)
                for (const int piece : pieces_of(*term, e)) {
                    if (piece < 0) continue;
                    PieceForces& sum = forces_[piece];
                    sum.mean[0] += of_term[e].force;
                    sum.mean[1] += 1.0;
                    if (!contact) continue;
                    sum.force += of_term[e].force;
                    sum.rounding += of_term[e].rounding;
                }
            if (!contact) continue;
            for (std::size_t k = 0; k < changes.size(); ++k) {
                const int point = term->points()[k];
                if (const int piece = pieces_.of_point[point]; piece >= 0)
                    falls_[piece].fall -= at_.scale * dot(changes[k], move_[point]);
            }
        }
        double worst = 0.0;
        for (std::size_t t = 0; t < terms.size(); ++t)
            for (int e = 0; e < terms[t]->element_count(); ++e) {
                const ForceSize& size = sizes[t][e];
                const double allowed = allowed_change(*terms[t], e, size, contact);
                const double excess = ratio(size.change, allowed);
                worst = std::max(worst, excess);
                note(excess, ratio(size.change, allowed + 4.0 * size.rounding));
            }
        return worst;
    }

    void sum_loads() {
        forces_.resize(pieces_.list.size());
        for (std::size_t t = 0; t < model_.terms.size(); ++t) {
            const Term& term = *model_.terms[t];
            const bool load = term.point_count() == 1 ||
                              std::any_of(model_.load_curves.begin(), model_.load_curves.end(),
                                          [&](const LoadCurve& curve) { return curve.term == static_cast<int>(t); });
            if (!load) continue;
            std::vector<Vec3> unused(term.point_count());
            for (int e = 0; e < term.element_count(); ++e)
                if (const int piece = pieces_of(term, e)[0]; piece >= 0)
                    forces_[piece].load +=
                        std::fabs(at_.factor(t)) * term.force_size(places.of(t), move_.data(), e, unused.data()).force;
        }
    }

    void judge_balance() {
        sum_balance();
        const double step = at_.scale * at_.rate;  // s: what a force over a mass is multiplied by to be a speed
        for (std::size_t k = 0; k < falls_.size(); ++k) {
            const Pieces::Piece& piece = pieces_.list[k];
            if (piece.held == all_axes) continue;
            const PieceForces& touching = forces_.empty() ? untouched_ : forces_[k];
            const double larger = unbalanced_force(static_cast<int>(k));
            if (larger == 0.0) continue;
            const double allowed = (inertia() ? piece.mass * tolerance_ / step : 0.0) +
                                   settled_part * (touching.force + (inertia() ? 0.0 : touching.load));
            // Inner forces cancel; positions, and forces of contact, are as exact as their digits.
            const double farthest = falls_[k].farthest;
            const double inner = system_.energy.magnitude / std::max(farthest, 1e-300);
            const double rounding = 4.0 * unit_roundoff * (at_.inertia * piece.mass * farthest + inner) / at_.scale +
                                    4.0 * touching.rounding;
            if (inertia() && larger * step > result.balance * piece.mass) {
                result.balance = larger * step / piece.mass;
                result.body = piece.body;
            }
            note(ratio(larger, allowed), ratio(larger, allowed + rounding));
        }
    }

    /// What is held takes on no momentum that nothing gave, either: of it a step may leave more, and a part of what
    /// holds it. Stiff things push on their holds with forces that their moves do not tell of.
    void judge_held() {
        constexpr double patience = 5.0;  // the referee has twice that (balance_referee.cpp)
        const double step = at_.scale * at_.rate;
        std::vector<HeldBalance> sums(larger_.count);
        const auto held_piece = [&](int i) {
            const int piece = pieces_.of_node[i];
            return pieces_.list[piece].held == 0 ? -1 : larger_.numbers[piece];
        };
        sum_by_piece(sums, held_piece, [&](int i, HeldBalance& sum) {
            const Vec3 g = model_.translation_share(i) * system_.gradient[i];
            for (int a = 0; a < 3; ++a) (model_.held_axes[i] & (1 << a) ? sum.holding : sum.push)[a] += g[a];
            sum.noise += rounding_of_gradient(i) * rounding_of_gradient(i);
        });
        for (std::size_t k = 0; k < falls_.size(); ++k) {
            const Pieces::Piece& piece = pieces_.list[k];
            if (larger_.numbers[k] < 0 || piece.held == 0) continue;
            const HeldBalance& sum = sums[larger_.numbers[k]];
            double square = 0.0;
            for (int a = 0; a < 3; ++a)
                if (piece.held & (1 << a)) square += sum.push[a] * sum.push[a];
            const double force = std::sqrt(square) / at_.scale;
            const double touching = forces_.empty() ? 0.0 : forces_[k].force;
            const double allowed =
                patience * piece.mass * tolerance_ / step + settled_part * (touching + norm(sum.holding) / at_.scale);
            note(ratio(force, allowed), ratio(force, allowed + std::sqrt(sum.noise) / at_.scale));
        }
    }

    void judge_fall() {
        for (std::size_t k = 0; k < falls_.size(); ++k) {
            const double mass = at_.inertia * pieces_.list[k].mass;
            if (!(mass > 0.0)) continue;
            const double fall = std::sqrt(std::max(0.0, falls_[k].fall) / mass) * at_.rate;
            result.fall = std::max(result.fall, fall);
            note(ratio(fall, tolerance_), falls_[k].at_floor() ? 0.0 : ratio(fall, tolerance_));
        }
    }

    bool inertia() const { return at_.inertia > 0.0; }

private:
    void note(double excess, double beyond_rounding) {
        result.excess = std::max(result.excess, excess);
        result.excess_beyond_rounding = std::max(result.excess_beyond_rounding, beyond_rounding);
    }

    /// add(node, sum) into sums[of(node)], where that is not negative. Of a large mesh, runs of nodes that belong
    /// together are summed apart, in parallel, and then added in order; of small ones, and of many single particles,
    /// all in order.
    template <class Sum, class Of, class Add>
    void sum_by_piece(std::vector<Sum>& sums, const Of& of, const Add& add) const {
        constexpr int grain = 1024;
        const int n = model_.node_count();
        if (n <= parallel_grain || n < static_cast<int>(16 * sums.size())) {
            for (int i = 0; i < n; ++i)
                if (const int k = of(i); k >= 0) add(i, sums[k]);
            return;
        }
        std::vector<std::vector<std::pair<int, Sum>>> runs((n + grain - 1) / grain);
        parallel_pieces(
            n,
            [&](int begin, int end) {
                auto& found = runs[begin / grain];
                for (int i = begin; i < end; ++i) {
                    const int k = of(i);
                    if (k < 0) continue;
                    if (found.empty() || found.back().first != k) found.emplace_back(k, Sum());
                    add(i, found.back().second);
                }
            },
            grain);
        for (const auto& found : runs)
            for (const auto& [k, sum] : found) sums[k] += sum;
    }

    double farthest(int node) const {
        return std::max({std::fabs(c_[node][0]), std::fabs(c_[node][1]), std::fabs(c_[node][2])});
    }
    double rounding_of_gradient(int node) const {
        const Mat3& stiffness = system_.hessian.values[system_.hessian.pattern->diagonal(node)];
        return 4.0 * unit_roundoff * std::fabs(stiffness(0, 0) + stiffness(1, 1) + stiffness(2, 2)) *
               (farthest(node) + model_.diagonal);
    }

    double free_dot(int node, const Vec3& g, const Vec3& p) const {
        double sum = 0.0;
        for (int a = 0; a < 3; ++a)
            if (!(model_.held_axes[node] & (1 << a)) || p[a] != 0.0) sum += g[a] * p[a];
        return sum;
    }

    /// Of the first and the last point of an element that can move: the two sides of a contact; −1 where nothing can.
    /// Held points have no say: the hinge of a clamped border, flat and so without a force of its own, still belongs to
    /// a piece, whose loads tell what is little.
    std::array<int, 2> pieces_of(const Term& term, int element) const {
        const int n = term.point_count(), *points = term.points() + std::ptrdiff_t(element) * n;
        const auto movable = [&](int point) {
            const int piece = pieces_.of_point[point];
            return piece >= 0 && point_mass_[point] < std::numeric_limits<double>::infinity() ? piece : -1;
        };
        int first = -1, last = -1;
        for (int i = 0; i < n && first < 0; ++i) first = movable(points[i]);
        for (int i = n - 1; i >= 0 && last < 0; --i) last = movable(points[i]);
        return {first, last == first ? -1 : last};
    }

    double allowed_change(const Term& term, int element, const ForceSize& size, bool contact) const {
        double usual = std::numeric_limits<double>::infinity(), load = 0.0;
        for (const int piece : pieces_of(term, element)) {
            if (piece < 0) continue;
            usual = std::min(usual, forces_[piece].mean[0] / forces_[piece].mean[1]);
            load = std::max(load, forces_[piece].load);
        }
        if (usual == std::numeric_limits<double>::infinity()) usual = 0.0;
        const double part = settled_part * std::max(size.force, usual);
        if (!inertia()) return part + settled_part * load;
        if (!contact) return part;
        double mass = std::numeric_limits<double>::infinity();
        const int n = term.point_count(), *points = term.points() + std::ptrdiff_t(element) * n;
        for (int i = 0; i < n; ++i) mass = std::min(mass, point_mass_[points[i]]);
        return part +
               (mass < std::numeric_limits<double>::infinity() ? mass * tolerance_ / (at_.scale * at_.rate) : 0.0);
    }

    /// Pushes, centres, radii and moments of the larger pieces that something could move or turn as a whole.
    void sum_balance() {
        balances_.resize(larger_.count);
        if (balances_.empty()) return;
        const auto free_piece = [&](int i) {
            const int piece = pieces_.of_node[i];
            return pieces_.list[piece].held == all_axes ? -1 : larger_.numbers[piece];
        };
        const MassMatrix& mass = model_.mass;
        sum_by_piece(balances_, free_piece, [&](int i, PieceBalance& sum) {
            const double share = model_.translation_share(i);
            sum.push += share * system_.gradient[i];
            sum.weight += share * mass.diagonal[i];
            sum.centre += (share * mass.diagonal[i]) * c_[i];
        });
        for (PieceBalance& sum : balances_)
            if (sum.weight > 0.0) sum.centre = sum.centre / sum.weight;
        sum_by_piece(balances_, free_piece, [&](int i, PieceBalance& sum) {
            if (model_.is_coordinate(i)) return;
            const Vec3 arm = c_[i] - model_.translation_share(i) * balances_[free_piece(i)].centre;
            sum.moment += cross(arm, system_.gradient[i]);
            sum.radius_squared += mass.diagonal[i] * norm_squared(arm);
        });
    }

    /// What would move or turn a piece, the larger of both, N. Nothing turns a single node.
    double unbalanced_force(int k) const {
        const Pieces::Piece& piece = pieces_.list[k];
        const int number = larger_.numbers[k];
        const Vec3 push =
            number >= 0 ? balances_[number].push : model_.translation_share(~number) * system_.gradient[~number];
        double square = 0.0;
        for (int a = 0; a < 3; ++a)
            if (!(piece.held & (1 << a))) square += push[a] * push[a];
        const double force = std::sqrt(square) / at_.scale;
        if (number < 0) return force;
        return std::max(force, turning_force(piece, balances_[number], falls_[k].farthest) / at_.scale);
    }

    /// The moment over the radius: along z alone in planar scenes, none for what is held.
    double turning_force(const Pieces::Piece& piece, const PieceBalance& sum, double farthest) const {
        const Axes planar = model_.planar ? 4 : 0;
        if ((piece.held & ~planar) != 0 || !(sum.weight > 0.0)) return 0.0;
        const double radius = std::sqrt(sum.radius_squared / sum.weight);
        // Points in one place have none, and rounding of it would be all that turns them.
        if (!(radius > 1e-9 * (farthest + model_.diagonal))) return 0.0;
        return (planar ? std::fabs(sum.moment[2]) : norm(sum.moment)) / radius;
    }

    static constexpr PieceForces untouched_{};
    const Model& model_;
    const Pieces& pieces_;
    const LargerPieces& larger_;
    const std::vector<double>& point_mass_;
    const Landscape& at_;
    const Nodes& c_;
    const System& system_;
    const Nodes& p_;
    const Positions& move_;
    double tolerance_;
    std::vector<PieceFall> falls_;        // by piece
    std::vector<PieceForces> forces_;     // by piece; empty: nothing acts that would have to be summed
    std::vector<PieceBalance> balances_;  // by larger piece
};

}  // namespace

void Settlement::include(const Settlement& other) {
    moves = std::max(moves, other.moves);
    forces = std::max(forces, other.forces);
    if (other.balance > balance) body = other.body;
    balance = std::max(balance, other.balance);
    fall = std::max(fall, other.fall);
    excess = std::max(excess, other.excess);
    excess_beyond_rounding = std::max(excess_beyond_rounding, other.excess_beyond_rounding);
}

LargerPieces::LargerPieces(const Pieces& pieces) : numbers(pieces.list.size()) {
    std::vector<int> nodes(pieces.list.size(), 0);
    for (std::size_t i = 0; i < pieces.of_node.size(); ++i) {
        ++nodes[pieces.of_node[i]];
        numbers[pieces.of_node[i]] = ~static_cast<int>(i);
    }
    for (std::size_t k = 0; k < nodes.size(); ++k)
        if (nodes[k] > 1) numbers[k] = count++;
}

Settler::Settler(const Model& model, const Pieces& pieces)
    : model_(model), pieces_(pieces), larger_(pieces), live_(model), point_mass_(point_masses(model)) {}

Settlement Settler::judge(const Landscape& at, const Nodes& c, const Positions& x, const System& system,
                          const std::vector<std::shared_ptr<const Term>>& transient, const Nodes& p, double tolerance) {
    live_.follow_move(p, move_);
    Judgement judgement(model_, pieces_, larger_, point_mass_, at, c, x, system, p, move_, tolerance);
    judgement.sum_falls();
    judgement.judge_moves(live_);
    if (!judgement.inertia()) judgement.sum_loads();
    for (const bool friction : {false, true}) {
        std::vector<const Term*> kind;
        for (const auto& term : transient)
            if (term->dissipative() == friction) kind.push_back(term.get());
        judgement.result.forces =
            std::max(judgement.result.forces, judgement.judge_forces(kind, judgement.places.here, true));
    }
    judgement.judge_balance();
    if (judgement.inertia()) {
        judgement.judge_held();
        judgement.judge_fall();
    } else {
        for (std::size_t t = 0; t < model_.terms.size(); ++t)
            if (const Term* term = model_.terms[t].get(); term->point_count() > 1)
                judgement.result.fall =
                    std::max(judgement.result.fall, judgement.judge_forces({term}, judgement.places.of(t), false));
    }
    return judgement.result;
}

}  // namespace talweg
