/// A point on a linear spring to the origin: ẍ = −ω²x, the measure of every integrator.
#pragma once
#include "support/spring_grid.hpp"
#include "talweg/energies/drag.hpp"
#include "talweg/energies/zero_length_spring.hpp"

namespace talweg::testing {

struct Oscillator {
    double omega = 2.0;
    Vec3 start = {1.0, 0.0, 0.0}, velocity = Vec3::zero();
    double drag = 0.0;  // 1/s

    World make() const {
        constexpr double mass = 0.5;
        VertexBody body;
        body.rest = {Vec3::zero(), start};
        body.start = body.rest;
        body.velocity = {Vec3::zero(), velocity};
        body.mass = {mass, mass};
        body.holds.push_back({{0}, all_axes, {}});
        ModelBuilder builder;
        builder.add_vertices(body);
        builder.add_term(std::make_shared<Elements<ZeroLengthSpring>>(
            std::vector{0, 1}, std::vector<ZeroLengthSpring::Element>{{mass * omega * omega}}));
        if (drag > 0.0)
            builder.add_term(
                std::make_shared<Elements<Drag>>(std::vector{1}, std::vector<Drag::Element>{{drag * mass}}));
        World world;
        world.model = builder.finish();
        world.state = {builder.start(), builder.velocity(), 0.0, 0, 0.0};
        return world;
    }
};

}  // namespace talweg::testing
