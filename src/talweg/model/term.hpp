/// One term of the landscape: all elements of one energy, its type hidden, so that loops over terms need no list of
/// types.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "talweg/model/energy_sum.hpp"
#include "talweg/model/point_map.hpp"

namespace talweg {

/// What elements remember, by term, one after another; empty: as they began.
using ElementMemory = std::vector<std::vector<std::byte>>;
/// Of the first element of one of the terms; null: as they began.
inline const std::byte* memory_of(const ElementMemory& memory, std::size_t term) {
    return term < memory.size() && !memory[term].empty() ? memory[term].data() : nullptr;
}

/// Where terms are evaluated. Dissipative terms see the velocity v = (x − x_ref)·rate, whatever the integrator.
struct Configuration {
    const Vec3* x;
    const Vec3* x_ref;
    double rate;
    const std::byte* memory = nullptr;  // of the term's first element; null: as the elements began

    /// The same place for a term whose elements remember that.
    Configuration with(const std::byte* remembered) const { return {x, x_ref, rate, remembered}; }
};

/// Where an element's Hessian blocks go in the block-sparse matrix (upper triangle): see assembly/scatter.hpp.
struct HessianTarget {
    Mat3* values;
    const std::int32_t* positions;  // of the term's first element
    const std::int64_t* offsets;    // of each element's first position; null when every element has equally many
    const PointMap* map;            // weights, for terms whose points follow several nodes
    bool far = false;               // blocks wait in memory: the matrix is larger than the caches
};

/// What derivatives are added to: gradient over points always, Hessian when wanted.
struct DerivativeTarget {
    Vec3* gradient;
    double scale;  // factor of the term in the landscape, such as h²
    const HessianTarget* hessian = nullptr;
    bool project = true;
};

/// How large the force of one element is: half the sum over its points, which of two that push one another is the force
/// between them; of an element of one point, the force itself.
struct ForceSize {
    double force = 0.0;     // N
    double change = 0.0;    // by which a move changes it, to first order
    double rounding = 0.0;  // by which the last digit of the positions may change it
};

class Term {
public:
    virtual ~Term() = default;

    virtual std::string_view name() const = 0;
    virtual bool dissipative() const = 0;
    /// Whether its forces cancel over every element, and their moments as well: they move and turn no body.
    virtual bool internal() const = 0;
    virtual int point_count() const = 0;  // points of one element
    virtual int element_count() const = 0;
    virtual const int* points() const = 0;  // element_count × point_count indices

    /// Joules of the elements [begin, end), summed in order.
    virtual double energy(const Configuration& at, int begin, int end) const = 0;
    /// Adds gradient and Hessian of the elements [begin, end); returns their joules (unscaled).
    virtual EnergySum add_derivatives(const Configuration& at, int begin, int end,
                                      const DerivativeTarget& into) const = 0;
    /// Whether moves must be limited: the energy forbids some states, such as inversion.
    virtual bool guarded() const = 0;
    /// The largest fraction, at most 1, of the move x → x + dx that keeps the elements [begin, end) in allowed states.
    virtual double largest_safe_step(const Vec3* x, const Vec3* dx, int begin, int end) const = 0;
    /// Of one element, and of a move of its points; what that changes of the gradient goes to `change`, one per point.
    virtual ForceSize force_size(const Configuration& at, const Vec3* move, int element, Vec3* change) const = 0;
    /// Adds to f the forces of the elements [begin, end) at positions x and velocities v, for integrators without
    /// landscape.
    virtual void add_forces(const Vec3* x, const Vec3* v, int begin, int end, Vec3* f,
                            const std::byte* memory = nullptr) const = 0;

    /// Bytes that an element remembers; 0: it is always the same.
    virtual std::size_t memory_size() const { return 0; }
    /// What all elements remember after a step of length dt that ended at x; `before` null: they had just begun.
    virtual void evolve(const Vec3* /*x*/, double /*dt*/, const std::byte* /*before*/, std::byte* /*after*/) const {}
};

}  // namespace talweg
