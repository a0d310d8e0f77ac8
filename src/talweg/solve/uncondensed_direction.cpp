#include "talweg/solve/uncondensed_direction.hpp"

#include "talweg/solve/constrained_solver.hpp"

namespace talweg {

namespace {

constexpr int most_at_first = 3, most = 7;  // iterations; about ten cost what a matrix and its factor do

}  // namespace

bool UncondensedDirection::possible(const Assembler& assembler, const FreeSystem& unknowns) {
    return assembler.condenses() && unknowns.unknowns().count() > 0 && unknowns.keeps_factor(assembler.pattern());
}

bool UncondensedDirection::begin(const Assembler& assembler, const System& system, FreeSystem& unknowns,
                                 const Interruption& interruption, Nodes& p) {
    assembler_ = &assembler;
    system_ = &system;
    unknowns_ = &unknowns;
    solvable_ = true;
    gradients_.interruption = &interruption;
    gradients_.r = system.gradient;
    for (Vec3& r : gradients_.r) r = -1.0 * r;
    unknowns.leave_free(gradients_.r);
    return settle(
        gradients_.solve([this](const Nodes& d, Nodes& hd) { multiply(d, hd); },
                         [this](const Nodes& r, Nodes& z) { precondition(r, z); }, first_reduction, most_at_first),
        p);
}

bool UncondensedDirection::go_on(double reduction, Nodes& p) {
    return settle(gradients_.go_on([this](const Nodes& d, Nodes& hd) { multiply(d, hd); },
                                   [this](const Nodes& r, Nodes& z) { precondition(r, z); }, reduction, most),
                  p);
}

void UncondensedDirection::constraint_forces(const Nodes& gradient, const Nodes& p, Nodes& forces) {
    forces.assign(p.size(), Vec3::zero());
    if (!unknowns_->constrained()) return;
    Nodes image;
    assembler_->multiply_uncondensed(*system_, p, image);
    for (const auto& [node, axis, number] : unknowns_->constrained()->rows().singles())
        forces[node][axis] = -(gradient[node][axis] + image[node][axis]);
}

void UncondensedDirection::multiply(const Nodes& d, Nodes& hd) {
    assembler_->multiply_uncondensed(*system_, d, hd);
    unknowns_->leave_free(hd);
}

void UncondensedDirection::precondition(const Nodes& r, Nodes& z) {
    solvable_ = unknowns_->solve_again(assembler_->pattern(), r, z) && solvable_;
    for (Vec3& of_node : z) of_node = -1.0 * of_node;
}

bool UncondensedDirection::settle(const Iterations& done, Nodes& p) {
    if (!done.found || !solvable_) return false;
    p = gradients_.x;
    return true;
}

}  // namespace talweg
