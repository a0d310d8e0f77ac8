/// The loops over the elements of one energy: sums, gradients, Hessian blocks. One template serves every energy.
#pragma once
#include <cstring>
#include <limits>
#include <memory>
#include <string>

#include "talweg/assembly/element_packs.hpp"
#include "talweg/assembly/scatter.hpp"
#include "talweg/energies/interface/description.hpp"
#include "talweg/math/error.hpp"
#include "talweg/math/jet.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/math/project.hpp"
#include "talweg/model/air.hpp"
#include "talweg/model/solid_term.hpp"
#include "talweg/model/term.hpp"

namespace talweg {

/// Joules of one element over the move that the configuration describes.
template <class Energy, class Real, int N>
Real element_energy(const Points<Real, N>& x, const Points<double, N>& x_ref, double rate,
                    const typename Energy::Element& e) {
    if constexpr (HasIncrement<Energy>) {
        return Energy::incremental(x, x_ref, rate, e);
    } else if constexpr (Dissipative<Energy>) {
        Points<Real, N> v;
        for (int i = 0; i < N; ++i)
            for (int a = 0; a < 3; ++a) v[i][a] = (x[i][a] - Real(x_ref[i][a])) * rate;
        return Energy::dissipation(v, x_ref, e) * (1.0 / rate);
    } else {
        return Energy::energy(x, e);
    }
}

/// Energy, gradient and Hessian of one element: closed form where the energy has one, jets otherwise.
template <class Energy, int N>
Derivatives<N> element_derivatives(const Points<double, N>& x, const Points<double, N>& x_ref, double rate,
                                   const typename Energy::Element& e, bool project) {
    if constexpr (HasClosedIncrement<Energy>) {
        return project ? Energy::projected_incremental_derivatives(x, x_ref, rate, e)
                       : Energy::incremental_derivatives(x, x_ref, rate, e);
    } else {
        if constexpr (HasProjection<Energy>)
            if (project) return Energy::projected_derivatives(x, e);
        Derivatives<N> d;
        if constexpr (HasClosedForm<Energy>)
            d = Energy::derivatives(x, e);
        else
            d = differentiate<N>(x, [&](const auto& jets) {
                using Real = std::remove_cvref_t<decltype(jets[0][0])>;
                return element_energy<Energy, Real, N>(jets, x_ref, rate, e);
            });
        if (project) project_positive(d.hessian);
        return d;
    }
}

/// A dissipation that sees velocities against the wind.
template <class Energy>
concept InAir = requires {
    requires Energy::in_air;
};

/// What terms of some energies can do beyond the loops: those of solids tell the state of an element, those in the air
/// say that they are.
template <class Energy>
struct ElementsBase : Term {};
template <SolidEnergy Energy>
struct ElementsBase<Energy> : Term, SolidTerm {};
template <InAir Energy>
struct ElementsBase<Energy> : Term, AirTerm {};

template <class Energy>
class Elements final : public ElementsBase<Energy> {
public:
    static constexpr int N = Energy::point_count;
    using Element = typename Energy::Element;

    Elements(std::vector<int> points, std::vector<Element> elements)
        : points_(std::move(points)), elements_(std::move(elements)) {
        if (points_.size() != N * elements_.size())
            throw Error(std::string("each element of ") + Energy::name + " needs " + std::to_string(N) + " points");
        if (points_.size() > std::size_t(std::numeric_limits<int>::max()))  // so that loops may count in int
            throw Error(std::string("too many elements of ") + Energy::name + "; use a coarser mesh");
    }

    std::string_view name() const override { return Energy::name; }
    bool dissipative() const override { return Dissipative<Energy>; }
    bool internal() const override {
        return invariance_of<Energy>() == Invariance::rigid && !Dissipative<Energy> && !HasIncrement<Energy>;
    }
    int point_count() const override { return N; }
    int element_count() const override { return static_cast<int>(elements_.size()); }
    const int* points() const override { return points_.data(); }
    const Element& element(int e) const { return elements_[e]; }

