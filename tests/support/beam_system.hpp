/// The Newton system of a small solid beam, soft or stiff beside its inertia, straight or bent: what linear solvers are
/// tested with.
#pragma once
#include "support/heavy_solid.hpp"
#include "support/landscape_around.hpp"
#include "talweg/assembly/assembler.hpp"
#include "talweg/solve/unknowns.hpp"

namespace talweg::testing {

struct BeamSystem {
    World world;
    Unknowns unknowns{world.model.held_axes};
    Assembler assembler{world.model};
    Nodes c = world.state.c;
    System system;
    std::vector<double> right;

    /// Stiffness h² K beside M grows with the step h.
    BeamSystem(int cells, double h, double bend = 0.0) : BeamSystem(heavy_beam(cells), h, bend) {}
    BeamSystem(World of, double h, double bend) : world(std::move(of)) { take(h, bend); }

    void take(double h, double bend) {
        c = world.state.c;
        for (Vec3& x : c) x[1] += bend * x[0] * x[0];
        Landscape at = landscape_around(world.model, c);
        at.inertia = 1.0;
        at.scale = h * h;
        assembler.assemble(at, c, Hessian::projected, system);
        unknowns.gather(system.gradient, right);
        for (std::size_t k = 0; k < right.size(); ++k) right[k] += 0.01 * double(k % 7);
    }
    const BlockPattern& pattern() const { return *assembler.pattern(); }

    /// |H p − r| / |r|
    double residual(const std::vector<double>& p) const {
        Nodes x, hx;
        std::vector<double> product;
        unknowns.spread(p, x);
        multiply(system.hessian, x, hx);
        unknowns.gather(hx, product);
        double error = 0.0, size = 0.0;
        for (std::size_t k = 0; k < right.size(); ++k) {
            error += (product[k] - right[k]) * (product[k] - right[k]);
            size += right[k] * right[k];
        }
        return std::sqrt(error / size);
    }
};

}  // namespace talweg::testing
