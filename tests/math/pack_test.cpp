#include "talweg/math/pack.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "random_matrices.hpp"
#include "talweg/math/project.hpp"
#include "talweg/math/svd.hpp"

namespace talweg::pack_test {
namespace {

Pack pack(double a, double b, double c, double d) { return Pack(Pack::Lanes{a, b, c, d}); }

void expect_lanes(const Pack& p, double a, double b, double c, double d) {
    const double expected[] = {a, b, c, d};
    for (int k = 0; k < Pack::lanes; ++k) EXPECT_EQ(p[k], expected[k]) << "lane " << k;
}

TEST(Pack, LanesCountApart) {
    const Pack a = pack(1, -2, 3, 0.5), b = pack(4, 5, -6, 0.25);
    expect_lanes(a + b, 5, 3, -3, 0.75);
    expect_lanes(2.0 * a - b, -2, -9, 12, 0.75);
    expect_lanes(a * b, 4, -10, -18, 0.125);
    expect_lanes(b / a, 4, -2.5, -2, 0.5);
    expect_lanes(-a, -1, 2, -3, -0.5);
    expect_lanes(larger(a, b), 4, 5, 3, 0.5);
    expect_lanes(smaller(a, b), 1, -2, -6, 0.25);
    expect_lanes(fabs(a), 1, 2, 3, 0.5);
    expect_lanes(copysign(b, a), 4, -5, 6, 0.25);
    expect_lanes(sqrt(pack(4, 9, 0, 0.25)), 2, 3, 0, 0.5);
    expect_lanes(atan2(pack(0, 1, -1, 0), pack(1, 1, -1, -1)), 0, M_PI / 4, -3 * M_PI / 4, M_PI);
    expect_lanes(log(pack(1, 2, 0.5, 1e-20)), 0, std::log(2.0), -std::log(2.0), std::log(1e-20));
    expect_lanes(log1p(pack(0, 1, -0.5, 1e-20)), 0, std::log(2.0), -std::log(2.0), 1e-20);
}

TEST(Pack, MasksChooseByLane) {
    const Pack a = pack(1, 2, 3, std::numeric_limits<double>::quiet_NaN());
    const PackMask small = a < Pack(2.5);
    expect_lanes(select(small, Pack(7.0), Pack(8.0)), 7, 7, 8, 8);
    expect_lanes(select(!small && a == a, Pack(7.0), Pack(8.0)), 8, 8, 7, 8);
    expect_lanes(select(a >= Pack(3.0) || a != a, Pack(7.0), Pack(8.0)), 8, 8, 7, 7);
    EXPECT_TRUE(any(a > Pack(2.5)));
    EXPECT_FALSE(any(a > Pack(3.0)));
    EXPECT_TRUE(any(a <= Pack(1.0)));
    EXPECT_TRUE(small[1]);
    EXPECT_FALSE(small[2]);
}

TEST(Pack, RowsGoInAndComeOutForAnyCount) {
    for (int count = 0; count <= 13; ++count) {
        double rows[4][16], back[4][16] = {};
        const double* from[4];
        double* to[4];
        for (int lane = 0; lane < 4; ++lane) {
            for (int k = 0; k < 16; ++k) rows[lane][k] = 100.0 * lane + k;
            from[lane] = rows[lane];
            to[lane] = back[lane];
        }
        Pack packs[16];
        Pack::load(from, count, packs);
        for (int k = 0; k < count; ++k) expect_lanes(packs[k], k, 100.0 + k, 200.0 + k, 300.0 + k);
        Pack::store(packs, count, to);
        for (int lane = 0; lane < 4; ++lane)
            for (int k = 0; k < 16; ++k) EXPECT_EQ(back[lane][k], k < count ? rows[lane][k] : 0.0);
    }
}

/// Well-behaved matrices next to the ones that take every rare turn.
std::vector<Mat3> awkward_matrices() {
    RandomMatrices random(11);
    std::vector<Mat3> all = {Mat3::zero(), Mat3::identity(), -1.0 * Mat3::identity()};
    for (int i = 0; i < 30; ++i) {
        all.push_back(random.matrix<3, 3>());
        all.push_back(Mat3::identity() + 1e-3 * random.matrix<3, 3>());
        all.push_back(random.rotation<3>());
        all.push_back(outer(random.matrix<3, 1>(), random.matrix<3, 1>()));
        all.push_back(1e140 * random.matrix<3, 3>());
        all.push_back(1e-140 * random.matrix<3, 3>());
    }
    return all;
}

template <int N>
Matrix<Pack, N, N> side_by_side(const Matrix<double, N, N>* const* lanes) {
    Matrix<Pack, N, N> packed;
    for (int i = 0; i < N * N; ++i)
        for (int k = 0; k < Pack::lanes; ++k) packed[i].set(k, (*lanes[k])[i]);
    return packed;
}

TEST(Pack, SingularValuesAreBitwiseThoseOfTheLoneMatrixWhateverItsNeighbours) {
    const std::vector<Mat3> all = awkward_matrices();
    RandomMatrices random(12);
    for (int repeat = 0; repeat < 2000; ++repeat) {
        const Mat3* lanes[4];
        for (const Mat3*& lane : lanes) lane = &all[static_cast<int>(random.uniform(0.0, 0.999) * double(all.size()))];
        const Svd<3, Pack> packed = svd(side_by_side<3>(lanes));
        for (int k = 0; k < 4; ++k) {
            const Svd<3> one = svd(*lanes[k]);
            for (int i = 0; i < 9; ++i) {
                EXPECT_EQ(packed.u[i][k], one.u[i]);
                EXPECT_EQ(packed.v[i][k], one.v[i]);
            }
            for (int i = 0; i < 3; ++i) EXPECT_EQ(packed.sigma[i][k], one.sigma[i]);
        }
    }
}

TEST(Pack, ProjectionTouchesOnlyTheLanesThatNeedIt) {
    RandomMatrices random(13);
    for (int repeat = 0; repeat < 500; ++repeat) {
        Mat3 symmetric[4];
        const Mat3* lanes[4];
        for (int k = 0; k < 4; ++k) {
            const Mat3 m = random.matrix<3, 3>();
            symmetric[k] = (repeat + k) % 3 == 0   ? m * m.transposed()
                           : (repeat + k) % 7 == 0 ? Mat3::zero()
                                                   : m + m.transposed();
            lanes[k] = &symmetric[k];
        }
        Matrix<Pack, 3, 3> packed = side_by_side<3>(lanes);
        const PackMask fine = is_positive_semi_definite(packed);
        project_positive(packed);
        for (int k = 0; k < 4; ++k) {
            EXPECT_EQ(fine[k], is_positive_semi_definite(symmetric[k]));
            project_positive(symmetric[k]);
            for (int i = 0; i < 9; ++i) EXPECT_EQ(packed[i][k], symmetric[k][i]);
        }
    }
}

}  // namespace
}  // namespace talweg::pack_test
