#include "talweg/solve/newton.hpp"

#include <algorithm>

#include "talweg/solve/line_search.hpp"

namespace talweg {

namespace {

constexpr double first_shift = 1e-8, strongest_shift = 1e4;

/// Tells when rounding, not the landscape, keeps the residual up: the fall still promised is below the rounding of E, and
/// the residual has stopped shrinking.
class FloorWatch {
public:
    bool at_floor(const EnergySum& energy, double slope, double residual) {
        const bool drowned = -0.5 * slope <= rounding(energy);
        idle_ = drowned && residual > 0.5 * best_ ? idle_ + 1 : 0;
        best_ = std::min(best_, residual);
        return idle_ >= 2;
    }

private:
    double best_ = std::numeric_limits<double>::infinity();
    int idle_ = 0;
};

}  // namespace

const char* describe(Outcome outcome) {
    switch (outcome) {
        case Outcome::converged:
            return "converged";
        case Outcome::at_floor:
            return "stopped at the floor of rounding";
        case Outcome::stalled:
            return "no direction leads down";
        case Outcome::out_of_turns:
            return "too many iterations";
    }
    return "";
}

Descent descend(const Landscape& landscape, Nodes& c, double dt, const NewtonSettings& settings, Backend& backend) {
    Descent report;
    FloorWatch floor;
    Nodes p, trial;
    double shift = 0.0;
    while (static_cast<int>(report.iterations.size()) < settings.max_iterations) {
        const System& system = backend.assemble(landscape, c);
        report.potentials = system.potentials;
        double alpha = 0.0, slope = 0.0;
        for (; alpha == 0.0; shift = std::max(first_shift, 100.0 * shift)) {
            const bool found = backend.solve(shift, p) && (slope = inner_product(system.gradient, p)) <= 0.0;
            if (found) {
                report.residual = backend.point_speed(p, dt);
                if (shift == 0.0 && !report.iterations.empty() && report.residual <= settings.tolerance) {
                    report.outcome = Outcome::converged;
                    return report;
                }
                if (floor.at_floor(system.energy, slope, report.residual)) {
                    report.outcome = Outcome::at_floor;
                    return report;
                }
                alpha = line_search(landscape, c, p, system.energy, slope, backend, trial);
                if (alpha > 0.0) break;
                if (-0.5 * slope <= rounding(system.energy)) {
                    report.outcome = Outcome::at_floor;
                    return report;
                }
            }
            if (shift >= strongest_shift) {
                report.outcome = Outcome::stalled;
                return report;
            }
        }
        report.iterations.push_back({system.energy.value, report.residual, slope, alpha, shift});
        c.swap(trial);
        shift = shift > first_shift ? 0.01 * shift : 0.0;
    }
    return report;
}

}  // namespace talweg
