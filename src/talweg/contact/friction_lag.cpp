#include "talweg/contact/friction_lag.hpp"

#include "talweg/geometry/distance/nearest.hpp"

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

    /// `apart` leads from the nearest place of the second feature to that of the first, `weight` tells both places.
    template <int N>
    void add(const int* points, const Vector<double, N>& weight, const Vec3& apart, const BarrierScale& scale,
             double fading, ElementList<PairFriction<N>>& into) const {
        const double distance = norm(apart);
        const double force = -2.0 * distance * fading * barrier_energy_slopes(distance * distance, scale).first;
        const ContactSurface& s = world_.surface;
        const double mu = world_.rules.mu(s.part[points[0]], s.part[points[N - 1]]);
        if (!(mu * force > 0.0)) return;
        typename PairFriction<N>::Element element{mu * force, world_.rules.slip_speed, {}, weight};
        const Vec3 normal = apart / distance;
        set_tangents(normal, element.tangent);
        if (!spins_.empty()) {
            // Where the surfaces meet: a radius from the first feature towards the second, and the other way round.
            const Vec3 drift = cross(normal, s.radius[points[0]] * spins_[s.part[points[0]]] +
                                                 s.radius[points[N - 1]] * spins_[s.part[points[N - 1]]]);
            for (int t = 0; t < 2; ++t) element.drift[t] = dot(element.tangent[t], drift);
        }
        std::array<int, N> at;
        std::copy(points, points + N, at.begin());
        into.add(at, element);
    }

    const Vec3& x(int point) const { return x_[point]; }

private:
    const ContactWorld& world_;
    const Positions& x_;
    const std::vector<Vec3>& spins_;
};

}  // namespace

FrictionSet lag_friction(const ContactWorld& world, const ContactSet& contacts, const Positions& x,
                         const std::vector<Vec3>& spins, const Interruption& interruption) {
    FrictionSet set;
    const FrictionMaker maker(world, x, spins);
    const auto each = [&](const auto& list, const auto& take) {
        interruptible_blocks(list.size(), interruption, [&](int begin, int end) {
            for (int e = begin; e < end; ++e) take(e);
        });
    };
    each(contacts.point_plane, [&](int e) {
        const int* p = contacts.point_plane.points.data() + 2 * e;
        const PlaneBarrier::Element& element = contacts.point_plane.elements[e];
        const Vec3 apart = dot(element.normal, x[p[0]] - x[p[1]]) * element.normal;
        maker.add<2>(p, {1.0, -1.0}, apart, element.scale, 1.0, set.two);
    });
    each(contacts.point_point, [&](int e) {
        const int* p = contacts.point_point.points.data() + 2 * e;
        maker.add<2>(p, {1.0, -1.0}, x[p[0]] - x[p[1]], contacts.point_point.elements[e], 1.0, set.two);
    });
    each(contacts.point_edge, [&](int e) {
        const int* p = contacts.point_edge.points.data() + 3 * e;
        const NearestPointEdge near = nearest_point_edge(x[p[0]], x[p[1]], x[p[2]]);
        maker.add<3>(p, {1.0, near.s - 1.0, -near.s}, near.apart, contacts.point_edge.elements[e], 1.0, set.three);
    });
    each(contacts.point_face, [&](int e) {
        const int* p = contacts.point_face.points.data() + 4 * e;
        const NearestPointTriangle near = nearest_point_triangle(x[p[0]], x[p[1]], x[p[2]], x[p[3]]);
        maker.add<4>(p, {1.0, -near.weight[0], -near.weight[1], -near.weight[2]}, near.apart,
                     contacts.point_face.elements[e], 1.0, set.four);
    });
    each(contacts.edge_edge, [&](int e) {
        const int* p = contacts.edge_edge.points.data() + 4 * e;
        const EdgeEdgeBarrier::Element& element = contacts.edge_edge.elements[e];
        const NearestEdgeEdge near = nearest_edge_edge(x[p[0]], x[p[1]], x[p[2]], x[p[3]]);
        const double c = cross_squared(x[p[0]], x[p[1]], x[p[2]], x[p[3]]) / element.parallel;
        maker.add<4>(p, {1.0 - near.s, near.s, near.t - 1.0, -near.t}, near.apart, element.scale,
                     c < 1.0 ? c * (2.0 - c) : 1.0, set.four);
    });
    return set;
}

FrictionSet mean(std::span<const FrictionSet> sets) {
    FrictionSet sum;
    const auto append = [&](auto& list, auto more) {
        for (auto& element : more.elements) element.force /= static_cast<double>(sets.size());
        list.append(more);
    };
    for (const FrictionSet& set : sets) {
        append(sum.two, set.two);
        append(sum.three, set.three);
        append(sum.four, set.four);
    }
    return sum;
}

std::vector<SlidingPair> sliding(const FrictionSet& friction, const Positions& x, const Positions& x_ref, double rate) {
    std::vector<SlidingPair> pairs;
    const auto add = [&]<int N>(const ElementList<PairFriction<N>>& list) {
        for (int e = 0; e < list.size(); ++e) {
            const int* p = list.points.data() + N * e;
            const typename PairFriction<N>::Element& element = list.elements[e];
            Vec3 v = Vec3::zero();
            for (int k = 0; k < N; ++k) v += (element.weight[k] * rate) * (x[p[k]] - x_ref[p[k]]);
            const double speed = std::hypot(dot(element.tangent[0], v) + element.drift[0],
                                            dot(element.tangent[1], v) + element.drift[1]);
            pairs.push_back({{p[0], p[N - 1]}, speed, element.slip, element.force});
        }
    };
    add(friction.two);
    add(friction.three);
    add(friction.four);
    return pairs;
}

}  // namespace talweg
