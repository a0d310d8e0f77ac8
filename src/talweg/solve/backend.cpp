#include "talweg/solve/backend.hpp"

#include <chrono>
#include <limits>

#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

/// Adds the time it lives to a sum of seconds.
class Stopwatch {
public:
    explicit Stopwatch(double& sum) : sum_(sum), start_(std::chrono::steady_clock::now()) {}
    ~Stopwatch() { sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

private:
    double& sum_;
    std::chrono::steady_clock::time_point start_;
};

}  // namespace

Backend::Backend(const Model& model, std::string_view linear_solver)
    : model_(model), solver_name_(linear_solver), unknowns_(model.held_axes), assembler_(model) {}

LinearSolver& Backend::solver() {
    if (!solver_) solver_ = make_linear_solver(solver_name_, *assembler_.pattern(), unknowns_);
    return *solver_;
}

const System& Backend::assemble(const Landscape& at, const Nodes& c, Hessian kind) {
    const Stopwatch watch(costs_.assembly);
    assembler_.assemble(at, c, kind, system_);
    return system_;
}

bool Backend::solve(double shift, Nodes& p) {
    const Stopwatch watch(costs_.solve);
    if (unknowns_.count() == 0) {
        p.assign(unknowns_.node_count(), Vec3::zero());
        return true;
    }
    unknowns_.gather(system_.gradient, right_);
    for (double& r : right_) r = -r;
    if (!solver().factorize(system_.hessian, shift) || !solver_->solve(right_, solution_)) return false;
    unknowns_.spread(solution_, p);
    return true;
}

double Backend::energy(const Landscape& at, const Nodes& c) {
    const Stopwatch watch(costs_.line_search);
    return assembler_.energy(at, c);
}

double Backend::largest_safe_step(const Landscape& at, const Nodes& c, const Nodes& p) {
    const Stopwatch watch(costs_.line_search);
    return assembler_.largest_safe_step(at, c, p);
}

double Backend::slope(const Landscape& at, const Nodes& c, const Nodes& p) {
    const Stopwatch watch(costs_.line_search);
    assembler_.gradient(at, c, gradient_);
    return inner_product(gradient_, p);
}

double Backend::point_speed(const Nodes& p, double dt) {
    const double square = parallel_max(model_.point_count(), [&](int begin, int end) {
        double largest = 0.0;
        for (int i = begin; i < end; ++i) {
            Vec3 move = Vec3::zero();
            for (const auto& [node, weight] : model_.map.row(i)) move += weight * p[node];
            const double length = norm_squared(move);
            if (std::isnan(length)) return std::numeric_limits<double>::infinity();
            largest = std::max(largest, length);
        }
        return largest;
    });
    return std::sqrt(square) / dt;
}

}  // namespace talweg
