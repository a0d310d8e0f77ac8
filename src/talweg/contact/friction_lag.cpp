#include "talweg/contact/friction_lag.hpp"

#include "talweg/contact/contact_kinds.hpp"

namespace talweg {

namespace {

/// Two tangents of a plane with normal n; in planar worlds the first lies in the plane of the world.
void set_tangents(const Vec3& n, Vec3 (&tangent)[2]) {
    int least = 2;
    for (int a = 1; a >= 0; --a)
        if (std::fabs(n[a]) < std::fabs(n[least])) least = a;
    Vec3 axis = Vec3::zero();
    axis[least] = 1.0;
    tangent[0] = cross(n, axis);
    tangent[0] = tangent[0] / norm(tangent[0]);
    tangent[1] = cross(n, tangent[0]);
}

class FrictionMaker {
public:
    FrictionMaker(const ContactWorld& world, const Positions& x, const std::vector<Vec3>& spins)
        : world_(world), x_(x), spins_(spins) {}

    /// What element e of a list of contacts of that kind makes of friction.
    template <class Kind, class Barrier>
    void add_contact(const ElementList<Barrier>& contacts, int e, FrictionSet& into) const {
        constexpr int N = Barrier::point_count;
        const int* points = contacts.points.data() + N * e;
        const auto& element = contacts.elements[e];
        const TouchingPlace<N> at = Kind::place(gathered<N>(x_, points), element);
        add<N>(points, at, scale_of(element), into);
    }

private:
    using Grain = ContactSurface::Grain;

    static const BarrierScale& scale_of(const BarrierScale& scale) { return scale; }
    static const BarrierScale& scale_of(const auto& element) { return element.scale; }

    template <int N>
    void add(const int* points, const TouchingPlace<N>& place, const BarrierScale& scale, FrictionSet& into) const {
        const double distance = norm(place.apart);
        const double force = -2.0 * distance * place.fading * barrier_energy_slopes(distance * distance, scale).first;
        if (!(force > 0.0)) return;
        ClosePair<N> at{points, place.weight, place.apart / distance, force, mu(points[0], points[N - 1]), {}, {}};
        set_tangents(at.normal, at.tangent);
        for (int t = 0; t < 2; ++t) at.drift[t] = dot(at.tangent[t], drift(points[0], points[N - 1], at.normal));
        const ContactSurface& s = world_.surface;
        const Grain *first = nullptr, *second = nullptr;
        if (!s.grains.empty()) first = s.grain_of(points[0]);
        if (N == 2 && !s.grains.empty()) second = s.grain_of(points[1]);
        if (at.mu > 0.0) {
            if constexpr (N == 2) {
                if (first && second)
                    add_turning<2>(at, {first->spin, second->spin}, into.turning_four);
                else if (first || second)
                    add_turning<1>(at, {(first ? first : second)->spin}, into.turning_three);
                else
                    add_sliding(at, into.two);
            } else if constexpr (N == 3) {
                first ? add_turning<1>(at, {first->spin}, into.turning_four) : add_sliding(at, into.three);
            } else {
                first ? add_turning<1>(at, {first->spin}, into.turning_five) : add_sliding(at, into.four);
            }
        }
        if (first || second) add_rolling(first, second, points[0], points[N - 1], force, into);
    }

    /// Two features in contact.
    template <int N>
    struct ClosePair {
        const int* points;
        const Vector<double, N>& weight;
        Vec3 normal;  // towards the first
        double force, mu;
        Vec3 tangent[2];
        double drift[2];  // of surfaces that turn unseen, along the tangents
    };

    double mu(int p, int q) const { return world_.rules.mu(world_.surface.part[p], world_.surface.part[q]); }
    Vec3 spin(int point) const { return spins_.empty() ? Vec3::zero() : spins_[world_.surface.part[point]]; }

    /// Where the surfaces meet: a radius from the first feature towards the second, and the other way round.
    Vec3 drift(int p, int q, const Vec3& normal) const {
        if (spins_.empty()) return Vec3::zero();
        const std::vector<double>& radius = world_.surface.radius;
        return cross(normal, radius[p] * spin(p) + radius[q] * spin(q));
    }

    template <int N>
    void add_sliding(const ClosePair<N>& at, ElementList<PairFriction<N>>& into) const {
        typename PairFriction<N>::Element element{at.mu * at.force, world_.rules.slip_speed, {}, at.weight};
        for (int t = 0; t < 2; ++t) {
            element.tangent[t] = at.tangent[t];
            element.drift[t] = at.drift[t];
        }
        std::array<int, N> points;
        std::copy(at.points, at.points + N, points.begin());
        into.add(points, element);
    }

    /// A turn as its coordinate has it: in planar worlds that is the one about z, along x.
    Vec3 as_coordinate(const Vec3& turn) const { return world_.surface.planar ? Vec3{turn[2], 0.0, 0.0} : turn; }

