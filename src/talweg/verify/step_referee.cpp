#include "talweg/verify/step_referee.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "talweg/math/error.hpp"

namespace talweg {
namespace {

int column(const CsvTable& steps, const char* name) {
    const int index = steps.find(name);
    if (index < 0) throw Error(fmt::format("steps.csv has no column \"{}\"; it is not that of a run", name));
    return index;
}

Finding judge_order(const CsvTable& steps) {
    Finding order{"steps"};
    const int step = column(steps, "step"), time = column(steps, "time");
    for (std::size_t n = 0; n < steps.rows.size(); ++n) {
        const auto& row = steps.rows[n];
        if (row[step] != double(n)) order.object(fmt::format("row {} is that of step {}", n, row[step]));
        if (n > 0 && !(row[time] > steps.rows[n - 1][time]))
            order.object(fmt::format("step {} ends at {} s, not after the one before it", n, row[time]));
    }
    order.answer = steps.rows.empty()
                       ? "none recorded"
                       : fmt::format("{} steps, {:.6g} s", steps.rows.size() - 1, steps.rows.back()[time]);
    return order;
}

/// Of rounding, beside the sizes of the energies in a sum.
constexpr double rounding = 1e-12, rounding_of_descent = 1e-9;

/// Whether the row is that of one undivided step with the barriers of the row before.
bool one_step(const CsvTable& steps, std::size_t n) {
    const int substeps = steps.find("substeps"), kappa = steps.find("kappa");
    return n > 0 && (substeps < 0 || steps.rows[n][substeps] == 1.0) &&
           (kappa < 0 || steps.rows[n][kappa] == steps.rows[n - 1][kappa]);
}

Finding judge_energy(const CsvTable& steps, bool descends) {
    Finding energy{"energy"};
    std::size_t compared = 0;
    const int kinetic = column(steps, "kinetic"), total = column(steps, "total");
    for (std::size_t n = 0; n < steps.rows.size(); ++n) {
        const auto& row = steps.rows[n];
        double sum = 0.0, size = 0.0;
        for (int c = kinetic; c < total; ++c) {
            sum += row[c];
            size += std::fabs(row[c]);
        }
        // Written negated, so that a number that is none is an objection.
        if (!(row[kinetic] >= 0.0)) energy.object(fmt::format("step {}: kinetic energy is {} J", row[0], row[kinetic]));
        if (!(std::fabs(sum - row[total]) <= rounding * size))
            energy.object(fmt::format("step {}: the parts make {} J, the total says {}", row[0], sum, row[total]));
        if (!descends || !one_step(steps, n) || !std::isfinite(sum)) continue;
        ++compared;
        const double before = steps.rows[n - 1][total], potential = sum - row[kinetic];
        if (!(potential <= before + rounding_of_descent * (size + std::fabs(before))))
            energy.object(fmt::format("step {}: {} J of potential energy came out of {} J", row[0], potential, before));
    }
    if (!steps.rows.empty())
        energy.answer = fmt::format("parts make the total; {:.6g} J at the start, {:.6g} J at the end",
                                    steps.rows.front()[total], steps.rows.back()[total]);
    if (compared > 0) energy.answer += fmt::format("; {} steps made no energy", compared);
    return energy;
}

/// The solver's own measure, where the scene has contact.
Finding judge_gaps(const CsvTable& steps, int gap) {
    Finding gaps{"gaps"};
    double smallest = std::numeric_limits<double>::infinity();
    for (const auto& row : steps.rows) {
        smallest = std::min(smallest, row[gap]);
        if (!(row[gap] > 0.0)) gaps.object(fmt::format("step {}: the smallest gap is {} m", row[0], row[gap]));
    }
    gaps.answer = fmt::format("smallest recorded {:.3g} m", smallest);
    return gaps;
}

}  // namespace

std::vector<Finding> judge_steps(const CsvTable& steps, const Obligations& obligations) {
    std::vector<Finding> findings{judge_order(steps), judge_energy(steps, obligations.descends)};
    if (const int gap = steps.find("min_distance"); gap >= 0) findings.push_back(judge_gaps(steps, gap));
    return findings;
}

}  // namespace talweg