    double energy(const Configuration& at, int begin, int end) const override {
        double sum = 0.0;
        if constexpr (PackedEnergy<Energy>) {
            Points<double, N> x[Pack::lanes];
            for (int first = begin; first < end; first += Pack::lanes) {
                const int count = std::min(Pack::lanes, end - first);
                for (int k = 0; k < count; ++k) x[k] = gather(at.x, first + k);
                const Pack energies = packed_energies<Energy>(x, elements_.data() + first, count);
                for (int k = 0; k < count; ++k) sum += energies[k];
            }
            return sum;
        }
        for (int e = begin; e < end; ++e)
            sum += element_energy<Energy, double, N>(gather(at.x, e), reference(at, e), at.rate, element(e, at.memory));
        return sum;
    }

    EnergySum add_derivatives(const Configuration& at, int begin, int end,
                              const DerivativeTarget& into) const override {
        EnergySum sum;
        // Elements that go one by one are done too soon for their own blocks to come in time.
        constexpr int soon = at_once > 1 ? 0 : 6;
        Points<double, N> x[at_once];
        Derivatives<N> d[at_once];
        const Curvature wanted = !into.hessian  ? Curvature::none
                                 : into.project ? Curvature::projected
                                                : Curvature::exact;
        for (int first = begin; first < end; first += at_once) {
            const int count = std::min(at_once, end - first);
            if (into.hessian && into.hessian->far && !into.hessian->offsets)
                prefetch_blocks<N>(*into.hessian, std::min(end, first + soon), std::min(end, first + soon + count));
            derivatives(at, first, count, wanted, x, d);
            for (int k = 0; k < count; ++k) {
                sum += EnergySum::of_element(d[k].energy, d[k].gradient.data, x[k].at, N);
                const int* p = points_.data() + N * (first + k);
                for (int i = 0; i < N; ++i)
                    for (int a = 0; a < 3; ++a) into.gradient[p[i]][a] += into.scale * d[k].gradient[3 * i + a];
                if (!into.hessian) continue;
                if constexpr (HasScalarBlocks<Energy>)
                    scatter_scalars<N>(Energy::scalar_blocks(element(first + k, at.memory), at.rate), into.scale,
                                       first + k, p, *into.hessian);
                else
                    scatter<N>(d[k].hessian, into.scale, first + k, p, *into.hessian);
            }
        }
        return sum;
    }

    bool guarded() const override { return Guarded<Energy>; }
    double largest_safe_step([[maybe_unused]] const Vec3* x, [[maybe_unused]] const Vec3* dx,
                             [[maybe_unused]] int begin, [[maybe_unused]] int end) const override {
        double limit = 1.0;
        if constexpr (Guarded<Energy>)
            for (int e = begin; e < end; ++e)
                limit = std::min(limit, Energy::largest_safe_step(gather(x, e), gather(dx, e), elements_[e]));
        return limit;
    }

    ForceSize force_size(const Configuration& at, const Vec3* move, int e, Vec3* changes) const override {
        const Points<double, N> x = gather(at.x, e), dx = gather(move, e);
        const Derivatives<N> d = exact_derivatives(x, reference(at, e), at.rate, element(e, at.memory));
        constexpr double share = N == 1 ? 1.0 : 0.5, unit_roundoff = 0x1p-53;
        ForceSize size;
        for (int i = 0; i < N; ++i) {
            Vec3 force, change = Vec3::zero();
            double rounding = 0.0;
            for (int a = 0; a < 3; ++a) {
                force[a] = d.gradient[3 * i + a];
                for (int k = 0; k < 3 * N; ++k) {
                    change[a] += d.hessian(3 * i + a, k) * dx[k / 3][k % 3];
                    rounding += std::fabs(d.hessian(3 * i + a, k) * x[k / 3][k % 3]);
                }
            }
            changes[i] = change;
            size.force += share * norm(force);
            size.change += share * norm(change);
            size.rounding += share * unit_roundoff * rounding;
        }
        return size;
    }

    void add_forces(const Vec3* x, const Vec3* v, int begin, int end, Vec3* f,
                    const std::byte* memory = nullptr) const override {
        for (int e = begin; e < end; ++e) {
            const int* p = points_.data() + N * e;
            const Vector<double, 3 * N> g = force_gradient(gather(x, e), gather(v, e), element(e, memory));
            for (int i = 0; i < N; ++i)
                for (int a = 0; a < 3; ++a) f[p[i]][a] -= g[3 * i + a];
        }
    }