    template <int S, int N>
    void add_turning(const ClosePair<N>& at, const std::array<int, S>& spins,
                     ElementList<TurningFriction<N + S>>& into) const {
        typename TurningFriction<N + S>::Element element{at.mu * at.force, world_.rules.slip_speed, {}};
        std::array<int, N + S> points;
        const auto place = [&](int k) { return k == 0 ? 0 : S + k; };  // the first place, the spins, the other places
        for (int k = 0; k < N; ++k) points[place(k)] = at.points[k];
        for (int k = 0; k < S; ++k) points[1 + k] = spins[k];
        for (auto& levers : element.lever)
            for (Vec3& lever : levers) lever = Vec3::zero();
        for (int t = 0; t < 2; ++t) {
            for (int k = 0; k < N; ++k) element.lever[place(k)][t] = at.weight[k] * at.tangent[t];
            for (int k = 0; k < S; ++k) element.lever[1 + k][t] = as_coordinate(cross(at.tangent[t], at.normal));
            element.drift[t] = at.drift[t];
        }
        into.add(points, element);
    }

    /// u = Σ share_k ṡ_k, all three components.
    template <int N>
    typename TurningFriction<N>::Element rolling_element(double force, const Vector<double, N>& share) const {
        typename TurningFriction<N>::Element made{force, world_.rules.slip_speed, {}};
        for (int k = 0; k < N; ++k)
            for (int d = 0; d < 3; ++d) {
                made.lever[k][d] = Vec3::zero();
                made.lever[k][d][d] = share[k];
            }
        return made;
    }

    /// Between two grains of radii r and s, R = rs/(r + s); on anything else, R = r.
    void add_rolling(const Grain* first, const Grain* second, int p, int q, double force, FrictionSet& into) const {
        const double rolling = first && second ? 0.5 * (first->rolling + second->rolling)
                               : first         ? first->rolling
                                               : second->rolling;
        if (!(rolling > 0.0)) return;
        const std::vector<double>& radius = world_.surface.radius;
        if (first && second) {
            const double sum = radius[p] + radius[q];
            into.rolling_two.add({first->spin, second->spin},
                                 rolling_element<2>(rolling * force, {radius[q] / sum, -radius[p] / sum}));
        } else {
            auto alone = rolling_element<1>(rolling * force, {1.0});
            alone.drift = -radius[first ? p : q] * as_coordinate(spin(first ? q : p));
            into.rolling_one.add({(first ? first : second)->spin}, alone);
        }
    }

    const ContactWorld& world_;
    const Positions& x_;
    const std::vector<Vec3>& spins_;
};

}  // namespace

FrictionSet lag_friction(const ContactWorld& world, const ContactSet& contacts, const Positions& x,
                         const std::vector<Vec3>& spins, const Interruption& interruption) {
    FrictionSet set;
    const FrictionMaker maker(world, x, spins);
    each_contact_kind([&]<class Kind>(const Kind&) {
        const auto& list = contacts.*Kind::contacts;
        interruptible_blocks(list.size(), interruption, [&](int begin, int end) {
            for (int e = begin; e < end; ++e) maker.add_contact<Kind>(list, e, set);
        });
    });
    return set;
}

FrictionSet mean(std::span<const FrictionSet> sets) {
    FrictionSet sum;
    const auto append = [&](auto& list, auto more) {
        for (auto& element : more.elements) element.force /= static_cast<double>(sets.size());
        list.append(more);
    };
    for (const FrictionSet& set : sets)
        std::apply(
            [&](auto&... list) {
                std::apply([&](const auto&... more) { (append(list, more), ...); }, FrictionSet::lists(set));
            },
            FrictionSet::lists(sum));
    return sum;
}

std::vector<SlidingPair> sliding(const FrictionSet& friction, const Positions& x, const Positions& x_ref, double rate,
                                 bool planar) {
    std::vector<SlidingPair> pairs;
    const auto add = [&]<class Energy>(const ElementList<Energy>& list, double share) {
        constexpr int N = Energy::point_count;
        for (int e = 0; e < list.size(); ++e) {
            const int* p = list.points.data() + N * e;
            Points<double, N> to, from;
            for (int k = 0; k < N; ++k) {
                to[k] = x[p[k]];
                from[k] = x_ref[p[k]];
            }
            const double speed = norm(Energy::slip_velocity(to, from, rate, list.elements[e]));
            const std::array ends = {p[0], N > 1 ? p[N - 1] : -1};
            pairs.push_back({ends, speed, list.elements[e].slip, list.elements[e].force, share});
        }
    };
    // A force F at the surface of a grain with the inertia i m r² changes the velocity there by F (1 + 1/i)/m.
    const double inertia = planar ? 0.5 : 0.4, of_grains = inertia / (1.0 + inertia);
    add(friction.two, 1.0);
    add(friction.three, 1.0);
    add(friction.four, 1.0);
    add(friction.turning_three, of_grains);
    add(friction.turning_four, of_grains);
    add(friction.turning_five, of_grains);
    add(friction.rolling_one, 1.0);
    add(friction.rolling_two, 1.0);
    return pairs;
}

}  // namespace talweg
