#include "talweg/solve/conjugate_gradients.hpp"

#include <gtest/gtest.h>

namespace talweg::conjugate_gradients_test {
namespace {

/// diag(1, 2, 3) at every node, times a factor that is one of `distinct` values.
struct Diagonal {
    int distinct;
    void operator()(const Nodes& x, Nodes& y) const {
        y.resize(x.size());
        for (int i = 0; i < static_cast<int>(x.size()); ++i)
            for (int a = 0; a < 3; ++a) y[i][a] = (1 + i % distinct) * (1.0 + a) * x[i][a];
    }
};
const auto nothing = [](const Nodes& r, Nodes& z) { z = r; };

TEST(ConjugateGradients, NeedAsManyIterationsAsThereAreEigenvalues) {
    ConjugateGradients cg;
    cg.r.assign(100, Vec3{1, 2, 3});
    EXPECT_TRUE(cg.solve(Diagonal{1}, nothing, full_reduction, 100).found);
    for (const Vec3& each : cg.x) EXPECT_LT(norm(each - Vec3{1, 1, 1}), 1e-12);
    cg.r.assign(100, Vec3{1, 2, 3});
    EXPECT_EQ(cg.solve(Diagonal{1}, nothing, full_reduction, 100).count, 3);
    cg.r.assign(100, Vec3{1, 2, 3});
    EXPECT_FALSE(cg.solve(Diagonal{1}, nothing, full_reduction, 2).found);
}

TEST(ConjugateGradients, AreDoneAtOnceWithNothingToDoOrWithTheInverse) {
    ConjugateGradients cg;
    cg.r.assign(5, Vec3::zero());
    EXPECT_EQ(cg.solve(Diagonal{2}, nothing, full_reduction, 9).count, 0);
    EXPECT_EQ(cg.x, Nodes(5, Vec3::zero()));
    cg.r.assign(5, Vec3{1, 1, 1});
    const auto inverse = [](const Nodes& r, Nodes& z) {
        z.resize(r.size());
        for (int i = 0; i < static_cast<int>(r.size()); ++i)
            for (int a = 0; a < 3; ++a) z[i][a] = r[i][a] / ((1 + i % 2) * (1.0 + a));
    };
    const Iterations done = cg.solve(Diagonal{2}, inverse, full_reduction, 9);
    EXPECT_TRUE(done.found);
    EXPECT_EQ(done.count, 1);
}

TEST(ConjugateGradients, EndWhenTheyAreTakenUpAgainWithALowerLimit) {
    ConjugateGradients cg;
    cg.r.assign(400, Vec3{1, -2, 0.5});
    EXPECT_EQ(cg.solve(Diagonal{200}, nothing, 1e-15, 20).count, 20);
    const Iterations again = cg.go_on(Diagonal{200}, nothing, 1e-15, 10);
    EXPECT_FALSE(again.found);
    EXPECT_EQ(again.count, 20);
}

TEST(ConjugateGradients, TakenUpAgainTheyGoOnBitwise) {
    ConjugateGradients whole, parted;
    const Nodes right(40, Vec3{1, -2, 0.5});
    whole.r = parted.r = right;
    const Iterations all = whole.solve(Diagonal{7}, nothing, full_reduction, 99);
    const Iterations some = parted.solve(Diagonal{7}, nothing, rough_reduction, 99);
    EXPECT_TRUE(some.found);
    EXPECT_LT(some.count, all.count);
    const Iterations rest = parted.go_on(Diagonal{7}, nothing, full_reduction, 99);
    EXPECT_TRUE(rest.found);
    EXPECT_EQ(rest.count, all.count);
    EXPECT_EQ(parted.x, whole.x);
    EXPECT_EQ(parted.go_on(Diagonal{7}, nothing, full_reduction, 99).count, all.count) << "nothing is left to do";
    // Limits count from the start.
    parted.r = right;
    parted.solve(Diagonal{7}, nothing, rough_reduction, 99);
    EXPECT_FALSE(parted.go_on(Diagonal{7}, nothing, full_reduction, all.count - 1).found);
}

TEST(ConjugateGradients, RefuseWhatIsNotPositiveDefinite) {
    ConjugateGradients cg;
    cg.r.assign(3, Vec3{1, 1, 1});
    const auto negative = [](const Nodes& d, Nodes& hd) {
        hd = d;
        for (Vec3& each : hd) each *= -1.0;
    };
    const Iterations met = cg.solve(negative, nothing, full_reduction, 9);
    EXPECT_FALSE(met.found);
    EXPECT_TRUE(met.indefinite);
    EXPECT_EQ(met.curvature, -9.0);
    EXPECT_EQ(cg.direction(), cg.r);
    cg.r.assign(3, Vec3{std::nan(""), 1, 1});
    EXPECT_FALSE(cg.solve(Diagonal{1}, nothing, full_reduction, 9).found);
}

}  // namespace
}  // namespace talweg::conjugate_gradients_test
