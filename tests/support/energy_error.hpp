/// How far a solution of a beam's system is from the exact one, by energy: √(eᵀ H e / xᵀ H x). That is what iterations
/// bring down; the plain residual follows at its own pace.
#pragma once
#include "support/beam_system.hpp"
#include "talweg/solve/cholesky_solver.hpp"

namespace talweg::testing {

inline double energy_error(const BeamSystem& beam, const std::vector<double>& p) {
    CholeskySolver exact(beam.pattern(), beam.unknowns);
    std::vector<double> x;
    if (!exact.factorize(beam.system.hessian, 0.0) || !exact.solve(beam.right, x)) return 1.0;
    const auto energy = [&](const std::vector<double>& values) {
        Nodes v, hv;
        std::vector<double> product;
        beam.unknowns.spread(values, v);
        multiply(beam.system.hessian, v, hv);
        beam.unknowns.gather(hv, product);
        double sum = 0.0;
        for (std::size_t k = 0; k < values.size(); ++k) sum += values[k] * product[k];
        return sum;
    };
    std::vector<double> error(p);
    for (std::size_t k = 0; k < error.size(); ++k) error[k] -= x[k];
    return std::sqrt(energy(error) / energy(x));
}

}  // namespace talweg::testing
