/// A term whose elements, single points, see those around them: the way for stencils that vary in size and change from
/// step to step.
///
/// Who sees whom is found where a step begins, at x_ref, and stays for that step: a `View`, which is a pure function of
/// x_ref, so nothing of it needs to be remembered. Two rings of neighbours couple with one another, hundreds of blocks
/// per point: such a Hessian is not assembled but multiplied with, and conjugate gradients do with that.
#pragma once
#include <memory>

#include "talweg/model/term.hpp"

namespace talweg {

/// A symmetric matrix over the points of the model that is known by its products.
class PointProduct {
public:
    virtual ~PointProduct() = default;
    /// Adds the product with d to y; both over all points.
    virtual void add_product(const Vec3* d, Vec3* y) const = 0;
    /// Adds the blocks of the diagonal, one for each point.
    virtual void add_diagonal(Mat3* blocks) const = 0;
};

class NeighbourTerm : public Term {
public:
    /// The term for steps that begin at one place.
    class View {
    public:
        virtual ~View() = default;
        virtual double energy(const Configuration& at) const = 0;
        /// Adds scale · gradient over points; returns joules, unscaled.
        virtual EnergySum add_gradient(const Configuration& at, double scale, Vec3* gradient) const = 0;
        /// scale · Hessian, positive semi-definite.
        virtual std::shared_ptr<const PointProduct> hessian(const Configuration& at, double scale) const = 0;
    };
    virtual std::shared_ptr<const View> look(const Vec3* x_ref) const = 0;
    /// One more than the last point of the model that it speaks of.
    virtual int points_end() const = 0;

    int point_count() const override { return 1; }
    bool guarded() const override { return false; }
    double largest_safe_step(const Vec3*, const Vec3*, int, int) const override { return 1.0; }

    // Whoever has no view looks each time, and at all elements together: the whole term is one element.
    double energy(const Configuration& at, int begin, int) const override {
        return begin == 0 ? look(at.x_ref)->energy(at) : 0.0;
    }
    EnergySum add_derivatives(const Configuration& at, int begin, int, const DerivativeTarget& into) const override {
        return begin == 0 ? look(at.x_ref)->add_gradient(at, into.scale, into.gradient) : EnergySum{};
    }
    void add_forces(const Vec3* x, const Vec3* v, int begin, int end, Vec3* f, const std::byte* memory) const override;
    ForceSize force_size(const Configuration& at, const Vec3* move, int element, Vec3* change) const override;
};

/// The term as one whose elements see others; null: it is none.
inline const NeighbourTerm* as_neighbour_term(const Term& term) { return dynamic_cast<const NeighbourTerm*>(&term); }

}  // namespace talweg