    std::size_t memory_size() const override {
        if constexpr (HasMemory<Energy>)
            return sizeof(Memory);
        else
            return 0;
    }
    void evolve([[maybe_unused]] const Vec3* x, [[maybe_unused]] double dt, [[maybe_unused]] const std::byte* before,
                [[maybe_unused]] std::byte* after) const override {
        if constexpr (HasMemory<Energy>)
            parallel_pieces(element_count(), [&](int begin, int end) {
                for (int e = begin; e < end; ++e) {
                    const Memory next = Energy::evolve(gather(x, e), dt, element(e, before));
                    std::memcpy(after + sizeof(Memory) * std::size_t(e), &next, sizeof(Memory));
                }
            });
    }

    /// Elements that are differentiated together.
    static constexpr int at_once = Packable<Energy> ? Pack::lanes : 1;
    /// Points and derivatives of the elements [first, first + count), count ≤ at_once.
    void derivatives(const Configuration& at, int first, int count, Curvature wanted, Points<double, N>* x,
                     Derivatives<N>* d) const {
        for (int k = 0; k < count; ++k) x[k] = gather(at.x, first + k);
        if constexpr (Packable<Energy>)
            packed_derivatives<Energy>(x, elements_.data() + first, count, wanted, d);
        else
            *d = element_derivatives<Energy, N>(*x, reference(at, first), at.rate, element(first, at.memory),
                                                wanted == Curvature::projected);
    }

    /// Overrides SolidTerm's where the energy is a solid's.
    ElementState element_state([[maybe_unused]] const Vec3* x, [[maybe_unused]] int e) const {
        if constexpr (SolidEnergy<Energy>)
            return talweg::element_state<Energy>(gather(x, e), elements_[e]);
        else
            return {};
    }

private:
    struct Forgetful {
        using Type = void;
    };
    struct Remembering {
        using Type = std::remove_reference_t<decltype(Energy::memory(std::declval<Element&>()))>;
    };
    using Memory = typename std::conditional_t<HasMemory<Energy>, Remembering, Forgetful>::Type;

    /// The constants of an element, as it remembers them.
    decltype(auto) element(int e, [[maybe_unused]] const std::byte* memory) const {
        if constexpr (HasMemory<Energy>) {
            static_assert(std::is_trivially_copyable_v<Memory>);
            Element known = elements_[e];
            if (memory) std::memcpy(&Energy::memory(known), memory + sizeof(Memory) * std::size_t(e), sizeof(Memory));
            return known;
        } else {
            return static_cast<const Element&>(elements_[e]);
        }
    }
    Points<double, N> gather(const Vec3* x, int e) const {
        Points<double, N> local;
        for (int i = 0; i < N; ++i) local[i] = x[points_[N * e + i]];
        return local;
    }
    Points<double, N> reference(const Configuration& at, int e) const {
        if constexpr (Dissipative<Energy> || HasIncrement<Energy>)
            return gather(at.x_ref, e);
        else
            return Points<double, N>{};
    }
    /// Compiled once for all that is not hot.
    [[gnu::noinline]] static Derivatives<N> exact_derivatives(const Points<double, N>& x,
                                                              const Points<double, N>& x_ref, double rate,
                                                              const Element& e) {
        return element_derivatives<Energy, N>(x, x_ref, rate, e, false);
    }
    /// −force: ∂E/∂x, or ∂D/∂v of a dissipation.
    static Vector<double, 3 * N> force_gradient(const Points<double, N>& x, const Points<double, N>& v,
                                                const Element& e) {
        if constexpr (Dissipative<Energy>)
            return differentiate<N>(v, [&](const auto& jets) { return Energy::dissipation(jets, x, e); }).gradient;
        else
            return exact_derivatives(x, x, 1.0, e).gradient;
    }

    std::vector<int> points_;        // N per element
    std::vector<Element> elements_;  // constants
};

}  // namespace talweg
