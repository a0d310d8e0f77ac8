#include "talweg/scene/build/unclosed_frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talweg/geometry/chains.hpp"
#include "talweg/scene/build/domain_elements.hpp"
#include "talweg/scene/build/rod_builder.hpp"

namespace talweg {

namespace {

constexpr double least_turn = 1e-3;  // radians: coordinates of a file have some digits only

}  // namespace

std::vector<Issue> unclosed_frames(const BodySpec& body, const BodyShape& shape, int first_point) {
    std::vector<Issue> found;
    const auto rod = std::find_if(body.energies.begin(), body.energies.end(), is_rod);
    if (rod == body.energies.end() || shape.mesh.dimension != 1) return found;
    for (const Chain& chain : find_chains(edges_of(*rod, shape.mesh))) {
        const double turn = missing_turn(chain, shape.mesh.points);
        if (!(std::fabs(turn) > least_turn)) continue;
        double length = 0.0;
        for (int k = 0; k < chain.edge_count(); ++k)
            length += norm(shape.mesh.points[chain.edge(k)[1]] - shape.mesh.points[chain.edge(k)[0]]);
        std::vector<int> points = chain.points;
        for (int& point : points) point += first_point;
        found.push_back(
            {Weight::warning,
             fmt::format("{}: the section of the closed rod from point {} around through {} points comes back turned "
                         "by {:.3g} degrees",
                         body.name, chain.points[0], chain.points.size(), turn * 180.0 / std::numbers::pi),
             fmt::format("an even twist of {:.3g} rad/m closes it, which is part of its shape at rest; a round section "
                         "does not mind, for another draw the line in a plane, or open it",
                         turn / length),
             {points}});
    }
    return found;
}

}  // namespace talweg
