#include "talweg/verify/settlement_referee.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talweg/step/stepper.hpp"
#include "talweg/verify/default_speed.hpp"

namespace talweg {
namespace {

/// Limits are sums and quotients of a few rounded numbers.
constexpr double slack = 1.0 + 1e-6;

}  // namespace

Finding judge_settlement(const CsvTable& steps, const Obligations& obligations, double size) {
    Finding settled{"settled"};
    const int time = steps.find("time"), floor = steps.find("at_floor"), moves = steps.find("residual");
    const int forces = steps.find("force_error"), balance = steps.find("imbalance"), fall = steps.find("fall");
    settled.asked = settles_steps(obligations.integrator) && steps.rows.size() > 1 &&
                    std::min({time, floor, moves, forces, balance, fall}) >= 0;
    if (!settled.asked) {
        settled.answer =
            settles_steps(obligations.integrator) ? "nothing recorded of it" : "the integrator has no such end";
        return settled;
    }
    double largest[4] = {0.0, 0.0, 0.0, 0.0};  // over what is allowed
    std::size_t at_floor = 0;
    const bool balanced = obligations.moves && !obligations.contact;
    for (std::size_t n = 1; n < steps.rows.size(); ++n) {
        const auto& row = steps.rows[n];
        if (row[floor] != 0.0) {
            ++at_floor;  // short of it by rounding alone, which the row does not tell
            continue;
        }
        const double speed = default_speed(obligations, size, row[time] - steps.rows[n - 1][time]);
        const struct {
            const char* what;
            int column;
            double allowed;
            const char* unit;
            bool asked;
        } questions[] = {
            {"moves", moves, speed, " m/s", true},
            {"forces of contact", forces, 1.0, " of what is allowed", true},
            // Of what touches, the part of its forces that may be left is known by bodies, not by pieces.
            {"balance", balance, speed, " m/s", balanced},
            {"fall", fall, obligations.moves ? speed : 1.0, obligations.moves ? " m/s" : " of what is allowed", true}};
        for (int q = 0; q < 4; ++q) {
            const auto& [what, column, allowed, unit, asked] = questions[q];
            if (!asked) continue;
            largest[q] = std::max(largest[q], row[column] / allowed);
            // Written negated, so that a number that is none is an objection.
            if (!(row[column] <= slack * allowed))
                settled.object(fmt::format("step {}: {} of {:.3g}{} left, by default at most {:.3g}", n, what,
                                           row[column], unit, allowed));
        }
    }
    settled.answer =
        fmt::format("of what is allowed by default at most {:.2g} of moves, {:.2g} of forces", largest[0], largest[1]);
    if (balanced) settled.answer += fmt::format(", {:.2g} of balance", largest[2]);
    settled.answer += fmt::format(", {:.2g} of fall were left", largest[3]);
    if (at_floor > 0) settled.answer += fmt::format("; {} steps at the floor of rounding", at_floor);
    return settled;
}

}  // namespace talweg
