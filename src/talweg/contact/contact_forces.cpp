#include "talweg/contact/contact_forces.hpp"

#include <algorithm>
#include <type_traits>

#include "talweg/contact/contact_kinds.hpp"

namespace talweg {

namespace {

using Pair = ContactForces::Pair;

bool before(const Pair& a, const Pair& b) { return a.first != b.first ? a.first < b.first : a.second < b.second; }

/// Adds up what stands for the same two bodies.
void merge(std::vector<Pair>& pairs) {
    std::stable_sort(pairs.begin(), pairs.end(), before);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (kept > 0 && !before(pairs[kept - 1], pairs[i])) {
            pairs[kept - 1].contacts += pairs[i].contacts;
            pairs[kept - 1].force += pairs[i].force;
        } else {
            pairs[kept++] = pairs[i];
        }
    }
    pairs.resize(kept);
}

/// 2 b′ wᵢ r of the nearest places' distance r: what the closed form has as its gradient, without a Hessian. Barriers
/// of edges fade besides, and those of planes are cheap.
template <class Kind>
struct GradientOf {
    template <int N, class Element>
    static Vector<double, 3 * N> at(const Points<double, N>& x, const Element& element) {
        if constexpr (std::is_same_v<Element, BarrierScale>) {
            const TouchingPlace<N> place = Kind::place(x, element);
            const double twice = 2.0 * barrier_energy_slopes(norm_squared(place.apart), element).first;
            Vector<double, 3 * N> g;
            for (int i = 0; i < 3 * N; ++i) g[i] = twice * place.weight[i / 3] * place.apart[i % 3];
            return g;
        } else if constexpr (N == 2) {
            return PlaneBarrier::derivatives(x, element).gradient;
        } else {
            return EdgeEdgeBarrier::derivatives(x, element).gradient;
        }
    }
};

/// Of friction, likewise.
template <int N>
Vector<double, 3 * N> friction_gradient(const Points<double, N>& x, const Points<double, N>& x_ref, double rate,
                                        const typename PairFriction<N>::Element& e) {
    const Vec2 u = PairFriction<N>::slip_velocity(x, x_ref, rate, e);
    const double over_speed = FrictionSlopes::at(norm(u), e.slip).over_speed;
    const Vec3 pull = u[0] * e.tangent[0] + u[1] * e.tangent[1];
    Vector<double, 3 * N> g;
    for (int i = 0; i < 3 * N; ++i) g[i] = e.force * e.weight[i / 3] * over_speed * pull[i % 3];
    return g;
}

class ForceSum {
public:
    ForceSum(const ContactWorld& world, const Positions& x) : s_(world.surface), x_(x) {
        sum.on_point.assign(x.size(), Vec3::zero());
        sum.friction_on_point = sum.on_point;
        sum.size_on_point.assign(x.size(), 0.0);
    }

    /// `gradient(local, element)` of every element of a list. The first point is of one body, the last of the other.
    template <class Energy, class Gradient>
    void add(const ElementList<Energy>& list, const Gradient& gradient) {
        constexpr int contacts = Dissipative<Energy> ? 0 : 1;
        constexpr int N = Energy::point_count;
        for (int e = 0; e < list.size(); ++e) {
            const int* p = list.points.data() + N * e;
            Points<double, N> local;
            for (int i = 0; i < N; ++i) local[i] = x_[p[i]];
            const Vector<double, 3 * N> g = gradient(local, p, list.elements[e]);
            const int a = s_.part[p[0]], b = s_.part[p[N - 1]];
            Vec3 on_a = Vec3::zero();
            for (int i = 0; i < N; ++i) {
                const Vec3 force{-g[3 * i], -g[3 * i + 1], -g[3 * i + 2]};
                sum.on_point[p[i]] += force;
                sum.size_on_point[p[i]] += norm(force);
                if constexpr (Dissipative<Energy>) sum.friction_on_point[p[i]] += force;
                if (a != b && s_.part[p[i]] == a) on_a += force;
            }
            if (a < 0 || b < 0) continue;  // a torque, which pushes nobody
            if (a <= b)
                sum.pairs.push_back({a, b, contacts, on_a});
            else
                sum.pairs.push_back({b, a, contacts, -on_a});
        }
        merge(sum.pairs);
    }

    ContactForces sum;

private:
    const ContactSurface& s_;
    const Positions& x_;
};

}  // namespace

void ContactForces::add(const ContactForces& others, double share) {
    lag_error = std::max(lag_error, others.lag_error);
    const auto add_points = [share](Positions& sum, const Positions& more) {
        sum.resize(std::max(sum.size(), more.size()), Vec3::zero());
        for (std::size_t i = 0; i < more.size(); ++i) sum[i] += share * more[i];
    };
    add_points(on_point, others.on_point);
    add_points(friction_on_point, others.friction_on_point);
    for (Pair pair : others.pairs) {
        pair.force = share * pair.force;
        const auto at = std::lower_bound(pairs.begin(), pairs.end(), pair, before);
        if (at == pairs.end() || before(pair, *at)) {
            pairs.insert(at, pair);
        } else {
            at->contacts = std::max(at->contacts, pair.contacts);
            at->force += pair.force;
        }
    }
}

ContactForces contact_forces(const ContactWorld& world, const ContactSet& contacts, const FrictionSet& friction,
                             const Positions& x, const Positions& x_ref, double rate) {
    ForceSum forces(world, x);
    each_contact_kind([&]<class Kind>(const Kind&) {
        forces.add(contacts.*Kind::contacts, [](const auto& local, const int*, const auto& element) {
            return GradientOf<Kind>::at(local, element);
        });
    });
    const auto of_friction = [&]<class Energy>(const ElementList<Energy>& list) {
        forces.add(list, [&](const auto& local, const int* points, const auto& element) {
            Points<double, Energy::point_count> from;
            for (int i = 0; i < Energy::point_count; ++i) from[i] = x_ref[points[i]];
            if constexpr (requires { element.weight; })
                return friction_gradient<Energy::point_count>(local, from, rate, element);
            else
                return Energy::incremental_derivatives(local, from, rate, element).gradient;
        });
    };
    FrictionSet::each(friction, of_friction);
    return std::move(forces.sum);
}

}  // namespace talweg
