#include "talweg/solve/line_search.hpp"

#include "talweg/math/parallel.hpp"

namespace talweg {

Step line_search(const Landscape& landscape, const Nodes& c, const Nodes& p, double limit, const EnergySum& energy,
                 double slope, Backend& backend, Nodes& trial) {
    trial.resize(c.size());
    for (double alpha = limit; alpha > 1e-15 * limit; alpha *= 0.5) {
        parallel_pieces(static_cast<int>(c.size()), [&](int begin, int end) {
            for (int i = begin; i < end; ++i) trial[i] = c[i] + alpha * p[i];
        });
        const double change = backend.energy(landscape, trial) - energy.value;
        if (change <= 1e-4 * alpha * slope) return {alpha, change};
        // A slope that has become steeper is that of a ridge, whose fall rounding hides yet.
        if (change <= rounding(energy) && backend.slope(landscape, trial, p) < 0.9 * std::fabs(slope))
            return {alpha, change};
    }
    return {};
}

}  // namespace talweg
