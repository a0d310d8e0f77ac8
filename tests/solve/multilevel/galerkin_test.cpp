#include "talweg/solve/multilevel/galerkin.hpp"

#include <gtest/gtest.h>

#include "support/beam_system.hpp"
#include "support/threads.hpp"
#include "talweg/solve/inner_product.hpp"

namespace talweg::galerkin_test {
namespace {

using testing::BeamSystem;

TEST(Galerkin, IsTheFineMatrixSeenThroughTheProlongation) {
    for (const double shift : {0.0, 0.3}) {
        const BeamSystem beam(4, 0.3, 0.1);
        BlockProduct product(beam.pattern(), beam.unknowns);
        product.set(beam.system.hessian, shift);
        const FullRows rows(beam.pattern());
        const TentativeProlongation tentative =
            tentative_prolongation(aggregate(beam.system.hessian, rows, beam.unknowns, 1),
                                   rigid_modes(beam.c, beam.world.model.node_kinds, beam.unknowns), 1);
        const Prolongation p(product, rows, tentative);
        const GalerkinProduct galerkin(rows, p);
        BlockMatrix coarse{galerkin.pattern(), {}};
        galerkin.multiply(product, rows, p, coarse.values);
        Nodes y(tentative.held.size()), ay, py(beam.c.size(), Vec3::zero()), apy, expected;
        for (std::size_t j = 0; j < y.size(); ++j) y[j] = {std::sin(double(j)), std::cos(3.0 * double(j)), 0.3};
        multiply(coarse, y, ay);
        p.add(y, 1.0, py);
        product.multiply(py, apy);
        p.gather(apy, expected);
        double error = 0.0;
        for (std::size_t j = 0; j < y.size(); ++j) error += norm_squared(ay[j] - expected[j]);
        EXPECT_LT(std::sqrt(error), 1e-12 * std::sqrt(inner_product(expected, expected)));
        for (const int threads : {2, 3}) {
            std::vector<Mat3> again(coarse.values.size(), Mat3::identity());  // what was there before does not matter
            testing::with_threads(threads, [&] { GalerkinProduct(rows, p).multiply(product, rows, p, again); });
            EXPECT_EQ(again, coarse.values);
        }
    }
}

}  // namespace
}  // namespace talweg::galerkin_test
