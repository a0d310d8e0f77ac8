#include "talweg/solve/multilevel/aggregates.hpp"

#include <gtest/gtest.h>

#include "support/beam_system.hpp"
#include "support/threads.hpp"

namespace talweg::aggregates_test {
namespace {

using testing::BeamSystem;

Aggregates regions_of(const BeamSystem& beam) {
    return aggregate(beam.system.hessian, FullRows(beam.pattern()), beam.unknowns, 1);
}

TEST(Aggregates, HoldEveryFreeNodeOfAStiffBodyAndHeldOnesNot) {
    const BeamSystem beam(4, 1.0);
    const Aggregates regions = regions_of(beam);
    std::vector<int> sizes(regions.count, 0);
    for (int i = 0; i < beam.unknowns.node_count(); ++i) {
        const bool held = beam.world.model.held_axes[i] == all_axes;
        ASSERT_EQ(regions.of_unit[i] < 0, held) << i;
        if (!held) ++sizes[regions.of_unit[i]];
    }
    for (const int size : sizes) EXPECT_GT(size, 1);
    EXPECT_LT(12 * regions.count, beam.unknowns.node_count()) << "far fewer regions than nodes";
}

TEST(Aggregates, AreOfNeighbours) {
    const BeamSystem beam(3, 1.0);
    const Aggregates regions = regions_of(beam);
    const FullRows rows(beam.pattern());
    for (int i = 0; i < beam.unknowns.node_count(); ++i) {
        if (regions.of_unit[i] < 0) continue;
        bool beside = false;
        for (const FullRows::Entry& entry : rows.row(i))
            beside |= entry.column != i && regions.of_unit[entry.column] == regions.of_unit[i];
        EXPECT_TRUE(beside) << i;
    }
}

TEST(Aggregates, LeaveOutWhatInertiaHoldsAlone) {
    const BeamSystem beam(3, 1e-6);
    EXPECT_EQ(regions_of(beam).count, 0);
}

TEST(Aggregates, AreTheSameForAnyNumberOfThreads) {
    const BeamSystem beam(8, 1.0);
    const Aggregates one = testing::with_threads(1, [&] { return regions_of(beam); });
    for (const int threads : {2, 3})
        EXPECT_EQ(one.of_unit, testing::with_threads(threads, [&] { return regions_of(beam); }).of_unit);
}

}  // namespace
}  // namespace talweg::aggregates_test
