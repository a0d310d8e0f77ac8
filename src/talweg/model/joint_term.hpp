/// A term that stands in a connection between bodies – a motor, the walls of limits, a guide, a gear, a bond that
/// breaks, a spring – and can tell of it: what it does to one of the bodies, and how far it gives way.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "talweg/model/positions.hpp"
#include "talweg/model/term.hpp"

namespace talweg {

struct JointPart {
    /// A number that is recorded of every step, from where points are, how fast, and what the element remembers.
    struct Reading {
        std::string column;  // behind the joint's name: ".error"
        std::function<double(const Positions& x, const Positions& v, const std::byte* memory)> value;
    };
    enum class Motor { none, turns, shifts };

    std::string joint;        // name of the connection
    std::vector<int> points;  // of the body that the force is told of: the second, or the only one
    int center = 0;           // the point that moments are taken about
    std::vector<Reading> readings = {};
    Motor motor = Motor::none;     // whether its torque or force along the axis is a number of its own, and which
    std::array<int, 2> axis = {};  // points that the axis goes through
};

class JointTerm final : public Term {
public:
    JointTerm(std::shared_ptr<const Term> term, JointPart part) : term_(std::move(term)), part_(std::move(part)) {}

    const JointPart& part() const { return part_; }

    std::string_view name() const override { return term_->name(); }
    bool dissipative() const override { return term_->dissipative(); }
    bool internal() const override { return term_->internal(); }
    int point_count() const override { return term_->point_count(); }
    int element_count() const override { return term_->element_count(); }
    const int* points() const override { return term_->points(); }
    double energy(const Configuration& at, int begin, int end) const override { return term_->energy(at, begin, end); }
    EnergySum add_derivatives(const Configuration& at, int begin, int end,
                              const DerivativeTarget& into) const override {
        return term_->add_derivatives(at, begin, end, into);
    }
    bool guarded() const override { return term_->guarded(); }
    double largest_safe_step(const Vec3* x, const Vec3* dx, int begin, int end) const override {
        return term_->largest_safe_step(x, dx, begin, end);
    }
    ForceSize force_size(const Configuration& at, const Vec3* move, int element, Vec3* change) const override {
        return term_->force_size(at, move, element, change);
    }
    void add_forces(const Vec3* x, const Vec3* v, int begin, int end, Vec3* f, const std::byte* memory) const override {
        term_->add_forces(x, v, begin, end, f, memory);
    }
    std::size_t memory_size() const override { return term_->memory_size(); }
    void evolve(const Vec3* x, double dt, const std::byte* before, std::byte* after) const override {
        term_->evolve(x, dt, before, after);
    }

private:
    std::shared_ptr<const Term> term_;
    JointPart part_;
};

}  // namespace talweg
