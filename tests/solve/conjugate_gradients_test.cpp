#include "talweg/solve/conjugate_gradients.hpp"

#include <gtest/gtest.h>

namespace talweg {
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
    CgVectors v;
    Nodes x;
    v.r.assign(100, Vec3{1, 2, 3});
    EXPECT_TRUE(conjugate_gradients(Diagonal{1}, nothing, 100, v, x).found);
    for (const Vec3& each : x) EXPECT_LT(norm(each - Vec3{1, 1, 1}), 1e-12);
    v.r.assign(100, Vec3{1, 2, 3});
    EXPECT_EQ(conjugate_gradients(Diagonal{1}, nothing, 100, v, x).count, 3);
    v.r.assign(100, Vec3{1, 2, 3});
    EXPECT_FALSE(conjugate_gradients(Diagonal{1}, nothing, 2, v, x).found);
}

TEST(ConjugateGradients, AreDoneAtOnceWithNothingToDoOrWithTheInverse) {
    CgVectors v;
    Nodes x;
    v.r.assign(5, Vec3::zero());
    EXPECT_EQ(conjugate_gradients(Diagonal{2}, nothing, 9, v, x).count, 0);
    EXPECT_EQ(x, Nodes(5, Vec3::zero()));
    v.r.assign(5, Vec3{1, 1, 1});
    const auto inverse = [](const Nodes& r, Nodes& z) {
        z.resize(r.size());
        for (int i = 0; i < static_cast<int>(r.size()); ++i)
            for (int a = 0; a < 3; ++a) z[i][a] = r[i][a] / ((1 + i % 2) * (1.0 + a));
    };
    const Iterations done = conjugate_gradients(Diagonal{2}, inverse, 9, v, x);
    EXPECT_TRUE(done.found);
    EXPECT_EQ(done.count, 1);
}

TEST(ConjugateGradients, RefuseWhatIsNotPositiveDefinite) {
    CgVectors v;
    Nodes x;
    v.r.assign(3, Vec3{1, 1, 1});
    const auto negative = [](const Nodes& d, Nodes& hd) {
        hd = d;
        for (Vec3& each : hd) each *= -1.0;
    };
    EXPECT_FALSE(conjugate_gradients(negative, nothing, 9, v, x).found);
    v.r.assign(3, Vec3{std::nan(""), 1, 1});
    EXPECT_FALSE(conjugate_gradients(Diagonal{1}, nothing, 9, v, x).found);
}

}  // namespace
}  // namespace talweg
