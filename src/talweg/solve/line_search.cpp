#include "talweg/solve/line_search.hpp"

#include "talweg/math/parallel.hpp"

namespace talweg {

Step line_search(const Landscape& landscape, const Nodes& c, const Nodes& p, double limit, const EnergySum& energy,
                 double slope, Backend& backend, Nodes& trial, double least) {
    trial.resize(c.size());
    for (double alpha = limit; alpha > least * limit; alpha *= 0.5) {
        parallel_pieces(static_cast<int>(c.size()), [&](int begin, int end) {
            for (int i = begin; i < end; ++i) trial[i] = c[i] + alpha * p[i];
        });
        const double change = backend.energy(landscape, trial) - energy.value;
        if (change <= 1e-4 * alpha * slope) return {alpha, change};
        if (change <= rounding(energy)) {
            // Flatter: nearer to the minimum. Steeper downward: away from a saddle, whose fall rounding still hides.
            const double end = backend.slope(landscape, trial, p) / slope;
            if (std::fabs(end) < 0.9 || end > 1.1) return {alpha, change};
        }
    }
    return {};
}

}  // namespace talweg
